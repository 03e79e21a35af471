// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/compare/linked_views.h"

#include <QScopedValueRollback>

namespace gaplight::ui {
namespace {

// Around a place that is shown, as parts of its length.
constexpr int kMarginShare = 8;

TimeRange withMargin(TimeRange range) {
    const Duration margin = range.length() / kMarginShare + Duration(1);
    return {range.begin - margin, range.end + margin};
}

void showRange(TimelineItem& item, TimeRange range) {
    item.change([&](TimelineView& view) { view.setRange(range); });
}

}  // namespace

void LinkedViews::watch(TimelineItem* item) {
    if (item != nullptr) {
        connect(item, &TimelineItem::viewportChanged, this, [this, item] { follow(*item); });
        connect(item, &TimelineItem::hoverChanged, this, [this, item] { moveCursor(*item); });
    }
}

void LinkedViews::setFirst(TimelineItem* item) {
    if (item != m_first) {
        m_first = item;
        watch(item);
        Q_EMIT viewsChanged();
    }
}

void LinkedViews::setSecond(TimelineItem* item) {
    if (item != m_second) {
        m_second = item;
        watch(item);
        Q_EMIT viewsChanged();
    }
}

void LinkedViews::setComparison(ComparisonObject* comparison) {
    if (comparison == m_comparison) {
        return;
    }
    m_comparison = comparison;
    if (comparison != nullptr) {
        connect(comparison, &ComparisonObject::resultChanged, this, &LinkedViews::followFirst);
    }
    Q_EMIT viewsChanged();
}

void LinkedViews::setLinked(bool linked) {
    if (linked != m_linked) {
        m_linked = linked;
        Q_EMIT linkedChanged();
        followFirst();
    }
}

void LinkedViews::followFirst() {
    m_shownFirst = {};
    if (m_first) {
        follow(*m_first);
    }
}

bool LinkedViews::canFollow() const {
    return m_linked && !m_following && m_first && m_second && m_comparison &&
           m_comparison->result() != nullptr && m_first->view().hasTrace() &&
           m_second->view().hasTrace();
}

TimelineItem& LinkedViews::partnerOf(const TimelineItem& item) const {
    return &item == m_first ? *m_second : *m_first;
}

Time LinkedViews::mapTime(const TimelineItem& from, Time time) const {
    const TimeLink& link = m_comparison->result()->comparison.link;
    return &from == m_first ? link.toB(time) : link.toA(time);
}

void LinkedViews::follow(TimelineItem& from) {
    if (!canFollow()) {
        if (!m_following) {
            recordRange(from);
        }
        return;
    }
    const QScopedValueRollback ours(m_following, true);
    ShownRange& seen = shownRangeOf(from);
    const TimeRange shown = from.view().viewport().range();
    if (seen.width > 0 && seen.width != from.view().viewport().width) {
        // Only the size changed. Were the other one to follow, both would zoom in with each layout.
        showRange(from, seen.range);
        seen.width = from.view().viewport().width;
        return;
    }
    if (seen.width > 0 && seen.range == shown) {
        return;  // another height or scroll position
    }
    const TimeRange partners{mapTime(from, shown.begin), mapTime(from, shown.end)};
    if (partners.begin < partners.end) {
        showRange(partnerOf(from), partners);
    }
    recordRange(from);
    recordRange(partnerOf(from));
}

void LinkedViews::recordRange(const TimelineItem& item) {
    if (item.view().hasTrace()) {
        const Viewport& shown = item.view().viewport();
        shownRangeOf(item) = {shown.width, shown.range()};
    }
}

void LinkedViews::moveCursor(const TimelineItem& from) {
    if (!canFollow()) {
        return;
    }
    const QScopedValueRollback ours(m_following, true);
    const std::optional<Time> cursor = from.view().state().cursor;
    partnerOf(from).change([&](TimelineView& view) {
        if (!cursor) {
            view.leave();
            return;
        }
        Hit elsewhere;
        elsewhere.time = mapTime(from, *cursor);
        view.hover(elsewhere);
    });
}

void LinkedViews::showRow(const ComparisonListModel* rows, int row) {
    if (rows == nullptr || !m_first || !m_second) {
        return;
    }
    const QScopedValueRollback ours(m_following, true);
    if (const auto place = rows->placeInA(row)) {
        showRange(*m_first, withMargin(*place));
    }
    if (const auto place = rows->placeInB(row)) {
        showRange(*m_second, withMargin(*place));
    }
}

}  // namespace gaplight::ui
