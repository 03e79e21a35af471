// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

class QQuickWindow;

namespace gaplight::ui {

class WindowModel;

// Gives back the memory that a window's drawing keeps for its next frames, at moments when a frame
// may take longer: another trace is shown, or the window is no longer the active one. Qt's scene
// graph holds each upload of vertices until another one takes its place, so that its memory grows
// with the largest frames so far.
class ResourceRelease final : public QObject {
    Q_OBJECT

public:
    // Both must outlive this.
    void watch(QQuickWindow& window, WindowModel& model);

private:
    void release();

    QQuickWindow* m_window = nullptr;
};

}  // namespace gaplight::ui
