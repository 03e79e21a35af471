// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/ranks/heat_map_item.h"

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

void HeatMapItem::setRanks(RankSetObject* ranks) {
    if (!replaceSource(m_ranks, ranks)) {
        return;
    }
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
    setHovered(std::nullopt);
    m_map = m_ranks && m_ranks->active()
                ? heatMapOf(*m_ranks->set(), static_cast<HeatMeasure>(m_measure))
                : HeatMap{};
    polish();
    Q_EMIT mapChanged();
}

HeatMapInput HeatMapItem::input() const {
    HeatMapInput input{m_map, colorOf(m_measure)};
    input.width = listWidth();
    input.height = listHeight();
    if (m_ranks && m_ranks->current() >= 0) {
        input.currentRow = static_cast<std::size_t>(m_ranks->current());
    }
    input.hovered = hovered();
    return input;
}

bool HeatMapItem::draw(DisplayList& list) {
    buildHeatMap(input(), DisplayListItem::measure(), list);
    return true;
}

std::optional<std::size_t> HeatMapItem::hit(QPointF at) const {
    return heatCellAt(input(), static_cast<float>(at.x()), static_cast<float>(at.y()));
}

QString HeatMapItem::tip(std::size_t at) const {
    const std::size_t columns = m_map.columns.size();
    const HeatMap::Cell& cell = m_map.cells[at];
    const QString place = toQString(m_map.rows[at / columns] + ", " + m_map.columns[at % columns]);
    if (!cell.isKnown) {
        return place + QStringLiteral(": no communication");
    }
    return place + QStringLiteral(": ") +
           (cell.text.empty() ? QStringLiteral("not ") + wordOf(m_measure)
                              : wordOf(m_measure) + QStringLiteral(" ") + toQString(cell.text));
}

void HeatMapItem::press(std::optional<std::size_t> cell) {
    const auto step =
        cell && m_ranks->active() ? stepOfHeatCell(*m_ranks->set(), *cell) : std::nullopt;
    if (step) {
        m_ranks->goToRange(*step);
        m_ranks->chooseRank(static_cast<int>(*cell / m_map.columns.size()));
    }
}

}  // namespace gaplight::ui
