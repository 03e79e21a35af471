// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

class QQuickWindow;

namespace gaplight::ui {

class WindowModel;

// Frees memory that Qt's scene graph caches for later frames of a window, at moments when one slow
// frame is not noticed: another trace is shown, or the window is no longer the active one. Qt keeps
// the data of each vertex upload until a later upload replaces it, so that the cache grows to the
// size of the largest frames so far. Freed memory is then returned to the system.
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
