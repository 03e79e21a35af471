// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <QPointF>
#include <QPointer>
#include <QQmlEngine>

#include "core/scene/ranks/rank_lanes_scene.h"
#include "widgets/ranks/rank_prediction.h"
#include "widgets/ranks/rank_set_object.h"
#include "widgets/render/plot_item.h"
#include "widgets/timeline/timeline_item.h"

namespace gaplight::ui {

// All ranks of a set, above the timeline of one of them and always on the same range. Click on a
// lane: that rank is shown; on a collective: it is selected, and its kernel on the shown rank. Drag
// and wheel move and zoom the timeline.
class RankLanesItem : public PlotItem {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(gaplight::ui::TimelineItem* timeline READ timeline WRITE setTimeline NOTIFY
                   partsChanged REQUIRED)
    Q_PROPERTY(
        gaplight::ui::RankSetObject* ranks READ ranks WRITE setRanks NOTIFY partsChanged REQUIRED)
    // Drawn on the lanes; null: nothing.
    Q_PROPERTY(gaplight::ui::RankPrediction* prediction READ prediction WRITE setPrediction NOTIFY
                   partsChanged)
    // Height at which everything is drawn.
    Q_PROPERTY(double fullHeight READ fullHeight NOTIFY rankCountChanged)

public:
    using PlotItem::PlotItem;

    TimelineItem* timeline() const { return m_timeline; }
    void setTimeline(TimelineItem* timeline);
    RankSetObject* ranks() const { return m_ranks; }
    void setRanks(RankSetObject* ranks);
    RankPrediction* prediction() const { return m_prediction; }
    void setPrediction(RankPrediction* prediction);
    double fullHeight() const;

Q_SIGNALS:
    void partsChanged();
    void rankCountChanged();

protected:
    [[nodiscard]] bool draw(DisplayList& list) override;
    // A collective.
    std::optional<std::size_t> hit(QPointF at) const override;
    QString tip(std::size_t collective) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseUngrabEvent() override { m_press.reset(); }
    void hoverMoveEvent(QHoverEvent* event) override;
    void hoverLeaveEvent(QHoverEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    struct Press {
        QPointF at;
        QPointF last;
        bool isDrag = false;
    };

    bool ready() const;
    RankLanesInput input() const;
    RankLanesHit partsAt(QPointF at) const;
    void pick(QPointF at);
    // Times of the shown rank's trace.
    TimeRange toTrace(TimeRange axis) const;
    void keepRange();
    void restoreRange();
    void showWaits();
    void showRange(TimeRange axis);
    void selectKernel();

    QPointer<TimelineItem> m_timeline;
    QPointer<RankSetObject> m_ranks;
    QPointer<RankPrediction> m_prediction;
    std::optional<Press> m_press;
    std::optional<TimeRange> m_kept;  // of the axis, while another rank is loaded
};

}  // namespace gaplight::ui
