// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/compare/match_item.h"

#include "widgets/convert/qt_convert.h"

namespace gaplight::ui {

MatchItem::MatchItem(QQuickItem* parent) : QQuickItem(parent) {
    setAcceptHoverEvents(true);
    setClip(true);
}

MatchItem::~MatchItem() = default;

void MatchItem::setUpper(TimelineItem* item) {
    m_upper = item;
    connect(item, &TimelineItem::viewChanged, this, &QQuickItem::polish);
    Q_EMIT partsChanged();
}

void MatchItem::setLower(TimelineItem* item) {
    m_lower = item;
    connect(item, &TimelineItem::viewChanged, this, &QQuickItem::polish);
    Q_EMIT partsChanged();
}

void MatchItem::setComparison(ComparisonObject* comparison) {
    m_comparison = comparison;
    connect(comparison, &ComparisonObject::resultChanged, this, &QQuickItem::polish);
    Q_EMIT partsChanged();
}

bool MatchItem::ready() const {
    return m_upper && m_lower && m_comparison && m_upper->theme() != nullptr &&
           m_upper->view().hasTrace() && m_lower->view().hasTrace() && width() > 0 && height() > 0;
}

MatchInput MatchItem::input() const {
    const auto& result = m_comparison->result();
    return {result ? std::span<const MatchBand>(result->bands) : std::span<const MatchBand>(),
            m_upper->view().viewport(), m_lower->view().viewport(), static_cast<float>(width()),
            static_cast<float>(height())};
}

void MatchItem::geometryChange(const QRectF& now, const QRectF& before) {
    QQuickItem::geometryChange(now, before);
    if (m_picture) {
        m_picture->item().setSize(size());
    }
    polish();
}

void MatchItem::itemChange(ItemChange change, const ItemChangeData& data) {
    if (change == ItemSceneChange) {
        m_picture.reset();
        polish();
    }
    QQuickItem::itemChange(change, data);
}

void MatchItem::updatePolish() {
    if (!ready()) {
        return;
    }
    if (!m_picture) {
        m_picture = createPicture(*this);
        m_picture->item().setSize(size());
    }
    buildMatches(input(), m_upper->measure(), m_list);
    m_picture->show(&m_list, m_upper->theme()->theme());
}

void MatchItem::say(const QString& text) {
    if (text != m_hoverText) {
        m_hoverText = text;
        Q_EMIT hoverChanged();
    }
}

void MatchItem::hoverMoveEvent(QHoverEvent* event) {
    if (!ready()) {
        return say({});
    }
    const MatchInput shown = input();
    const std::uint32_t at = matchAt(shown, static_cast<float>(event->position().x()),
                                     static_cast<float>(event->position().y()));
    say(at == MatchBand::kNone ? QString() : toQString(shown.bands[at].label));
}

void MatchItem::hoverLeaveEvent(QHoverEvent*) {
    say({});
}

}  // namespace gaplight::ui
