// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/compare/linked_views.h"

#include <algorithm>
#include <utility>

#include <QScopedValueRollback>

#include "widgets/timeline/timeline_navigation.h"

namespace gaplight::ui {
namespace {

// Around a place that is shown, as parts of its length.
constexpr int kMarginShare = 8;

TimeRange withMargin(TimeRange range) {
    const Duration margin = range.length() / kMarginShare + Duration(1);
    return {range.begin - margin, range.end + margin};
}

// Ranges of A and B of one length that contain both runs, with corresponding beginnings.
std::pair<TimeRange, TimeRange> commonRanges(const ComparedTraces& traces) {
    const TimeLink& link = traces.comparison.gpuLink;
    const TimeRange a = traces.a->session().trace->range();
    const TimeRange b = traces.b->session().trace->range();
    const Time beginA = std::min(a.begin, link.toA(b.begin));
    const Time beginB = link.toB(beginA);
    const Duration length = std::max(a.end - beginA, b.end - beginB);
    return {{beginA, beginA + length}, {beginB, beginB + length}};
}

// Pins the tracks of B that correspond to those pinned in A: of the same key, which may have the
// number of a process, else of the same title and the same title of their group.
void pinLike(TimelineView& b, const TrackLayout& a) {
    const auto isSame = [&](const TrackLayout& tracks, const Lane& of, const Lane& lane) {
        return of.key == lane.key ||
               (of.title == lane.title &&
                a.groups()[of.group].title == tracks.groups()[lane.group].title);
    };
    b.changeTracks([&](TrackLayout& tracks) {
        for (const std::uint32_t pinned : a.pinnedTracks()) {
            const auto lanes = tracks.lanes();
            const auto found = std::find_if(lanes.begin(), lanes.end(), [&](const Lane& lane) {
                return isSame(tracks, a.lanes()[pinned], lane);
            });
            if (found != lanes.end()) {
                tracks.setPinned(static_cast<std::size_t>(found - lanes.begin()), true);
            }
        }
    });
}

void showRange(TimelineItem& item, TimeRange range) {
    item.change([&](TimelineView& view) { view.setRange(range); });
}

// Selects a slice of each run and shows it in the middle, both at one scale; an invalid one is left
// out.
void showSlices(TimelineItem& first, SliceId a, TimelineItem& second, SliceId b) {
    constexpr int kAround = 5;  // times the longer one
    const auto rangeOf = [](const TimelineItem& item, SliceId slice) {
        return slice.isValid() ? item.view().model().trace->slices().range(slice) : TimeRange{};
    };
    const TimeRange ofA = rangeOf(first, a);
    const TimeRange ofB = rangeOf(second, b);
    const Duration length = std::max({ofA.length(), ofB.length(), Duration(1)}) * kAround;
    const auto show = [length](TimelineItem& item, SliceId slice, TimeRange range) {
        if (!slice.isValid()) {
            return;
        }
        const Time begin = range.begin + range.length() / 2 - length / 2;
        item.change([&](TimelineView& view) {
            view.selectRange(std::nullopt);
            view.select(slice);
            jumpToPlace(view, {{begin, begin + length}, view.reveal(slice, view.target()).scrollY});
        });
    };
    show(first, a, ofA);
    show(second, b, ofB);
}

}  // namespace

void LinkedViews::watch(TimelineItem* item) {
    if (item != nullptr) {
        connect(item, &TimelineItem::viewportChanged, this, [this, item] { follow(*item); });
        connect(item, &TimelineItem::hoverChanged, this, [this, item] { moveCursor(*item); });
        connect(item->trackMenu(), &TrackMenu::sorted, this, [this, item](TrackMenu::Order order) {
            toPartner(*item, [order](TrackMenu& menu) { menu.sortBy(order); });
        });
        connect(item->trackMenu(), &TrackMenu::grouped, this,
                [this, item](TrackMenu::Grouping grouping) {
                    toPartner(*item, [grouping](TrackMenu& menu) { menu.groupBy(grouping); });
                });
        connect(item->trackMenu(), &TrackMenu::allCollapsed, this,
                [this, item] { toPartner(*item, [](TrackMenu& menu) { menu.collapseAll(); }); });
        connect(item->trackMenu(), &TrackMenu::allExpanded, this,
                [this, item] { toPartner(*item, [](TrackMenu& menu) { menu.expandAll(); }); });
    }
}

void LinkedViews::toPartner(const TimelineItem& from,
                            const std::function<void(TrackMenu&)>& change) {
    if (m_first && m_second && !m_following) {
        const QScopedValueRollback ours(m_following, true);
        change(*partnerOf(from).trackMenu());
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
        connect(comparison, &ComparisonObject::resultChanged, this, &LinkedViews::shareRange);
        connect(comparison, &ComparisonObject::aboutToSwap, this, [this] {
            if (m_first && m_second) {
                m_swapped.emplace(m_second->view().viewport().range(),
                                  m_first->view().viewport().range());
            }
        });
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

void LinkedViews::setOneScale(bool oneScale) {
    if (oneScale != m_oneScale) {
        m_oneScale = oneScale;
        Q_EMIT linkedChanged();
        shareRange();
    }
}

bool LinkedViews::recordTraces(const ComparedTraces& traces) {
    const auto& a = traces.a->session().trace;
    const auto& b = traces.b->session().trace;
    const auto knownA = m_traceOfA.lock();
    const auto knownB = m_traceOfB.lock();
    m_traceOfA = a;
    m_traceOfB = b;
    return !((a == knownA && b == knownB) || (a == knownB && b == knownA));
}

void LinkedViews::shareRange() {
    if (!m_first || !m_second || !m_comparison || m_comparison->result() == nullptr) {
        if (m_first && m_comparison && !m_comparison->active()) {
            m_first->change([](TimelineView& view) { view.setSharedRange(std::nullopt); });
        }
        return;
    }
    const ComparedTraces& traces = *m_comparison->result();
    const auto [ofA, ofB] = commonRanges(traces);
    {
        const QScopedValueRollback ours(m_following, true);
        m_first->change([&, range = ofA](TimelineView& view) {
            view.setSharedRange(m_oneScale ? std::optional(range) : std::nullopt);
        });
        m_second->change([&, range = ofB](TimelineView& view) {
            view.setSharedRange(m_oneScale ? std::optional(range) : std::nullopt);
        });
        if (recordTraces(traces)) {
            m_first->change([](TimelineView& view) { view.setRange(view.limits().range); });
            m_second->change(
                [this](TimelineView& view) { pinLike(view, m_first->view().layout()); });
        } else if (m_swapped) {
            showRange(*m_first, m_swapped->first);
            showRange(*m_second, m_swapped->second);
        }
        m_swapped.reset();
    }
    followFirst();
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
    const Comparison& comparison = m_comparison->result()->comparison;
    const TimeLink& link = m_oneScale ? comparison.gpuLink : comparison.link;
    return &from == m_first ? link.toB(time) : link.toA(time);
}

TimeRange LinkedViews::mapRange(const TimelineItem& from, TimeRange range) const {
    const Time begin = mapTime(from, range.begin);
    return {begin, m_oneScale ? begin + range.length() : mapTime(from, range.end)};
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
    const TimeRange partners = mapRange(from, shown);
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

void LinkedViews::showRow(const ComparisonListModel* rows, qint64 target) {
    if (rows == nullptr || !m_first || !m_second) {
        return;
    }
    {
        const QScopedValueRollback ours(m_following, true);
        const std::optional<TimeRange> placeA = rows->placeInA(target);
        const std::optional<TimeRange> placeB = rows->placeInB(target);
        const Duration longer =
            std::max(placeA.value_or(TimeRange{}).length(), placeB.value_or(TimeRange{}).length());
        const auto show = [&](TimelineItem& item, std::optional<TimeRange> place) {
            if (place) {
                place->end = m_oneScale ? place->begin + longer : place->end;
                showRange(item, withMargin(*place));
            }
        };
        show(*m_first, placeA);
        show(*m_second, placeB);
        showSlices(*m_first, rows->sliceInA(target), *m_second, rows->sliceInB(target));
    }
    // What moves next is followed from here.
    recordRange(*m_first);
    recordRange(*m_second);
}

}  // namespace gaplight::ui
