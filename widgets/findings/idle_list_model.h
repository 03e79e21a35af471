// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QQmlEngine>

#include "core/scene/model/overlay_table.h"
#include "widgets/convert/row_list_model.h"
#include "widgets/session/session_object.h"

namespace gaplight::ui {

// GPU gaps and blocking calls of the overlays, by length or by time. By length, gaps come before
// calls, since the length of a blocking call is not idle time.
class IdleListModel : public RowListModel<OverlayId> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY contentChanged)
    Q_PROPERTY(int gapCount READ gapCount NOTIFY contentChanged)
    // "shorter than 100 µs: 2,695 gaps, 54.0 ms"; empty if there are none.
    Q_PROPERTY(QString shorter READ shorter NOTIFY contentChanged)
    Q_PROPERTY(bool longestFirst READ longestFirst WRITE setLongestFirst NOTIFY contentChanged)

public:
    // `session` must outlive it.
    explicit IdleListModel(const SessionObject& session, QObject* parent = nullptr);

    int gapCount() const { return m_gapCount; }
    QString shorter() const;
    bool longestFirst() const { return m_longestFirst; }
    void setLongestFirst(bool longestFirst);

Q_SIGNALS:
    void contentChanged();

private:
    void reload();
    std::vector<OverlayId> sorted(std::vector<OverlayId> ids) const;
    const Overlay& overlay(OverlayId id) const { return m_overlays->place(id); }
    // "GPU 0 idle", "cudaStreamSynchronize".
    QString what(const Overlay& overlay) const;
    // The cause of a gap; of a blocking call its cause and its track.
    QString cause(const Overlay& overlay) const;

    const SessionObject& m_session;
    LoadedTrace m_trace;
    const OverlayTable* m_overlays = nullptr;
    Duration m_longestGap{1};
    Duration m_longestCall{1};
    int m_gapCount = 0;
    bool m_longestFirst = true;
};

}  // namespace gaplight::ui
