// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <QPointer>
#include <QQmlEngine>
#include <QQuickItem>

#include "widgets/compare/comparison_object.h"
#include "widgets/timeline/picture.h"
#include "widgets/timeline/timeline_item.h"

namespace gaplight::ui {

// The strip between two timelines, with a band from each part to its partner.
class MatchItem : public QQuickItem {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(
        gaplight::ui::TimelineItem* upper READ upper WRITE setUpper NOTIFY partsChanged REQUIRED)
    Q_PROPERTY(
        gaplight::ui::TimelineItem* lower READ lower WRITE setLower NOTIFY partsChanged REQUIRED)
    Q_PROPERTY(gaplight::ui::ComparisonObject* comparison READ comparison WRITE setComparison NOTIFY
                   partsChanged REQUIRED)
    // What the band under the pointer says; empty where there is none.
    Q_PROPERTY(QString hoverText READ hoverText NOTIFY hoverChanged)

public:
    explicit MatchItem(QQuickItem* parent = nullptr);
    ~MatchItem() override;

    [[nodiscard]] TimelineItem* upper() const { return m_upper; }
    void setUpper(TimelineItem* item);
    [[nodiscard]] TimelineItem* lower() const { return m_lower; }
    void setLower(TimelineItem* item);
    [[nodiscard]] ComparisonObject* comparison() const { return m_comparison; }
    void setComparison(ComparisonObject* comparison);
    [[nodiscard]] QString hoverText() const { return m_hoverText; }
    [[nodiscard]] const DisplayList& displayList() const { return m_list; }

Q_SIGNALS:
    void partsChanged();
    void hoverChanged();

protected:
    void geometryChange(const QRectF& now, const QRectF& before) override;
    void itemChange(ItemChange change, const ItemChangeData& data) override;
    void updatePolish() override;
    void hoverMoveEvent(QHoverEvent* event) override;
    void hoverLeaveEvent(QHoverEvent* event) override;

private:
    [[nodiscard]] bool ready() const;
    [[nodiscard]] MatchInput input() const;
    void say(const QString& text);

    QPointer<TimelineItem> m_upper;
    QPointer<TimelineItem> m_lower;
    QPointer<ComparisonObject> m_comparison;
    QString m_hoverText;
    DisplayList m_list;
    std::unique_ptr<Picture> m_picture;
};

}  // namespace gaplight::ui
