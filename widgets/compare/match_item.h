// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <QPointer>
#include <QQmlEngine>
#include <QQuickItem>

#include "widgets/compare/comparison_object.h"
#include "widgets/render/picture.h"
#include "widgets/timeline/timeline_item.h"

namespace gaplight::ui {

// The strip between two timelines, with a band from each part to its partner; or, where they stand
// side by side, over one of them, with that end of each band.
class MatchItem : public QQuickItem {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(
        gaplight::ui::TimelineItem* first READ first WRITE setFirst NOTIFY partsChanged REQUIRED)
    Q_PROPERTY(
        gaplight::ui::TimelineItem* second READ second WRITE setSecond NOTIFY partsChanged REQUIRED)
    Q_PROPERTY(gaplight::ui::ComparisonObject* comparison READ comparison WRITE setComparison NOTIFY
                   partsChanged REQUIRED)
    // Text of the band under the pointer; empty if there is none.
    Q_PROPERTY(QString hoverText READ hoverText NOTIFY hoverChanged)
    // That band; -1: none.
    Q_PROPERTY(int hovered READ hovered NOTIFY hoverChanged)
    Q_PROPERTY(Ends ends READ ends WRITE setEnds NOTIFY endsChanged)
    // A band that stands out, for its other end is pointed to; -1: none.
    Q_PROPERTY(int marked READ marked WRITE setMarked NOTIFY markedChanged)

public:
    enum Ends { Both, OnlyA, OnlyB };
    Q_ENUM(Ends)

    explicit MatchItem(QQuickItem* parent = nullptr);
    ~MatchItem() override;

    [[nodiscard]] TimelineItem* first() const { return m_first; }
    void setFirst(TimelineItem* item);
    [[nodiscard]] TimelineItem* second() const { return m_second; }
    void setSecond(TimelineItem* item);
    [[nodiscard]] ComparisonObject* comparison() const { return m_comparison; }
    void setComparison(ComparisonObject* comparison);
    [[nodiscard]] QString hoverText() const { return m_hoverText; }
    [[nodiscard]] int hovered() const { return m_hovered; }
    [[nodiscard]] Ends ends() const { return m_ends; }
    void setEnds(Ends ends);
    [[nodiscard]] int marked() const { return m_marked; }
    void setMarked(int band);
    [[nodiscard]] const DisplayList& displayList() const { return m_list; }

Q_SIGNALS:
    void partsChanged();
    void hoverChanged();
    void endsChanged();
    void markedChanged();

protected:
    void geometryChange(const QRectF& now, const QRectF& before) override;
    void itemChange(ItemChange change, const ItemChangeData& data) override;
    void updatePolish() override;
    void hoverMoveEvent(QHoverEvent* event) override;
    void hoverLeaveEvent(QHoverEvent* event) override;

private:
    [[nodiscard]] bool ready() const;
    [[nodiscard]] MatchInput input() const;
    void pointTo(int band);

    QPointer<TimelineItem> m_first;
    QPointer<TimelineItem> m_second;
    QPointer<ComparisonObject> m_comparison;
    Ends m_ends = Both;
    int m_hovered = -1;
    int m_marked = -1;
    QString m_hoverText;
    DisplayList m_list;
    std::unique_ptr<Picture> m_picture;
};

}  // namespace gaplight::ui
