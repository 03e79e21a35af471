// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/compare/match_item.h"

#include "widgets/convert/qt_convert.h"

namespace gaplight::ui {

MatchItem::MatchItem(QQuickItem* parent) : DisplayListItem(parent) {
    setAcceptHoverEvents(true);
    setClip(true);
}

void MatchItem::setFirst(TimelineItem* item) {
    m_first = item;
    connect(item, &TimelineItem::viewChanged, this, &QQuickItem::polish);
    Q_EMIT partsChanged();
}

void MatchItem::setSecond(TimelineItem* item) {
    m_second = item;
    connect(item, &TimelineItem::viewChanged, this, &QQuickItem::polish);
    Q_EMIT partsChanged();
}

void MatchItem::setComparison(ComparisonObject* comparison) {
    m_comparison = comparison;
    connect(comparison, &ComparisonObject::resultChanged, this, [this] {
        setHovered(-1);  // of the bands before
        polish();
    });
    Q_EMIT partsChanged();
}

bool MatchItem::ready() const {
    return m_first && m_second && m_comparison && m_first->view().hasTrace() &&
           m_second->view().hasTrace();
}

MatchInput MatchItem::input() const {
    const auto& result = m_comparison->result();
    const int marked = m_hovered >= 0 ? m_hovered : m_marked;
    return {result ? std::span<const MatchBand>(result->bands) : std::span<const MatchBand>(),
            m_first->view().viewport(),
            m_second->view().viewport(),
            static_cast<float>(width()),
            static_cast<float>(height()),
            static_cast<MatchEnds>(m_ends),
            marked < 0 ? MatchBand::kNone : static_cast<std::uint32_t>(marked)};
}

void MatchItem::build(DisplayList& list) {
    if (ready()) {
        buildMatches(input(), m_first->measure(), list);
    } else {
        list.clear(static_cast<float>(width()), static_cast<float>(height()));
    }
}

void MatchItem::setEnds(Ends ends) {
    if (ends != m_ends) {
        m_ends = ends;
        polish();
        Q_EMIT endsChanged();
    }
}

void MatchItem::setMarked(int band) {
    if (band != m_marked) {
        m_marked = band;
        polish();
        Q_EMIT markedChanged();
    }
}

void MatchItem::setHovered(int band) {
    if (band == m_hovered) {
        return;
    }
    m_hovered = band;
    m_hoverText =
        band < 0 ? QString() : toQString(input().bands[static_cast<std::size_t>(band)].label);
    polish();
    Q_EMIT hoverChanged();
}

void MatchItem::hoverMoveEvent(QHoverEvent* event) {
    if (!ready()) {
        return setHovered(-1);
    }
    const std::uint32_t at = matchAt(input(), static_cast<float>(event->position().x()),
                                     static_cast<float>(event->position().y()));
    setHovered(at == MatchBand::kNone ? -1 : static_cast<int>(at));
}

void MatchItem::hoverLeaveEvent(QHoverEvent*) {
    setHovered(-1);
}

}  // namespace gaplight::ui
