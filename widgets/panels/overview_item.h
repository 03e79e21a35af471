// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include <QPointer>
#include <QQmlEngine>
#include <QQuickItem>

#include "core/scene/interaction/hit_test.h"
#include "widgets/render/display_list_view.h"
#include "widgets/timeline/timeline_item.h"

namespace gaplight::ui {

// The whole trace in a strip, with the visible range of the timeline as a window. Drag: moves the
// window or one of its edges; click elsewhere: moves the window there, or selects the search hit
// whose tick is clicked; wheel: zooms.
class OverviewItem : public QQuickItem {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(gaplight::ui::TimelineItem* timeline READ timeline WRITE setTimeline NOTIFY
                   timelineChanged REQUIRED)
    // The name of the search hit under the pointer; empty: none is.
    Q_PROPERTY(QString hitName READ hitName NOTIFY hoverChanged)
    Q_PROPERTY(double pointerX READ pointerX NOTIFY hoverChanged)

public:
    explicit OverviewItem(QQuickItem* parent = nullptr);
    ~OverviewItem() override;

    TimelineItem* timeline() const { return m_timeline; }
    void setTimeline(TimelineItem* timeline);
    // All but the window.
    const DisplayList& ground() const { return m_ground.list; }
    QString hitName() const;
    double pointerX() const { return m_pointerX; }

Q_SIGNALS:
    void timelineChanged();
    void hoverChanged();

protected:
    void geometryChange(const QRectF& now, const QRectF& before) override;
    void itemChange(ItemChange change, const ItemChangeData& data) override;
    void updatePolish() override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    // A click on the mark of a search hit selects that hit. A click elsewhere, outside of the
    // visible range, centers the visible range there.
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseUngrabEvent() override { m_drag.reset(); }
    void hoverEnterEvent(QHoverEvent* event) override { hoverMoveEvent(event); }
    void hoverMoveEvent(QHoverEvent* event) override;
    void hoverLeaveEvent(QHoverEvent*) override { setHovered({}, 0); }
    void wheelEvent(QWheelEvent* event) override;

private:
    struct Drag {
        OverviewHitKind kind;  // Elsewhere: a new window is drawn
        Duration grabbedAt;    // from the start of the window
        Time pressedAt;
        QPointF pressed;
        SliceId hit;  // of a search, pressed on
        bool isMoved = false;
    };

    // A display list of its own, which is played again only where it changes.
    struct Layer {
        DisplayList list;
        std::unique_ptr<DisplayListView> view;
    };

    bool ready() const;
    void createViews();
    OverviewInput input() const;
    OverviewHit hit(QPointF at) const;
    void dragTo(Time time);
    void centerOn(Time time);
    void setHovered(SliceId hit, double x);

    QPointer<TimelineItem> m_timeline;
    Layer m_ground;
    Layer m_window;                              // the timeline's viewport
    std::uint64_t m_groundRevision = 0;          // of the timeline's content; with that theme
    std::shared_ptr<const Theme> m_groundTheme;  // null: there is none yet
    std::shared_ptr<const ReplayIntervals> m_groundReplay;
    double m_scale = 1;  // of the views: TimelineItem::textScale()
    std::optional<Drag> m_drag;
    SliceId m_hovered;  // hit of a search
    double m_pointerX = 0;
};

}  // namespace gaplight::ui
