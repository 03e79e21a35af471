// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointer>
#include <QQmlEngine>

#include "widgets/compare/comparison_object.h"
#include "widgets/render/plot_item.h"
#include "widgets/timeline/timeline_item.h"

namespace gaplight::ui {

// Connections between corresponding steps of two timelines, drawn in the strip between them; for
// timelines side by side, a strip above each of them with its end of each connection.
class MatchItem : public PlotItem {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(
        gaplight::ui::TimelineItem* first READ first WRITE setFirst NOTIFY partsChanged REQUIRED)
    Q_PROPERTY(
        gaplight::ui::TimelineItem* second READ second WRITE setSecond NOTIFY partsChanged REQUIRED)
    Q_PROPERTY(gaplight::ui::ComparisonObject* comparison READ comparison WRITE setComparison NOTIFY
                   partsChanged REQUIRED)
    // Index of the connection under the pointer; -1: none.
    Q_PROPERTY(int hovered READ hoveredBand NOTIFY hoverChanged)
    Q_PROPERTY(Ends ends READ ends WRITE setEnds NOTIFY endsChanged)
    // Index of the connection to emphasize, hovered in the other strip; -1: none.
    Q_PROPERTY(int marked READ marked WRITE setMarked NOTIFY markedChanged)

public:
    enum Ends { Both, OnlyA, OnlyB };
    Q_ENUM(Ends)

    explicit MatchItem(QQuickItem* parent = nullptr);

    TimelineItem* first() const { return m_first; }
    void setFirst(TimelineItem* item);
    TimelineItem* second() const { return m_second; }
    void setSecond(TimelineItem* item);
    ComparisonObject* comparison() const { return m_comparison; }
    void setComparison(ComparisonObject* comparison);
    int hoveredBand() const { return hovered() ? static_cast<int>(*hovered()) : -1; }
    Ends ends() const { return m_ends; }
    void setEnds(Ends ends);
    int marked() const { return m_marked; }
    void setMarked(int band);

Q_SIGNALS:
    void partsChanged();
    void endsChanged();
    void markedChanged();

protected:
    [[nodiscard]] bool draw(DisplayList& list) override;
    std::optional<std::size_t> hit(QPointF at) const override;
    QString tip(std::size_t band) const override;

private:
    bool ready() const;
    MatchInput input() const;

    QPointer<TimelineItem> m_first;
    QPointer<TimelineItem> m_second;
    QPointer<ComparisonObject> m_comparison;
    Ends m_ends = Both;
    int m_marked = -1;
};

}  // namespace gaplight::ui
