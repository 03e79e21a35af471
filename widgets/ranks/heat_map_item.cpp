// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/ranks/heat_map_item.h"

#include <QHoverEvent>
#include <QMouseEvent>

#include "widgets/convert/qt_convert.h"

namespace gaplight::ui {
namespace {

Role colorOf(HeatMapItem::Measure measure) {
    switch (measure) {
        case HeatMapItem::Wait:
            return Role::IdleRank;
        case HeatMapItem::Lateness:
            return Role::Unhealthy;
        case HeatMapItem::Compute:
            return Role::Compute;
        default:
            return Role::IdleOther;
    }
}

QString wordOf(HeatMapItem::Measure measure) {
    switch (measure) {
        case HeatMapItem::Wait:
            return QStringLiteral("waits for other ranks");
        case HeatMapItem::Lateness:
            return QStringLiteral("late");
        case HeatMapItem::Compute:
            return QStringLiteral("computes");
        default:
            return QStringLiteral("idle");
    }
}

}  // namespace

HeatMapItem::HeatMapItem(QQuickItem* parent) : DisplayListItem(parent) {
    setAcceptedMouseButtons(Qt::LeftButton);
    setAcceptHoverEvents(true);
    setClip(true);
}

void HeatMapItem::setRanks(RankSetObject* ranks) {
    if (ranks == m_ranks) {
        return;
    }
    m_ranks = ranks;
    connect(ranks, &RankSetObject::changed, this, &HeatMapItem::updateMap);
    connect(ranks, &RankSetObject::currentChanged, this, &QQuickItem::polish);
    updateMap();
    Q_EMIT ranksChanged();
}

void HeatMapItem::setMeasure(Measure measure) {
    if (measure != m_measure) {
        m_measure = measure;
        updateMap();
    }
}

void HeatMapItem::updateMap() {
    m_hovered.reset();
    m_map = m_ranks && m_ranks->active()
                ? heatMapOf(*m_ranks->set(), static_cast<HeatMeasure>(m_measure))
                : HeatMap{};
    polish();
    Q_EMIT mapChanged();
    Q_EMIT hoverChanged();
}

HeatMapInput HeatMapItem::input() const {
    HeatMapInput input{m_map, colorOf(m_measure)};
    input.width = static_cast<float>(width());
    input.height = static_cast<float>(height());
    if (m_ranks && m_ranks->current() >= 0) {
        input.currentRow = static_cast<std::size_t>(m_ranks->current());
    }
    input.hovered = m_hovered;
    return input;
}

void HeatMapItem::build(DisplayList& list) {
    buildHeatMap(input(), m_textMeasure, list);
}

std::optional<std::size_t> HeatMapItem::cellAt(QPointF at) const {
    return heatCellAt(input(), static_cast<float>(at.x()), static_cast<float>(at.y()));
}

QString HeatMapItem::hoverText() const {
    if (!m_hovered || *m_hovered >= m_map.cells.size()) {
        return {};
    }
    const std::size_t columns = m_map.columns.size();
    const HeatMap::Cell& cell = m_map.cells[*m_hovered];
    const QString place =
        toQString(m_map.rows[*m_hovered / columns] + ", " + m_map.columns[*m_hovered % columns]);
    if (!cell.isKnown) {
        return place + QStringLiteral(": no communication");
    }
    return place + QStringLiteral(": ") +
           (cell.text.empty() ? QStringLiteral("not ") + wordOf(m_measure)
                              : wordOf(m_measure) + QStringLiteral(" ") + toQString(cell.text));
}

void HeatMapItem::mousePressEvent(QMouseEvent* event) {
    const std::optional<std::size_t> cell = cellAt(event->position());
    const auto step =
        cell && m_ranks->active() ? stepOfHeatCell(*m_ranks->set(), *cell) : std::nullopt;
    if (step) {
        m_ranks->goToRange(*step);
        m_ranks->chooseRank(static_cast<int>(*cell / m_map.columns.size()));
    }
}

void HeatMapItem::hoverMoveEvent(QHoverEvent* event) {
    m_pointer = event->position();
    m_hovered = cellAt(m_pointer);
    polish();
    Q_EMIT hoverChanged();
}

void HeatMapItem::hoverLeaveEvent(QHoverEvent*) {
    m_hovered.reset();
    polish();
    Q_EMIT hoverChanged();
}

}  // namespace gaplight::ui
