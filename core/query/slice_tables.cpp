// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <charconv>
#include <string>

#include "core/analysis/gpu/launch_delay.h"
#include "core/analysis/torch/kernel_group.h"
#include "core/base/digit_run.h"
#include "core/index/range_slices.h"
#include "core/query/query_table.h"

namespace gaplight {

std::string_view sliceKindName(SliceKind kind) {
    constexpr std::array<std::string_view, 13> kNames{"other",
                                                      "cpu_op",
                                                      "user_annotation",
                                                      "gpu_user_annotation",
                                                      "python_function",
                                                      "runtime",
                                                      "driver",
                                                      "kernel",
                                                      "memcpy",
                                                      "memset",
                                                      "sync",
                                                      "overhead",
                                                      "trace_span"};
    static_assert(kNames.size() == static_cast<std::size_t>(SliceKind::TraceSpan) + 1);
    return kNames.at(static_cast<std::size_t>(kind));
}

namespace {

const SliceTable& slicesOf(const QueryRow& row) {
    return row.data.trace().slices();
}

std::int64_t depthOf(const QueryRow& row) {
    std::int64_t depth = 0;
    for (SliceId at = slicesOf(row).parent(row.slice); at.isValid(); ++depth) {
        at = slicesOf(row).parent(at);
    }
    return depth;
}

StringId categoryOf(const QueryRow& row) {
    return row.data.trace().categories()[slicesOf(row).category(row.slice).index()].name;
}

const GpuActivity& activityOf(const QueryRow& row) {
    const std::span<const GpuActivity> all = row.data.trace().gpuActivities();
    return *std::ranges::lower_bound(all, row.slice, {}, &GpuActivity::slice);
}

template <class Id>
QueryValue wideId(const std::optional<Id>& id) {
    return id ? QueryValue(static_cast<std::int64_t>(*id)) : QueryValue();
}

QueryValue nothing(const QueryRow& /*row*/) {
    return {};
}

// Position of the kind's name among all of them.
std::uint32_t rankOfKind(SliceKind kind) {
    constexpr std::size_t kKinds = static_cast<std::size_t>(SliceKind::TraceSpan) + 1;
    static const auto kRanks = [] {
        std::array<std::uint32_t, kKinds> ranks{};
        for (std::size_t at = 0; at < kKinds; ++at) {
            for (std::size_t other = 0; other < kKinds; ++other) {
                ranks[at] += sliceKindName(static_cast<SliceKind>(other)) <
                                     sliceKindName(static_cast<SliceKind>(at))
                                 ? 1
                                 : 0;
            }
        }
        return ranks;
    }();
    return kRanks.at(static_cast<std::size_t>(kind));
}

// Of every table of slices, as in Perfetto.
std::vector<QueryColumn> sliceColumns() {
    return {
        {"id", Unit::Number, "the slice's number",
         [](const QueryRow& r) { return idValue(r.slice); }, QueryKey::Row},
        {"type", Unit::Text, "always 'slice'",
         [](const QueryRow& /*row*/) { return QueryValue(std::string_view("slice")); },
         QueryKey::None, true},
        {"ts", Unit::SinceStart, "start on the clock of the trace",
         [](const QueryRow& r) { return QueryValue(ns(slicesOf(r).start(r.slice))); },
         QueryKey::Begin},
        {"dur", Unit::Nanoseconds, "duration",
         [](const QueryRow& r) { return QueryValue(ns(slicesOf(r).duration(r.slice))); }},
        {"ts_end", Unit::SinceStart, "ts + dur",
         [](const QueryRow& r) { return QueryValue(ns(slicesOf(r).end(r.slice))); }, QueryKey::End},
        {"track_id", Unit::Number, "its track: track.id, thread_track.id",
         [](const QueryRow& r) { return idValue(r.data.trace().trackOf(r.slice)); },
         QueryKey::Track, false, nullptr,
         [](const QueryRow& r) { return r.data.trace().trackOf(r.slice).value; }},
        {"category", Unit::Text, "category as in the file", nullptr, QueryKey::None, false,
         categoryOf},
        {"cat", Unit::Text, "the same", nullptr, QueryKey::None, true, categoryOf},
        {"name", Unit::Text, "name as in the file", nullptr, QueryKey::None, false,
         [](const QueryRow& r) { return slicesOf(r).name(r.slice); }},
        {"kind", Unit::Text, "what Gaplight takes it for: kernel, memcpy, cpu_op, runtime, …",
         [](const QueryRow& r) { return QueryValue(sliceKindName(r.data.trace().kind(r.slice))); },
         QueryKey::None, false, nullptr,
         [](const QueryRow& r) { return rankOfKind(r.data.trace().kind(r.slice)); }},
        {"depth", Unit::Count, "number of slices around it on its track",
         [](const QueryRow& r) { return QueryValue(depthOf(r)); }, QueryKey::None, false, nullptr,
         [](const QueryRow& r) { return static_cast<std::uint32_t>(depthOf(r)); }},
        {"parent_id", Unit::Number, "the slice directly around it; NULL: none",
         [](const QueryRow& r) { return idValue(slicesOf(r).parent(r.slice)); }, QueryKey::Parent},
        {"arg_set_id", Unit::Number, "its args: args.arg_set_id, extract_arg()",
         [](const QueryRow& r) { return idValue(r.slice); }},
        {"correlation", Unit::Number, "number that a call and what it launched share",
         [](const QueryRow& r) { return wideId(r.data.trace().correlations().find(r.slice)); }},
        {"external_id", Unit::Number, "External id of an operator, and of what it launched",
         [](const QueryRow& r) { return wideId(r.data.trace().externalIds().find(r.slice)); }},
        {"slice_id", Unit::Number, "the same as id",
         [](const QueryRow& r) { return idValue(r.slice); }, QueryKey::Row, true},
        {"thread_ts", Unit::SinceStart, "always NULL: CPU time is not recorded", nothing,
         QueryKey::None, true},
        {"thread_dur", Unit::Nanoseconds, "always NULL: CPU time is not recorded", nothing,
         QueryKey::None, true},
    };
}

// Of the thread whose states or samples the row's track has. O(tracks).
QueryValue threadOfRow(const QueryRow& row) {
    const std::span<const Track> tracks = row.data.trace().tracks();
    const Track& own = tracks[row.data.trace().trackOf(row.slice).index()];
    const std::string_view ownTid = row.data.trace().text(own.tid);
    const std::string_view tid = ownTid.substr(0, ownTid.rfind(' '));
    const auto thread = std::ranges::find_if(tracks, [&](const Track& track) {
        return track.process == own.process && row.data.trace().text(track.tid) == tid;
    });
    return thread == tracks.end() ? QueryValue() : countValue(thread - tracks.begin());
}

// As Perfetto abbreviates states.
QueryValue stateOf(const QueryRow& row) {
    const std::string_view name = row.data.trace().name(row.slice);
    return std::string_view(name.starts_with(kRunningState)   ? "Running"
                            : name == "Runnable"              ? "R"
                            : name == "Sleeping"              ? "S"
                            : name == "Uninterruptible sleep" ? "D"
                            : name == "Stopped"               ? "T"
                                                              : name);
}

QueryValue cpuOf(const QueryRow& row) {
    const std::string_view name = row.data.trace().name(row.slice);
    return name.starts_with(kRunningState)
               ? optionalValue(parseNumber<std::int64_t>(name.substr(kRunningState.size())))
               : QueryValue();
}

// Of kernels, copies and memsets.
std::vector<QueryColumn> activityColumns() {
    return withColumns(
        sliceColumns(),
        {{"gpu", Unit::Number, "number of its GPU",
          [](const QueryRow& r) { return recordedValue(activityOf(r).gpu.device); }},
         {"stream", Unit::Number, "number of its stream",
          [](const QueryRow& r) { return recordedValue(activityOf(r).stream); }},
         {"launch_id", Unit::Number, "slice of the call that launched it",
          [](const QueryRow& r) {
              return idValue(r.data.session().indexes->launches.launchOf(r.slice));
          }},
         {"launch_ts", Unit::SinceStart, "start of that call", [](const QueryRow& r) {
              const SliceId launch = r.data.session().indexes->launches.launchOf(r.slice);
              return launch.isValid() ? QueryValue(ns(slicesOf(r).start(launch))) : QueryValue();
          }}});
}

template <std::size_t Axis>
QueryColumn gridColumn(std::string_view name) {
    return {name, Unit::Count, "blocks of the grid", [](const QueryRow& r) {
                const KernelConfig* config = r.data.trace().kernelConfigs().find(r.slice);
                return config == nullptr ? QueryValue() : countValue(config->grid[Axis]);
            }};
}
template <std::size_t Axis>
QueryColumn blockColumn(std::string_view name) {
    return {name, Unit::Count, "threads of a block", [](const QueryRow& r) {
                const KernelConfig* config = r.data.trace().kernelConfigs().find(r.slice);
                return config == nullptr ? QueryValue() : countValue(config->block[Axis]);
            }};
}

// A field of the launch configuration; NULL where there is none, or `none` is in it.
template <auto Member, std::int64_t none = -1>
QueryValue configValue(const QueryRow& row) {
    const KernelConfig* config = row.data.trace().kernelConfigs().find(row.slice);
    if (config == nullptr || config->*Member == none) {
        return {};
    }
    using Field = std::remove_cvref_t<decltype(config->*Member)>;
    if constexpr (std::is_floating_point_v<Field>) {
        return static_cast<double>(config->*Member);
    } else {
        return static_cast<std::int64_t>(config->*Member);
    }
}

std::vector<QueryColumn> kernelColumns() {
    return withColumns(
        activityColumns(),
        {{"short_name", Unit::Text, "name without namespaces, template arguments and parameters",
          [](const QueryRow& r) {
              return QueryValue(shortKernelName(r.data.trace().name(r.slice)));
          }},
         {"kernel_group", Unit::Text, "purpose by its name: matmul, attention, norm, …",
          [](const QueryRow& r) {
              return QueryValue(kernelGroupName(kernelGroupOf(r.data.trace().name(r.slice))));
          }},
         gridColumn<0>("grid_x"),
         gridColumn<1>("grid_y"),
         gridColumn<2>("grid_z"),
         blockColumn<0>("block_x"),
         blockColumn<1>("block_y"),
         blockColumn<2>("block_z"),
         {"registers_per_thread", Unit::Count, "registers of each thread",
          configValue<&KernelConfig::registersPerThread>},
         {"shared_memory_bytes", Unit::Bytes, "shared memory of a block",
          configValue<&KernelConfig::sharedMemoryBytes>},
         {"occupancy_percent", Unit::Factor, "achievable occupancy, as recorded",
          configValue<&KernelConfig::occupancyPercent>},
         {"graph_id", Unit::Number, "the CUDA graph that it was replayed in; NULL: none",
          configValue<&KernelConfig::graphId, 0>},
         {"graph_node_id", Unit::Number, "its node there",
          configValue<&KernelConfig::graphNodeId, 0>}});
}

template <StringId CopyFacts::*Member>
QueryValue copyKindText(const QueryRow& row) {
    const CopyFacts* facts = row.data.trace().copyFacts().find(row.slice);
    return facts == nullptr ? QueryValue() : textValue(row.data.trace().text(facts->*Member));
}

std::vector<QueryColumn> copyColumns() {
    return withColumns(
        activityColumns(),
        {{"bytes", Unit::Bytes, "bytes copied or set",
          [](const QueryRow& r) {
              const CopyFacts* facts = r.data.trace().copyFacts().find(r.slice);
              return facts == nullptr ? QueryValue() : recordedValue(facts->bytes);
          }},
         {"source_kind", Unit::Text, "memory that it reads: pageable, pinned, device",
          copyKindText<&CopyFacts::sourceKind>},
         {"destination_kind", Unit::Text, "memory that it writes",
          copyKindText<&CopyFacts::destinationKind>}});
}

template <auto Member>
QueryColumn launchedColumn(std::string_view name, Unit unit, std::string_view description) {
    return {
        name, unit, description, [](const QueryRow& r) -> QueryValue {
            const LaunchedWork work =
                workLaunchedIn(r.data.trace(), r.data.session().indexes->launches, r.slice);
            if constexpr (std::is_same_v<std::remove_cvref_t<decltype(work.*Member)>, Duration>) {
                return ns(work.*Member);
            } else {
                return countValue(work.*Member);
            }
        }};
}

// Rows as ranges; they may come in any order, and twice.
std::vector<RowRange> rangesOf(std::vector<std::size_t> rows) {
    std::ranges::sort(rows);
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    std::vector<RowRange> ranges;
    for (const std::size_t row : rows) {
        if (ranges.empty() || ranges.back().last != row) {
            ranges.push_back({row, row + 1});
        } else {
            ++ranges.back().last;
        }
    }
    return ranges;
}

// Slices of one track within the bounds of times. With a bound of ends, from the rows of the track:
// slices that begin long before may end within.
void addTrack(const QueryData& data, TrackId id, const QueryInterval& begin, std::int64_t endLow,
              std::vector<RowRange>& ranges) {
    const Track& track = data.trace().tracks()[id.index()];
    if (track.sliceCount == 0) {
        return;
    }
    const std::size_t base = track.firstSlice.index();
    const std::span<const Time> starts =
        data.trace().slices().starts().subspan(base, track.sliceCount);
    const auto low = std::lower_bound(starts.begin(), starts.end(), timeFromNs(begin.low));
    const auto high = std::upper_bound(low, starts.end(), timeFromNs(begin.high));
    const RowRange all{base + static_cast<std::size_t>(low - starts.begin()),
                       base + static_cast<std::size_t>(high - starts.begin())};
    if (all.first == all.last) {
        return;
    }
    if (endLow <= begin.low) {
        ranges.push_back(all);
        return;
    }
    const TimeRange within{timeFromNs(endLow - 1), high == starts.end() ? Time::max() : *high};
    std::vector<std::size_t> found;
    forEachSliceWithin(data.trace(), data.session().indexes->rows, id, within,
                       [&](SliceId slice) { found.push_back(slice.index()); });
    const std::vector<RowRange> merged = rangesOf(std::move(found));
    ranges.insert(ranges.end(), merged.begin(), merged.end());
}

// Slices that follow `parent` and begin until its end: those inside it, and few others.
std::vector<RowRange> slicesInside(const Trace& trace, std::int64_t parent) {
    if (parent < 0 || static_cast<std::size_t>(parent) >= trace.slices().size()) {
        return {};
    }
    const SliceId slice(static_cast<std::size_t>(parent));
    const Track& track = trace.tracks()[trace.trackOf(slice).index()];
    const std::span<const Time> starts = trace.slices().starts();
    const auto first = starts.begin() + parent + 1;
    const auto last =
        starts.begin() + static_cast<std::ptrdiff_t>(track.firstSlice.index() + track.sliceCount);
    return {{static_cast<std::size_t>(parent) + 1,
             static_cast<std::size_t>(std::upper_bound(first, last, trace.slices().end(slice)) -
                                      starts.begin())}};
}

void cutTo(std::vector<RowRange>& ranges, const RowRange& part) {
    for (RowRange& range : ranges) {
        range.first = std::max(range.first, part.first);
        range.last = std::min(range.last, part.last);
    }
    std::erase_if(ranges, [](const RowRange& range) { return range.first >= range.last; });
}

std::vector<RowRange> narrowSlices(const QueryData& data, const QueryBounds& bounds) {
    const std::size_t count = data.trace().slices().size();
    const QueryInterval& end = boundOf(bounds, QueryKey::End);
    QueryInterval begin = boundOf(bounds, QueryKey::Begin);
    begin.high = std::min(begin.high, end.high);  // none ends before it begins
    const QueryInterval& track = boundOf(bounds, QueryKey::Track);
    std::vector<RowRange> ranges;
    if (boundOf(bounds, QueryKey::Parent).isPoint()) {
        ranges = slicesInside(data.trace(), boundOf(bounds, QueryKey::Parent).low);
    } else if (begin.low != QueryInterval().low || begin.high != QueryInterval().high ||
               end.low != QueryInterval().low || track.isPoint()) {
        for (std::size_t at = 0; at < data.trace().tracks().size(); ++at) {
            if (track.contains(static_cast<std::int64_t>(at))) {
                addTrack(data, TrackId(at), begin, end.low, ranges);
            }
        }
        std::ranges::sort(ranges, {}, &RowRange::first);  // ids of tracks are in no order
    } else {
        ranges = {{0, count}};
    }
    const std::vector<RowRange> rows = rowsWithin(bounds, count);
    cutTo(ranges, rows.empty() ? RowRange{} : rows.front());
    return ranges;
}

// The rows of a table of some slices, ascending, whose slices are in `ranges`.
std::vector<RowRange> rowsOfSlices(std::span<const SliceId> some, std::vector<RowRange> ranges) {
    for (RowRange& range : ranges) {
        const auto rowOf = [&](std::size_t slice) {
            return static_cast<std::size_t>(std::ranges::lower_bound(some, SliceId(slice)) -
                                            some.begin());
        };
        range = {rowOf(range.first), rowOf(range.last)};
    }
    std::erase_if(ranges, [](const RowRange& range) { return range.first == range.last; });
    return ranges;
}

// A table of some slices: `Some` gives them, ascending.
template <std::span<const SliceId> (*Some)(const QueryData&)>
QueryTable tableOfSome(std::string_view name, std::string_view description,
                       std::vector<QueryColumn> columns) {
    return {name,
            description,
            std::move(columns),
            [](const QueryData& data) { return Some(data).size(); },
            [](const QueryData& data, const QueryBounds& bounds) {
                return rowsOfSlices(Some(data), narrowSlices(data, bounds));
            },
            [](const QueryData& data, std::size_t index) { return Some(data)[index]; }};
}

QueryTable tableOfAll(std::string_view name, std::string_view description,
                      std::vector<QueryColumn> columns) {
    return {name,
            description,
            std::move(columns),
            [](const QueryData& data) { return data.trace().slices().size(); },
            narrowSlices,
            [](const QueryData& /*data*/, std::size_t index) { return SliceId(index); }};
}

// A table that is called as a function: its argument is the first hidden column, which SQLite does
// not compare again.
std::vector<QueryColumn> withArgument() {
    return withColumns(
        {{"start_id", Unit::Number, "the slice: its argument", nothing, QueryKey::Argument, true}},
        sliceColumns());
}

QueryTable ancestorTable() {
    QueryTable table =
        tableOfAll("ancestor_slice",
                   "ancestor_slice(ID): the slices around a slice, as in Perfetto", withArgument());
    table.narrow = [](const QueryData& data, const QueryBounds& bounds) -> std::vector<RowRange> {
        const QueryInterval& of = boundOf(bounds, QueryKey::Argument);
        const SliceTable& slices = data.trace().slices();
        if (!of.isPoint() || of.low < 0 || static_cast<std::size_t>(of.low) >= slices.size()) {
            return {};
        }
        std::vector<std::size_t> rows;
        SliceId at = slices.parent(SliceId(static_cast<std::size_t>(of.low)));
        for (; at.isValid(); at = slices.parent(at)) {
            rows.push_back(at.index());
        }
        return rangesOf(std::move(rows));
    };
    return table;
}

QueryTable descendantTable() {
    QueryTable table = tableOfAll("descendant_slice",
                                  "descendant_slice(ID): the slices inside a slice, as in Perfetto",
                                  withArgument());
    table.narrow = [](const QueryData& data, const QueryBounds& bounds) -> std::vector<RowRange> {
        const QueryInterval& of = boundOf(bounds, QueryKey::Argument);
        if (!of.isPoint()) {
            return {};
        }
        const SliceTable& slices = data.trace().slices();
        std::vector<std::size_t> rows;
        for (const RowRange& range : slicesInside(data.trace(), of.low)) {
            for (std::size_t row = range.first; row < range.last; ++row) {
                SliceId at = slices.parent(SliceId(row));
                while (at.isValid() && at.value > static_cast<std::uint32_t>(of.low)) {
                    at = slices.parent(at);
                }
                if (at.isValid() && at.value == static_cast<std::uint32_t>(of.low)) {
                    rows.push_back(row);
                }
            }
        }
        return rangesOf(std::move(rows));
    };
    return table;
}

std::span<const SliceId> kernelsOf(const QueryData& data) {
    return data.kernels();
}
std::span<const SliceId> copiesOf(const QueryData& data) {
    return data.copies();
}
std::span<const SliceId> statesOf(const QueryData& data) {
    return data.threadStates();
}
std::span<const SliceId> runningOf(const QueryData& data) {
    return data.runningStates();
}
std::span<const SliceId> samplesOf(const QueryData& data) {
    return data.stackSamples();
}
std::span<const SliceId> launchesOf(const QueryData& data) {
    return data.session().indexes->launches.launches();
}
std::span<const SliceId> annotationsOf(const QueryData& data) {
    return data.session().analysis.annotationSlices;
}

QueryTable gpuSliceTable() {
    return {"gpu_slice",
            "kernels, copies and memsets",
            activityColumns(),
            [](const QueryData& data) { return data.trace().gpuActivities().size(); },
            [](const QueryData& data, const QueryBounds& bounds) {
                const std::span<const GpuActivity> all = data.trace().gpuActivities();
                std::vector<RowRange> ranges = narrowSlices(data, bounds);
                for (RowRange& range : ranges) {
                    const auto rowOf = [&](std::size_t slice) {
                        return static_cast<std::size_t>(
                            std::ranges::lower_bound(all, SliceId(slice), {}, &GpuActivity::slice) -
                            all.begin());
                    };
                    range = {rowOf(range.first), rowOf(range.last)};
                }
                return ranges;
            },
            [](const QueryData& data, std::size_t index) {
                return data.trace().gpuActivities()[index].slice;
            }};
}

QueryTable blockingCallTable() {
    QueryTable table{
        "blocking_call",
        "API calls in which the host waits for the GPU",
        withColumns(sliceColumns(),
                    {{"by_profiler", Unit::Number, "1: made by the profiler, 0: by the program",
                      [](const QueryRow& r) {
                          return countValue(
                              int{r.data.session().analysis.blockingCalls[r.index].byProfiler});
                      }}}),
        [](const QueryData& data) { return data.session().analysis.blockingCalls.size(); },
        nullptr,
        [](const QueryData& data, std::size_t index) {
            return data.session().analysis.blockingCalls[index].slice;
        }};
    // Few: rows are compared one by one.
    table.narrow = [](const QueryData& data, const QueryBounds& /*bounds*/) {
        return std::vector<RowRange>{{0, data.session().analysis.blockingCalls.size()}};
    };
    return table;
}

}  // namespace

void addSliceTables(std::vector<QueryTable>& tables) {
    tables.push_back(
        tableOfAll("slice", "everything with a duration, of hosts and GPUs", sliceColumns()));
    tables.back().alias = "slices";
    tables.push_back(gpuSliceTable());
    tables.push_back(ancestorTable());
    tables.push_back(descendantTable());
    const QueryColumn utid{"utid", Unit::Number, "the thread: thread.utid", threadOfRow};
    const QueryColumn cpu{"cpu", Unit::Number, "where it runs; NULL: it does not", cpuOf};
    tables.push_back(tableOfSome<statesOf>(
        "thread_state", "states of threads, where the kernel's scheduler was recorded",
        withColumns(
            sliceColumns(),
            {utid,
             {"state", Unit::Text,
              "Running, R (runnable), S (sleeping), D (uninterruptible), T (stopped)", stateOf},
             cpu})));
    tables.push_back(tableOfSome<runningOf>("sched", "when threads ran on a CPU",
                                            withColumns(sliceColumns(), {utid, cpu})));
    tables.back().alias = "sched_slice";
    tables.push_back(tableOfSome<samplesOf>(
        "stack_sample", "frames of sampled call stacks, from sample to sample of a thread",
        withColumns(sliceColumns(), {utid})));
    tables.push_back(tableOfSome<kernelsOf>("kernel", "kernels of GPUs", kernelColumns()));
    tables.push_back(tableOfSome<copiesOf>("copy", "copies and memsets of GPUs", copyColumns()));
    tables.push_back(tableOfSome<launchesOf>(
        "launch", "API calls that launched work",
        withColumns(sliceColumns(),
                    {{"activities", Unit::Count, "kernels, copies and memsets launched",
                      [](const QueryRow& r) {
                          return countValue(
                              r.data.session().indexes->launches.activitiesAt(r.index).size());
                      }},
                     {"first_activity_id", Unit::Number, "slice of the first of them",
                      [](const QueryRow& r) {
                          const ActivityId first =
                              r.data.session().indexes->launches.activitiesAt(r.index)[0];
                          return idValue(r.data.trace().gpuActivities()[first.index()].slice);
                      }}})));
    tables.push_back(blockingCallTable());
    tables.push_back(tableOfSome<annotationsOf>(
        "annotation", "ranges that the program names on its threads (record_function, NVTX)",
        withColumns(sliceColumns(),
                    {launchedColumn<&LaunchedWork::activities>("activities", Unit::Count,
                                                               "GPU activities launched inside"),
                     launchedColumn<&LaunchedWork::sum>("gpu_dur", Unit::Nanoseconds,
                                                        "sum of their durations"),
                     launchedColumn<&LaunchedWork::busy>("gpu_busy", Unit::Nanoseconds,
                                                         "length of their union")})));
}

}  // namespace gaplight
