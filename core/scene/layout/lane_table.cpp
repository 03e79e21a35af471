// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/layout/lane_table.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/quantity_text.h"
#include "core/index/main_range.h"
#include "core/index/summary_thread.h"
#include "core/scene/layout/counter_curves.h"
#include "core/scene/layout/track_groups.h"
#include "core/scene/layout/track_layout.h"

namespace gaplight {
namespace {

// "1 thread", "12 threads".
std::string counted(std::size_t count, const std::string& noun) {
    return countText(count, noun, noun + "s");
}

std::size_t summariesIn(const Trace& trace, std::span<const TrackId> tracks) {
    return static_cast<std::size_t>(std::ranges::count_if(
        tracks, [&](TrackId id) { return isSummaryThread(trace, trace.tracks()[id.index()]); }));
}

// What some tracks of a group are called together: sums of others are no threads.
const char* trackNoun(const Trace& trace, const TrackGroup& group,
                      std::span<const TrackId> tracks) {
    return group.kind == GroupKind::Gpu                                       ? "stream"
           : group.kind == GroupKind::Host && summariesIn(trace, tracks) == 0 ? "thread"
                                                                              : "track";
}

// The tracks of a group, without sums of others where there is more. A process may have tracks that
// are no threads: asynchronous work, a domain of NVTX.
std::string groupDetail(const Trace& trace, const TrackGroup& group) {
    if (group.tracks.empty()) {
        return counted(group.counters.size(), "counter");
    }
    const bool isAsync = std::ranges::any_of(group.tracks, [&](TrackId id) {
        return trace.tracks()[id.index()].kind == TrackKind::Async;
    });
    const std::size_t own = group.tracks.size() - summariesIn(trace, group.tracks);
    return own == 0 || group.kind != GroupKind::Host
               ? counted(group.tracks.size(), trackNoun(trace, group, group.tracks))
               : counted(own, isAsync ? "track" : "thread");
}

// Whether a track has slices, but none in the part of the trace that a view begins with. O(slices).
bool isEmptyAtFirst(const Trace& trace, const std::optional<TimeRange>& main, TrackId id) {
    const Track& track = trace.tracks()[id.index()];
    return main && track.sliceCount > 0 && outermostTime(trace, track, *main) == Duration::zero();
}

// Whether all tracks of a group are so, or repeat others.
bool isEmptyAtFirst(const Trace& trace, const std::optional<TimeRange>& main,
                    const TrackGroup& group) {
    return group.kind != GroupKind::Gpu && group.counters.empty() &&
           std::all_of(group.tracks.begin(), group.tracks.end(), [&](TrackId id) {
               return isSummaryThread(trace, trace.tracks()[id.index()]) ||
                      isEmptyAtFirst(trace, main, id);
           });
}

// Whether a group starts hidden: beside a GPU, what belongs to no process.
bool startsHidden(const Trace& trace, const TrackGroup& group) {
    return group.kind == GroupKind::Other && !trace.gpuActivities().empty();
}

// Whether a group has work of the program on a GPU: launches, operators, annotations.
bool hasGpuWork(const Trace& trace, const TrackGroup& group) {
    return !trace.gpuActivities().empty() &&
           std::any_of(group.tracks.begin(), group.tracks.end(), [&](TrackId id) {
               return !isIdleThread(trace, trace.tracks()[id.index()]);
           });
}

// Moves the groups of processes that say next to nothing behind the others: those that are empty at
// first or repeat others; where there are several more, also those with less than 1 % of the work
// of the fullest and none of a GPU program. Returns how many there are; fewer than two save no
// line. O(slices of processes, where there are several).
std::size_t partMinorGroups(const Trace& trace, const std::optional<TimeRange>& main,
                            std::vector<TrackGroup>& groups) {
    constexpr std::int64_t kFullestPerMinor = 100;
    constexpr std::ptrdiff_t kMinEmpty = 2;
    constexpr std::ptrdiff_t kMinMinor = 4;  // as many headers alone
    const auto isProcess = [&](const TrackGroup& group) {
        return group.kind != GroupKind::Gpu && group.counters.empty() &&
               !startsHidden(trace, group);
    };
    if (std::count_if(groups.begin(), groups.end(), isProcess) < kMinEmpty) {
        return 0;
    }
    const TimeRange range = main.value_or(trace.range());
    const auto timeOf = [&](const TrackGroup& group) {
        Duration time{};
        for (const TrackId id : group.tracks) {
            const Track& track = trace.tracks()[id.index()];
            time +=
                isSummaryThread(trace, track) ? Duration::zero() : workTime(trace, track, range);
        }
        return time;
    };
    std::vector<bool> isEmpty;
    std::vector<bool> isMinor;
    Duration fullest{};
    for (const TrackGroup& group : groups) {
        fullest = std::max(fullest, isProcess(group) ? timeOf(group) : Duration::zero());
    }
    for (const TrackGroup& group : groups) {
        isEmpty.push_back(isProcess(group) && isEmptyAtFirst(trace, main, group));
        isMinor.push_back(isEmpty.back() ||
                          (isProcess(group) && !hasGpuWork(trace, group) &&
                           timeOf(group).count() < fullest.count() / kFullestPerMinor));
    }
    const bool areMinor = std::count(isMinor.begin(), isMinor.end(), true) >= kMinMinor;
    const std::vector<bool>& leaves = areMinor ? isMinor : isEmpty;
    if (std::count(leaves.begin(), leaves.end(), true) < kMinEmpty) {
        return 0;
    }
    std::vector<TrackGroup> parted;
    std::vector<TrackGroup> minor;
    for (std::size_t at = 0; at < groups.size(); ++at) {
        (leaves[at] ? minor : parted).push_back(std::move(groups[at]));
    }
    parted.insert(parted.end(), std::make_move_iterator(minor.begin()),
                  std::make_move_iterator(minor.end()));
    groups = std::move(parted);
    return minor.size();
}

// Moves the tracks of a group that say next to nothing behind the others: those that are empty at
// first; where there are several more, also those with less than 1 % of the work of the fullest,
// and sums of others. Returns how many there are. O(slices).
std::size_t partMinorTracks(const Trace& trace, const std::optional<TimeRange>& main,
                            TrackGroup& group) {
    constexpr std::int64_t kFullestPerMinor = 100;
    constexpr std::size_t kMinMinor = 4;  // fewer save only a few lines
    constexpr int kMinEmptyRows = 2;
    const TimeRange range = main.value_or(trace.range());
    std::vector<Duration> times;
    Duration fullest{};
    int emptyRows = 0;
    for (const TrackId id : group.tracks) {
        const Track& track = trace.tracks()[id.index()];
        times.push_back(isSummaryThread(trace, track) ? Duration::zero()
                                                      : workTime(trace, track, range));
        fullest = std::max(fullest, times.back());
    }
    const auto isEmpty = [&](std::size_t at) {
        return times[at] == Duration::zero() && isEmptyAtFirst(trace, main, group.tracks[at]);
    };
    const auto isNearlyEmpty = [&](std::size_t at) {
        const Track& track = trace.tracks()[group.tracks[at].index()];
        return track.kind != TrackKind::Async && !isMainThread(trace, group.tracks[at]) &&
               !isCriticalPath(trace, track) &&
               (fullest == Duration::zero()
                    ? track.sliceCount > 0  // all of them wait
                    : times[at].count() < fullest.count() / kFullestPerMinor);
    };
    std::size_t few = 0;
    for (std::size_t at = 0; at < group.tracks.size(); ++at) {
        emptyRows += isEmpty(at) ? trace.tracks()[group.tracks[at].index()].rows : 0;
        few += isEmpty(at) || isNearlyEmpty(at) ? 1 : 0;
    }
    std::vector<TrackId> parted;
    std::vector<TrackId> minor;
    for (std::size_t at = 0; at < group.tracks.size(); ++at) {
        const bool isMinor =
            (emptyRows >= kMinEmptyRows && isEmpty(at)) || (few >= kMinMinor && isNearlyEmpty(at));
        (isMinor ? minor : parted).push_back(group.tracks[at]);
    }
    parted.insert(parted.end(), minor.begin(), minor.end());
    group.tracks = std::move(parted);
    return minor.size();
}

// Whether a counter says next to nothing: 0 throughout, less than a kilobyte, or without a value
// until the part of the trace that a view begins with is over.
bool isMinorCounter(const CounterCurve& curve, const std::optional<TimeRange>& main) {
    constexpr double kMinBytes = 1000;
    const CounterCurve::Extent extent = curve.extent();
    return (extent.low == 0 && extent.high == 0) ||
           (main && !curve.times().empty() && curve.times().front() >= main->end) ||
           (curve.unit() == CounterUnit::Bytes && extent.high < kMinBytes);
}

// Whether the profiler recorded annotations on the streams themselves. O(slices) at worst.
bool hasGpuAnnotations(const Trace& trace, const TrackGroup& group) {
    const auto categories = trace.categories();
    if (std::none_of(categories.begin(), categories.end(), [](const Category& category) {
            return category.kind == SliceKind::GpuUserAnnotation;
        })) {
        return false;
    }
    return std::any_of(group.tracks.begin(), group.tracks.end(), [&](TrackId id) {
        const Track& track = trace.tracks()[id.index()];
        const std::size_t first = track.firstSlice.index();
        for (std::size_t at = first; at < first + track.sliceCount; ++at) {
            if (trace.kind(SliceId(at)) == SliceKind::GpuUserAnnotation) {
                return true;
            }
        }
        return false;
    });
}

// Number of leading rows of a thread that have Python frames alone, if it has annotations: frames
// of a thread without them are all that tells its parts apart. O(slices) at worst.
std::uint16_t outerFrameRows(const Trace& trace, const Track& track) {
    std::uint16_t rows = track.rows;
    bool hasAnnotations = false;
    const std::size_t first = track.firstSlice.index();
    for (std::size_t at = first; at < first + track.sliceCount && rows > 0; ++at) {
        const SliceKind kind = trace.kind(SliceId(at));
        if (kind != SliceKind::PythonFunction) {
            rows = std::min(rows, trace.slices().row(SliceId(at)));
            hasAnnotations |= kind == SliceKind::UserAnnotation;
        }
    }
    return hasAnnotations ? rows : std::uint16_t{0};
}

// What a user looks at last is out of the way from the start.
void setStart(const Trace& trace, const TrackGroup& group, Lane& lane) {
    if (lane.kind == LaneKind::GroupHeader) {
        lane.startsHidden = startsHidden(trace, group);
        lane.hidden = lane.startsHidden;
        return;
    }
    if (group.kind != GroupKind::Host || !lane.track.isValid()) {
        return;
    }
    const Track& track = trace.tracks()[lane.track.index()];
    lane.outerFrames = coveringRows(trace, track);
    if (!trace.gpuActivities().empty()) {
        lane.outerFrames = std::max(lane.outerFrames, outerFrameRows(trace, track));
    }
    // One row more is no deep thread.
    const int folded = lane.outerFrames >= Lane::kMinFoldedFrames ? lane.outerFrames - 1 : 0;
    if (lane.visibleRows - folded > TrackLayout::kMaxThreadRows + 1 &&
        !trace.gpuActivities().empty()) {
        lane.maxRows = TrackLayout::kMaxThreadRows;
    }
    lane.startsCollapsed = lane.collapsible && !trace.gpuActivities().empty() &&
                           !isMainThread(trace, lane.track) && isIdleThread(trace, track);
    lane.collapsed = lane.startsCollapsed;
}

// "python" and "12" become "python · 12", "python state" and "12 state" "python · 12 state".
void appendNumber(std::string& title, std::string_view tid) {
    const std::size_t last = tid.rfind(' ');
    if (last != std::string_view::npos && title.ends_with(tid.substr(last))) {
        title.resize(title.size() - (tid.size() - last));
    }
    title.append(" · ").append(tid);
}

// " · python 12" where titles of the group name the process.
std::string processSuffix(const Trace& trace, const TrackGroup& group, ProcessId process) {
    return group.namesProcesses && process.isValid() ? " · " + processLabel(trace, process) : "";
}

// The titles of tracks; of those that are named alike, each with its thread's number.
std::vector<std::string> distinctTitles(const Trace& trace, const TrackGroup& group) {
    const auto suffixOf = [&](TrackId id) {
        return processSuffix(trace, group, trace.tracks()[id.index()].process);
    };
    std::map<std::string, int> uses;
    for (const TrackId id : group.tracks) {
        ++uses[trackTitle(trace, id) + suffixOf(id)];
    }
    std::vector<std::string> titles;
    for (const TrackId id : group.tracks) {
        std::string title = trackTitle(trace, id);
        const Track& track = trace.tracks()[id.index()];
        const std::string_view tid = trace.text(track.tid);
        if (uses[title + suffixOf(id)] > 1 && track.kind == TrackKind::Thread && !tid.empty()) {
            appendNumber(title, tid);
        }
        titles.push_back(title + suffixOf(id));
    }
    return titles;
}

void startCollapsed(Lane& more, std::string key) {
    more.key = std::move(key);
    more.visibleRows = 1;
    more.collapsible = true;
    more.startsCollapsed = true;
    more.collapsed = true;
}

Lane& addLane(std::vector<Lane>& lanes, std::uint32_t group, LaneKind kind, std::string title,
              std::string detail = "") {
    Lane& lane = lanes.emplace_back();
    lane.kind = kind;
    lane.group = group;
    lane.title = std::move(title);
    lane.detail = std::move(detail);
    return lane;
}

Lane trackLane(const Trace& trace, const TrackGroup& group, TrackId id) {
    const Track& track = trace.tracks()[id.index()];
    Lane lane;
    lane.track = id;
    lane.key = trackKey(trace, id);
    lane.visibleRows = std::max<std::uint16_t>(track.rows, 1);
    lane.collapsible = track.rows > 1;
    // On a thread, overlapping calls push the calls nested in them down, so the last rows exist
    // only for overlaps.
    if (track.kind != TrackKind::Thread) {
        lane.overflowRows = std::min<std::uint16_t>(track.overflowRows, lane.visibleRows - 1);
    }
    setStart(trace, group, lane);
    return lane;
}

// The host's annotations mirrored above the streams of a GPU.
void addAnnotations(std::vector<Lane>& lanes, const Trace& trace, const TrackGroup& group,
                    std::uint32_t groupIndex, std::span<const AnnotationRows> annotations) {
    const AnnotationRows* mirrored =
        group.gpu ? annotationRowsOf(annotations, *group.gpu) : nullptr;
    if (mirrored == nullptr || mirrored->rowCount() == 0) {
        return;
    }
    std::string key = "annotations " + lanes.front().title;
    Lane& lane = addLane(lanes, groupIndex, LaneKind::Annotations, "annotations", "of the host");
    lane.key = std::move(key);
    lane.visibleRows = static_cast<std::uint16_t>(mirrored->rowCount());
    lane.collapsible = mirrored->rowCount() > 1;
    // One row more is no deep nesting.
    if (lane.visibleRows > TrackLayout::kMaxAnnotationRows + 1) {
        lane.maxRows = TrackLayout::kMaxAnnotationRows;
    }
    lane.startsHidden = hasGpuAnnotations(trace, group);
    lane.hidden = lane.startsHidden;
}

// The lanes of one group without positions: header, tracks, counters. `groupIndex`: into
// TrackLayout::groups(); `main`: mainRange(); `counters`: from counterCurves(). O(tracks of the
// group).
std::vector<Lane> lanesOf(const Trace& trace, TrackGroup group, std::uint32_t groupIndex,
                          const std::optional<TimeRange>& main,
                          std::span<const CounterCurve> counters,
                          std::span<const AnnotationRows> annotations) {
    const bool isEmpty = isEmptyAtFirst(trace, main, group);
    const std::size_t minor = isEmpty ? 0 : partMinorTracks(trace, main, group);
    const auto firstCounter =
        std::stable_partition(group.counters.begin(), group.counters.end(),
                              [&](std::uint32_t at) { return isMinorCounter(counters[at], main); });
    const auto minorCounters = static_cast<std::size_t>(firstCounter - group.counters.begin());
    const std::size_t firstMinor = group.tracks.size() - minor;
    const std::span<const TrackId> minorTracks = std::span(group.tracks).last(minor);
    std::vector<Lane> lanes;
    Lane& header = addLane(lanes, groupIndex, LaneKind::GroupHeader, groupTitle(trace, group),
                           groupDetail(trace, group));
    header.collapsible = true;
    header.key = "group " + header.title;
    header.startsCollapsed = isEmpty;
    header.collapsed = isEmpty;
    setStart(trace, group, header);
    addAnnotations(lanes, trace, group, groupIndex, annotations);
    // Its title is the noun alone here; addGroup() adds the count.
    const auto addMore = [&] {
        startCollapsed(
            addLane(lanes, groupIndex, LaneKind::More, trackNoun(trace, group, minorTracks)),
            "more " + lanes.front().title);
    };
    const std::vector<std::string> titles = distinctTitles(trace, group);
    for (std::size_t at = 0; at < group.tracks.size(); ++at) {
        if (minor > 0 && at == firstMinor) {
            addMore();
        }
        Lane& lane = lanes.emplace_back(trackLane(trace, group, group.tracks[at]));
        lane.group = groupIndex;
        lane.title = titles[at];
        lane.isMinor = at >= firstMinor;
    }
    if (minor == 0 && minorCounters > 0) {
        addMore();
    }
    for (const std::uint32_t counter : group.counters) {
        const CounterCurve& curve = counters[counter];
        Lane& lane = addLane(lanes, groupIndex, LaneKind::Counter,
                             curve.title() + processSuffix(trace, group, curve.process));
        lane.isMinor = isMinorCounter(curve, main);
        lane.counter = counter;
        lane.key = "counter " + lanes.front().title + " " + lane.title;
    }
    return lanes;
}

template <typename Item>
std::uint32_t sizeOf(const std::vector<Item>& items) {
    return static_cast<std::uint32_t>(items.size());
}

// The header that stands for minor groups; TrackLayout says how many in its title.
std::vector<Lane> moreGroupsLanes(std::uint32_t group) {
    std::vector<Lane> lanes;
    startCollapsed(addLane(lanes, group, LaneKind::GroupHeader, ""), "more processes");
    return lanes;
}

// A lane of another table with at most `rows` rows, in the state in which a figure shows it.
Lane reducedLane(const Lane& lane, std::uint16_t rows, std::uint16_t allRows) {
    Lane reduced = lane;
    reduced.collapsible = false;
    reduced.collapsed = false;
    reduced.pinned = false;
    reduced.isMinor = false;
    reduced.hidden = false;
    reduced.showsAllRows = true;
    reduced.visibleRows = std::min(rows, static_cast<std::uint16_t>(allRows - reduced.firstRow));
    if (reduced.kind == LaneKind::Slices && reduced.visibleRows < allRows) {
        reduced.detail = countText(reduced.visibleRows) + " of " + counted(allRows, "row");
    }
    return reduced;
}

}  // namespace

LaneTable LaneTable::build(const Trace& trace, std::span<const CounterCurve> counters,
                           std::span<const AnnotationRows> annotations, TrackGrouping grouping) {
    LaneTable table;
    table.grouping = grouping;
    table.laneOfTrack.assign(trace.tracks().size(), kNone);
    const std::optional<TimeRange> main = mainRange(trace);
    std::vector<TrackGroup> groups = groupTracks(trace, counters, grouping);
    const std::size_t minor = partMinorGroups(trace, main, groups);
    for (std::size_t at = 0; at < groups.size(); ++at) {
        const TrackGroup& group = groups[at];
        const bool isMinor = at + minor >= groups.size();
        if (isMinor && !table.moreGroups) {
            table.moreGroups = sizeOf(table.groups);
            table.addGroup({}, moreGroupsLanes(*table.moreGroups));
        }
        std::vector<Lane> added =
            lanesOf(trace, group, sizeOf(table.groups), main, counters, annotations);
        added.front().isMinor = isMinor;
        added.front().startsCollapsed |= isMinor;
        added.front().collapsed |= isMinor;
        Group entry;
        entry.kind = group.kind;
        entry.gpu = group.gpu;
        table.addGroup(std::move(entry), std::move(added));
    }
    for (std::size_t lane = 0; lane < table.lanes.size(); ++lane) {
        table.lanes[lane].firstRow = table.firstRowOf(lane);
        table.lanes[lane].visibleRows = table.rowsOf(lane);
    }
    table.addStrips(trace);
    return table;
}

void LaneTable::addGroup(Group group, std::vector<Lane> added) {
    group.title = added.front().title;
    group.collapsed = added.front().collapsed;
    group.firstLane = sizeOf(lanes);
    group.laneCount = sizeOf(added);
    for (std::uint32_t at = 0; at < group.laneCount; ++at) {
        if (added[at].kind == LaneKind::More) {
            group.more = group.firstLane + at;
            group.moreNoun = added[at].title;
        }
    }
    const std::optional<std::uint32_t> more = group.more;
    groups.push_back(std::move(group));
    for (Lane& lane : added) {
        const std::uint16_t rows = lane.visibleRows;
        add(std::move(lane), rows);
    }
    if (more) {
        lanes[*more].title = moreTitle(groups.back());
    }
}

// "7 more threads", "1 more counter", "7 more threads, 1 counter".
std::string LaneTable::moreTitle(const Group& group) const {
    const auto count = [&](LaneKind kind) {
        const auto own = std::span(lanes).subspan(group.firstLane, group.laneCount);
        return static_cast<std::size_t>(std::ranges::count_if(own, [&](const Lane& lane) {
            return lane.kind == kind && lane.isMinor && !lane.isGoneTo;
        }));
    };
    const std::size_t tracks = count(LaneKind::Slices);
    const std::size_t counters = count(LaneKind::Counter);
    const std::string noun = "more " + group.moreNoun;
    if (tracks == 0) {
        return counters == 0 ? "" : countText(counters, "more counter", "more counters");
    }
    const std::string title = countText(tracks, noun, noun + "s");
    return counters == 0 ? title : title + ", " + counted(counters, "counter");
}

void LaneTable::addStrips(const Trace& trace) {
    // More would leave too little of the window for the tracks.
    constexpr std::size_t kMaxGpus = 8;
    constexpr std::size_t kMaxGpusWithQueue = 2;
    const auto gpus = static_cast<std::size_t>(
        std::count_if(groups.begin(), groups.end(),
                      [&](const Group& group) { return group.gpu && hasStreams(trace, group); }));
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (groups[i].gpu && hasStreams(trace, groups[i]) && strips.size() < kMaxGpus) {
            Lane lane;
            lane.kind = LaneKind::Utilization;
            lane.group = static_cast<std::uint32_t>(i);
            lane.title = trace.gpuLabel(*groups[i].gpu);
            lane.detail = groups[i].title.substr(lane.title.size());
            strips.push_back(lane);
            if (gpus <= kMaxGpusWithQueue && trace.correlations().size() > 0) {
                lane.kind = LaneKind::QueueLead;
                lane.title = "host ahead";
                lane.detail.clear();
                strips.push_back(std::move(lane));
            }
        }
    }
}

void LaneTable::setHitStrips(std::span<const std::string> titles) {
    std::erase_if(strips, [](const Lane& lane) { return lane.kind == LaneKind::Hits; });
    for (std::uint32_t track = 0; track < titles.size(); ++track) {
        Lane lane;
        lane.kind = LaneKind::Hits;
        lane.counter = track;
        lane.title = titles[track];
        strips.push_back(std::move(lane));
    }
}

bool LaneTable::hasStreams(const Trace& trace, const Group& group) const {
    const auto own = std::span(lanes).subspan(group.firstLane, group.laneCount);
    return std::any_of(own.begin(), own.end(), [&](const Lane& lane) {
        return lane.track.isValid() && trace.tracks()[lane.track.index()].kind == TrackKind::Stream;
    });
}

void LaneTable::add(Lane lane, std::uint16_t rows) {
    if (lane.track.isValid()) {
        laneOfTrack[lane.track.index()] = sizeOf(lanes);
    }
    allRows.push_back(rows);
    order.push_back(sizeOf(lanes));
    lanes.push_back(std::move(lane));
}

void LaneTable::removeLast() {
    lanes.pop_back();
    allRows.pop_back();
    order.pop_back();
}

LaneTable LaneTable::reduced(std::span<const std::uint16_t> rowsOfLane) const {
    LaneTable part;
    part.laneOfTrack.assign(laneOfTrack.size(), kNone);
    for (std::size_t from = 0; from < groups.size(); ++from) {
        Group group = groups[from];
        const auto number = static_cast<std::uint32_t>(part.groups.size());
        const std::uint32_t first = sizeOf(part.lanes);
        for (std::size_t at = group.firstLane; at < group.firstLane + group.laneCount; ++at) {
            if (lanes[at].kind == LaneKind::GroupHeader ||
                (rowsOfLane[at] > 0 && lanes[at].kind != LaneKind::More)) {
                part.add(reducedLane(lanes[at], rowsOfLane[at], allRows[at]), allRows[at]);
                part.lanes.back().group = number;
            }
        }
        const std::uint32_t kept = sizeOf(part.lanes) - first;
        if (kept == 1) {  // only the header is left
            part.removeLast();
            continue;
        }
        if (kept < group.laneCount) {
            // The text counts all tracks, including removed ones.
            part.lanes[first].detail.clear();
        }
        group.collapsed = false;
        group.more.reset();
        group.firstLane = first;
        group.laneCount = kept;
        for (const Lane& strip : strips) {
            if (strip.group == from && strip.kind != LaneKind::Hits) {
                part.strips.push_back(strip);
                part.strips.back().group = number;
                part.strips.back().detail.clear();  // the figure's head names the GPU
            }
        }
        part.groups.push_back(std::move(group));
    }
    return part;
}

std::uint16_t LaneTable::firstRowOf(std::size_t lane) const {
    const Lane& of = lanes[lane];
    if (of.collapsed) {
        return 0;
    }
    const std::uint16_t outer = of.showsOuterFrames ? std::uint16_t{0} : of.outerFrames;
    const std::uint16_t frames =
        of.showsAllRows ? std::uint16_t{0} : std::max(outer, of.filledRows);
    const int folded = frames >= Lane::kMinFoldedFrames ? frames - 1 : 0;
    return std::max(static_cast<std::uint16_t>(folded), of.cutAbove);
}

std::uint16_t LaneTable::rowsOf(std::size_t lane) const {
    return lanes[lane].collapsed
               ? std::uint16_t{1}
               : static_cast<std::uint16_t>(unfoldedRows(lane) - firstRowOf(lane) -
                                            rowsBelowLimit(lane));
}

std::uint16_t LaneTable::rowsBelowLimit(std::size_t lane) const {
    const Lane& of = lanes[lane];
    const int first = firstRowOf(lane);
    int last = unfoldedRows(lane);
    if (of.collapsed) {
        return 0;
    }
    if (of.maxRows > 0 && !of.showsAllRows) {
        last = std::min(last, std::max<int>(first + of.maxRows, of.leastRows));
    }
    if (of.cutFrom > 0) {
        last = std::min<int>(last, std::max<int>(of.cutFrom, first + 1));
    }
    return static_cast<std::uint16_t>(unfoldedRows(lane) - last);
}

std::uint16_t LaneTable::unfoldedRows(std::size_t lane) const {
    return static_cast<std::uint16_t>(allRows[lane] -
                                      (lanes[lane].folded ? lanes[lane].overflowRows : 0));
}

void LaneTable::move(std::size_t lane, std::size_t neighbor, bool behind) {
    const Lane& moved = lanes[lane];
    const Lane& beside = lanes[neighbor];
    const bool isGroup = moved.kind == LaneKind::GroupHeader;
    if (lane == neighbor ||
        (isGroup ? moved.group == beside.group
                 : moved.group != beside.group || beside.kind == LaneKind::GroupHeader)) {
        return;
    }
    const auto belongs = [&](std::uint32_t i, std::size_t to) {
        return isGroup ? lanes[i].group == lanes[to].group : i == to;
    };
    std::vector<std::uint32_t> taken;
    std::vector<std::uint32_t> rest;
    for (const std::uint32_t i : order) {
        (belongs(i, lane) ? taken : rest).push_back(i);
    }
    auto at = std::find_if(rest.begin(), rest.end(),
                           [&](std::uint32_t i) { return belongs(i, neighbor); });
    while (behind && at != rest.end() && belongs(*at, neighbor)) {
        ++at;
    }
    rest.insert(at, taken.begin(), taken.end());
    order = std::move(rest);
}

void LaneTable::setOrder(std::span<const std::uint32_t> wanted) {
    const std::size_t count = lanes.size();
    std::vector<std::size_t> rank(count);
    for (std::size_t at = 0; at < count; ++at) {
        rank[order[at]] = wanted.size() + at;
    }
    for (std::size_t at = 0; at < wanted.size(); ++at) {
        rank[wanted[at]] = at;
    }
    const auto key = [&](std::uint32_t i) {
        const std::uint32_t header = groups[lanes[i].group].firstLane;
        return std::make_tuple(rank[header], i != header, rank[i]);
    };
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
}

}  // namespace gaplight
