// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/layout/track_arrangement.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/base/text_hash.h"
#include "core/base/text_pattern.h"
#include "core/scene/layout/track_groups.h"

namespace gaplight {
namespace {

// Compares texts with numbers by their values: "stream 7" before "stream 13".
bool isNamedBefore(std::string_view a, std::string_view b) {
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() && j < b.size()) {
        if (!isDigit(a[i]) || !isDigit(b[j])) {
            if (a[i] != b[j]) {
                return a[i] < b[j];
            }
            ++i;
            ++j;
            continue;
        }
        const auto numberAt = [&](std::string_view text, std::size_t& at) {
            const std::size_t first = std::min(text.find_first_not_of('0', at), text.size());
            std::size_t end = first;
            while (end < text.size() && isDigit(text[end])) {
                ++end;
            }
            at = end;
            return text.substr(first, end - first);
        };
        const std::string_view x = numberAt(a, i);
        const std::string_view y = numberAt(b, j);
        if (x != y) {
            return x.size() != y.size() ? x.size() < y.size() : x < y;
        }
    }
    return a.size() - i < b.size() - j;
}

// By this key, then by name, tracks are sorted: ns of the trace's clock, or of busy time, negative.
std::int64_t sortKey(const Trace& trace, const Lane& lane, TrackSort sort) {
    if (!lane.track.isValid() || (sort != TrackSort::BusyTime && sort != TrackSort::FirstEvent)) {
        return 0;
    }
    const Track& track = trace.tracks()[lane.track.index()];
    if (sort == TrackSort::BusyTime) {
        return -outermostTime(trace, track, trace.range()).count();
    }
    return track.sliceCount > 0 ? ns(trace.slices().start(track.firstSlice))
                                : std::numeric_limits<std::int64_t>::max();
}

// Of a group: that of all its tracks together.
std::int64_t groupKey(const TrackLayout& layout, const Group& group,
                      std::span<const std::int64_t> laneKeys, TrackSort sort) {
    std::int64_t key = sort == TrackSort::FirstEvent ? std::numeric_limits<std::int64_t>::max() : 0;
    for (std::size_t at = group.firstLane; at < group.firstLane + group.laneCount; ++at) {
        if (layout.lanes()[at].track.isValid()) {
            key = sort == TrackSort::FirstEvent ? std::min(key, laneKeys[at]) : key + laneKeys[at];
        }
    }
    return key;
}

// The rank of each group: GPUs stay first, and what "20 more processes" stands for stays below it.
std::vector<std::size_t> groupRanks(const TrackLayout& layout,
                                    std::span<const std::int64_t> laneKeys, TrackSort sort) {
    const std::span<const Group> groups = layout.groups();
    std::vector<std::size_t> order(groups.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto placeOf = [&](std::size_t at) {
        const std::uint32_t header = groups[at].firstLane;
        const int part = layout.isMore(header) ? 1 : layout.lanes()[header].isMinor ? 2 : 0;
        return std::make_tuple(part, groups[at].kind, groupKey(layout, groups[at], laneKeys, sort));
    };
    if (sort != TrackSort::Usual) {
        std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
            const auto x = placeOf(a);
            const auto y = placeOf(b);
            return x != y ? x < y : isNamedBefore(groups[a].title, groups[b].title);
        });
    }
    std::vector<std::size_t> ranks(groups.size());
    for (std::size_t at = 0; at < order.size(); ++at) {
        ranks[order[at]] = at;
    }
    return ranks;
}

}  // namespace

void collapseGroups(TrackLayout& layout) {
    const auto isTrack = [&](const LaneFold& fold) {
        const Lane& lane = layout.lanes()[fold.lane];
        return lane.kind != LaneKind::GroupHeader && lane.collapsible;
    };
    std::vector<LaneFold> folds = layout.folds();
    const auto shown = std::ranges::count_if(layout.groups(), [&](const Group& group) {
        return !layout.lanes()[group.firstLane].hidden;
    });
    const bool areTracks = shown == 1 && std::ranges::any_of(folds, [&](const LaneFold& fold) {
                               return isTrack(fold) && !fold.collapsed;
                           });
    for (LaneFold& fold : folds) {
        const bool isHeader = layout.lanes()[fold.lane].kind == LaneKind::GroupHeader;
        fold.collapsed |= areTracks ? isTrack(fold) : isHeader;
    }
    layout.exchangeFolds(folds);
}

void expandAll(TrackLayout& layout) {
    std::vector<LaneFold> folds = layout.folds();
    for (LaneFold& fold : folds) {
        fold.collapsed = false;
        fold.isGoneTo = false;
    }
    layout.exchangeFolds(folds);
}

void sortTracks(TrackLayout& layout, const Trace& trace, TrackSort sort) {
    std::vector<std::uint32_t> order(layout.order().begin(), layout.order().end());
    std::vector<std::int64_t> keys;
    for (const Lane& lane : layout.lanes()) {
        keys.push_back(sortKey(trace, lane, sort));
    }
    const std::vector<std::size_t> groupRank = groupRanks(layout, keys, sort);
    // Header and annotations come first, counters last.
    const auto placeOf = [](const Lane& lane) {
        return lane.kind == LaneKind::Slices    ? (lane.isMinor ? 3 : 1)
               : lane.kind == LaneKind::More    ? 2
               : lane.kind == LaneKind::Counter ? (lane.isMinor ? 4 : 5)
                                                : 0;
    };
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        const Lane& x = layout.lanes()[a];
        const Lane& y = layout.lanes()[b];
        const auto xPlace = std::make_tuple(groupRank[x.group], placeOf(x), keys[a]);
        const auto yPlace = std::make_tuple(groupRank[y.group], placeOf(y), keys[b]);
        if (xPlace != yPlace) {
            return xPlace < yPlace;
        }
        const bool isByName = sort != TrackSort::Usual && x.kind == LaneKind::Slices;
        return isByName ? isNamedBefore(x.title, y.title) : a < b;
    });
    layout.setOrder(order, sort);
}

std::size_t pinMatching(TrackLayout& layout, std::string_view pattern) {
    if (pattern.empty()) {
        return 0;
    }
    std::vector<std::size_t> matching;
    for (std::size_t i = 0; i < layout.lanes().size(); ++i) {
        const Lane& lane = layout.lanes()[i];
        const Group& group = layout.groups()[lane.group];
        if (lane.kind != LaneKind::GroupHeader && !lane.pinned && !lane.hidden &&
            !layout.lanes()[group.firstLane].hidden &&
            (matchesFilter(pattern, lane.title) || matchesFilter(pattern, group.title))) {
            matching.push_back(i);
        }
    }
    for (const std::size_t lane : matching) {
        layout.setPinned(lane, true);
    }
    return matching.size();
}

std::size_t unpinAll(TrackLayout& layout) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < layout.lanes().size(); ++i) {
        if (layout.lanes()[i].pinned) {
            layout.setPinned(i, false);
            ++count;
        }
    }
    return count;
}

std::uint16_t pinnedRowsWithin(const TrackLayout& layout, float height) {
    std::uint16_t most = 1;
    float fixed = 0;
    for (const std::uint32_t lane : layout.pinnedTracks()) {
        const Lane& pinned = layout.lanes()[lane];
        const bool hasRows = pinned.kind != LaneKind::Counter;
        most = hasRows ? std::max(most, layout.rowsOf(lane)) : most;
        fixed += pinned.height -
                 (hasRows ? static_cast<float>(pinned.visibleRows) * layout.rowPitch() : 0);
    }
    std::uint16_t rows = 1;
    while (rows < most) {
        float all = fixed;
        for (const std::uint32_t lane : layout.pinnedTracks()) {
            if (layout.lanes()[lane].kind != LaneKind::Counter) {
                const int of = std::min<int>(layout.rowsOf(lane), rows + 1);
                all += static_cast<float>(of) * layout.rowPitch();
            }
        }
        if (all > height) {
            break;
        }
        ++rows;
    }
    return rows;
}

std::uint16_t pinnedRowsNow(const TrackLayout& layout) {
    std::uint16_t rows = 0;
    for (const std::uint32_t lane : layout.pinnedTracks()) {
        rows = std::max(rows, layout.lanes()[lane].visibleRows);
    }
    return rows;
}

TrackArrangement arrangementOf(const TrackLayout& layout) {
    TrackArrangement arrangement;
    const auto order = layout.order();
    arrangement.maxPinnedRows = layout.maxPinnedRows();
    arrangement.grouping = layout.grouping();
    arrangement.sort = layout.sort();
    for (const Lane& lane : layout.lanes()) {
        if (lane.pinned) {
            arrangement.pinned.push_back(lane.key);
        }
        if (lane.hidden != lane.startsHidden) {
            (lane.hidden ? arrangement.hidden : arrangement.shown).push_back(lane.key);
        }
        if (lane.collapsed != lane.startsCollapsed) {
            (lane.collapsed ? arrangement.collapsed : arrangement.expanded).push_back(lane.key);
        }
        if (lane.showsAllRows) {
            arrangement.allRows.push_back(lane.key);
        }
        if (lane.folded) {
            arrangement.folded.push_back(lane.key);
        }
    }
    if (!std::is_sorted(order.begin(), order.end())) {
        for (const std::uint32_t lane : order) {
            arrangement.order.push_back(layout.lanes()[lane].key);
        }
    }
    return arrangement;
}

void arrange(TrackLayout& layout, const TrackArrangement& arrangement) {
    using Keys = std::unordered_set<std::string_view, TextHash>;
    const auto keysOf = [](const std::vector<std::string>& keys) {
        return Keys(keys.begin(), keys.end());
    };
    const auto isChanged = [](bool start, const Keys& on, const Keys& off, const Lane& lane) {
        return start ? !off.contains(lane.key) : on.contains(lane.key);
    };
    const Keys hidden = keysOf(arrangement.hidden);
    const Keys shown = keysOf(arrangement.shown);
    const Keys collapsed = keysOf(arrangement.collapsed);
    const Keys expanded = keysOf(arrangement.expanded);
    const Keys folded = keysOf(arrangement.folded);
    const Keys allRows = keysOf(arrangement.allRows);
    const Keys pinned = keysOf(arrangement.pinned);
    std::vector<LaneFold> folds = layout.folds();
    std::unordered_map<std::string_view, std::uint32_t, TextHash> laneOf;
    for (LaneFold& fold : folds) {
        const Lane& lane = layout.lanes()[fold.lane];
        laneOf.emplace(lane.key, static_cast<std::uint32_t>(fold.lane));
        fold.hidden = isChanged(lane.startsHidden, hidden, shown, lane);
        fold.collapsed =
            lane.collapsible && isChanged(lane.startsCollapsed, collapsed, expanded, lane);
        fold.folded = lane.overflowRows > 0 && folded.contains(lane.key);
        fold.showsAllRows = (lane.showsAllRows || lane.isLimited()) && allRows.contains(lane.key);
    }
    layout.exchangeFolds(folds);
    for (std::size_t at = 0; at < layout.lanes().size(); ++at) {
        if (const Lane& lane = layout.lanes()[at]; lane.pinned != pinned.contains(lane.key)) {
            layout.setPinned(at, !lane.pinned);
        }
    }
    layout.setMaxPinnedRows(arrangement.maxPinnedRows);
    const bool isUnknown = !arrangement.order.empty() && arrangement.sort == TrackSort::Usual;
    std::vector<std::uint32_t> order;
    for (const std::string& key : arrangement.order) {
        if (const auto found = laneOf.find(key); found != laneOf.end()) {
            order.push_back(found->second);
        }
    }
    if (order.empty()) {
        order.resize(layout.lanes().size());
        std::iota(order.begin(), order.end(), 0U);
    }
    layout.setOrder(order, isUnknown ? TrackSort::Hand : arrangement.sort);
}

TrackLayout relaid(const TrackLayout& before, const Trace& trace,
                   std::span<const CounterCurve> counters,
                   std::span<const AnnotationRows> annotations, TrackGrouping grouping) {
    TrackLayout layout = TrackLayout::build(trace, counters, annotations, grouping);
    layout.setCompact(before.isCompact());
    arrange(layout, arrangementOf(before));
    if (grouping != before.grouping() && before.sort() != TrackSort::Hand) {
        sortTracks(layout, trace, before.sort());
    }
    layout.setFilter(before.filter());
    return layout;
}

}  // namespace gaplight
