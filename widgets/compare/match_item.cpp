// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/compare/match_item.h"

#include "widgets/convert/qt_convert.h"

namespace gaplight::ui {

MatchItem::MatchItem(QQuickItem* parent) : PlotItem(parent) {
    setAcceptedMouseButtons(Qt::NoButton);
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
        setHovered(std::nullopt);  // of the bands before
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
    const int marked = hovered() ? hoveredBand() : m_marked;
    return {result ? std::span<const MatchBand>(result->bands) : std::span<const MatchBand>(),
            m_first->view().viewport(),
            m_second->view().viewport(),
            listWidth(),
            listHeight(),
            static_cast<MatchEnds>(m_ends),
            marked < 0 ? MatchBand::kNone : static_cast<std::uint32_t>(marked)};
}

bool MatchItem::draw(DisplayList& list) {
    if (!ready()) {
        return false;
    }
    buildMatches(input(), measure(), list);
    return true;
}

std::optional<std::size_t> MatchItem::hit(QPointF at) const {
    const std::uint32_t band =
        ready() ? matchAt(input(), static_cast<float>(at.x()), static_cast<float>(at.y()))
                : MatchBand::kNone;
    return band == MatchBand::kNone ? std::nullopt : std::optional<std::size_t>(band);
}

QString MatchItem::tip(std::size_t band) const {
    const auto& result = m_comparison->result();
    return result && band < result->bands.size() ? toQString(result->bands[band].label) : QString();
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

}  // namespace gaplight::ui
