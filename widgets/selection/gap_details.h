// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <QObject>
#include <QQmlEngine>
#include <QString>

#include "core/report/facts/gap_facts.h"
#include "widgets/selection/detail_list_model.h"
#include "widgets/session/pool_work.h"
#include "widgets/session/session_object.h"
#include "widgets/timeline/timeline_navigation.h"

namespace gaplight::ui {

// Facts of the selected range if it is a gap of a GPU. Computed on a pool thread.
class GapDetails : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(gaplight::ui::TrackRange range READ range WRITE setRange NOTIFY rangeChanged)
    // Whether the range is a gap.
    Q_PROPERTY(bool exists READ exists NOTIFY changed)
    Q_PROPERTY(QString title READ title NOTIFY changed)
    Q_PROPERTY(gaplight::ui::DetailListModel* facts READ facts CONSTANT)
    Q_PROPERTY(gaplight::ui::DetailListModel* host READ host CONSTANT)
    // Number of the finding that explains it; -1: none.
    Q_PROPERTY(int finding READ finding NOTIFY changed)
    Q_PROPERTY(QString findingTitle READ findingTitle NOTIFY changed)
    // The next gap with the same explanation; empty: there is no other.
    Q_PROPERTY(gaplight::ui::TrackRange next READ next NOTIFY changed)

public:
    // `session` must outlive it.
    explicit GapDetails(const SessionObject& session, QObject* parent = nullptr);

    const TrackRange& range() const { return m_range; }
    void setRange(const TrackRange& range);
    bool exists() const { return m_gap.has_value(); }
    QString title() const;
    DetailListModel* facts() { return &m_facts; }
    DetailListModel* host() { return &m_host; }
    int finding() const;
    QString findingTitle() const;
    TrackRange next() const;
    const std::optional<GapFacts>& gap() const { return m_gap; }

Q_SIGNALS:
    void rangeChanged();
    void changed();

private:
    void update();
    void receive(const std::optional<GapFacts>& gap);

    const SessionObject& m_session;
    TrackRange m_range;
    std::optional<GapFacts> m_gap;
    DetailListModel m_facts;
    DetailListModel m_host;
    PoolWork<std::optional<GapFacts>> m_work;
};

}  // namespace gaplight::ui
