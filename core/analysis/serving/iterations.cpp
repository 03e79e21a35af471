// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/serving/iterations.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <map>
#include <unordered_map>

#include "core/analysis/serving/graph_buckets.h"
#include "core/analysis/slices/slice_scan.h"
#include "core/analysis/torch/annotation_name.h"
#include "core/analysis/torch/name_classes.h"
#include "core/base/intervals.h"

namespace gaplight {
namespace {

constexpr std::uint32_t kMinPieces = 3;  // graphs of an iteration that is launched piecewise

// Readings of names, each distinct one once.
class NameReadings {
public:
    explicit NameReadings(const Trace& trace) : m_trace(trace) {}

    const std::optional<IterationName>& of(SliceId slice) {
        const StringId name = m_trace.slices().name(slice);
        const auto [known, isNew] = m_readings.try_emplace(name);
        if (isNew) {
            known->second = readIterationName(m_trace.text(name));
        }
        return known->second;
    }

private:
    const Trace& m_trace;
    std::unordered_map<StringId, std::optional<IterationName>> m_readings;
};

// What an annotation inside another one of the same iteration says beside it: a server that has two
// dialects writes both.
void addReading(const IterationName& inner, IterationName& name) {
    const auto add = [](auto& known, const auto& more) {
        if (!known) {
            known = more;
        }
    };
    if (inner.phase != name.phase || inner.requests != name.requests) {
        return;
    }
    add(name.tokens, inner.tokens);
    add(name.contextRequests, inner.contextRequests);
    add(name.contextTokens, inner.contextTokens);
    add(name.generationRequests, inner.generationRequests);
    add(name.generationTokens, inner.generationTokens);
    add(name.bucket, inner.bucket);
    add(name.contextSums, inner.contextSums);
    add(name.generationSums, inner.generationSums);
}

// Finds the iteration that an instant of the host is in.
class IterationLookup {
public:
    explicit IterationLookup(std::span<const ServingIteration> rows) : m_rows(rows) {}

    // The last one that begins before `time`.
    std::optional<std::size_t> at(Time time) const {
        const auto after =
            std::ranges::upper_bound(m_rows, time, std::ranges::less{},
                                     [](const ServingIteration& row) { return row.host.begin; });
        return after == m_rows.begin()
                   ? std::nullopt
                   : std::optional(static_cast<std::size_t>(after - m_rows.begin()) - 1);
    }

private:
    std::span<const ServingIteration> m_rows;
};

// Of the calls of an iteration, in their order.
struct LaunchCounts {
    std::uint32_t gapsWithKernels = 0;  // between graphs, in which kernels are launched one by one
    std::uint32_t kernelsSinceGraph = 0;
};

// Adds calls that launch kernels or graphs inside an annotation, and the kernels that the graphs
// replay. O(launches × log iterations + kernels of graphs).
class LaunchedWork {
public:
    LaunchedWork(const Trace& trace, const LaunchIndex& launches, std::span<ServingIteration> rows)
        : m_trace(trace),
          m_launches(launches),
          m_rows(rows),
          m_lookup(rows),
          m_counts(rows.size()),
          m_replayed(rows.size()) {}

    void add(SliceId launch);
    LaunchMode modeOf(std::size_t at) const;
    std::span<const std::vector<SliceId>> replayed() const { return m_replayed; }

private:
    const Trace& m_trace;
    const LaunchIndex& m_launches;
    std::span<ServingIteration> m_rows;
    IterationLookup m_lookup;
    std::vector<LaunchCounts> m_counts;
    std::vector<std::vector<SliceId>> m_replayed;
};

void LaunchedWork::add(SliceId launch) {
    const SliceTable& slices = m_trace.slices();
    const auto at = m_lookup.at(slices.start(launch));
    if (!at || !m_rows[*at].host.contains(slices.start(launch)) ||
        m_trace.sourceOf(launch) != m_trace.sourceOf(m_rows[*at].annotation)) {
        return;
    }
    ServingIteration& row = m_rows[*at];
    LaunchCounts& counts = m_counts[*at];
    const bool isGraph = graphCallOf(m_trace.name(launch)) == GraphCall::Launch;
    if (isGraph) {
        counts.gapsWithKernels += row.graphLaunches > 0 && counts.kernelsSinceGraph > 0 ? 1 : 0;
        counts.kernelsSinceGraph = 0;
        ++row.graphLaunches;
    }
    for (const ActivityId id : m_launches.activitiesOf(launch)) {
        const SliceId slice = m_trace.gpuActivities()[id.index()].slice;
        if (m_trace.kind(slice) != SliceKind::Kernel) {
            continue;
        }
        if (isGraph) {
            ++row.graphKernels;
            m_replayed[*at].push_back(slice);
        } else {
            ++row.otherKernels;
            ++counts.kernelsSinceGraph;
        }
    }
}

LaunchMode LaunchedWork::modeOf(std::size_t at) const {
    const ServingIteration& row = m_rows[at];
    if (row.graphLaunches == 0) {
        return row.otherKernels == 0 ? LaunchMode::Unknown : LaunchMode::Eager;
    }
    if (row.graphLaunches >= kMinPieces &&
        2 * m_counts[at].gapsWithKernels >= row.graphLaunches - 1) {
        return LaunchMode::Piecewise;
    }
    // A small graph in an iteration that is launched one by one. Kernels of graphs may be missing.
    const bool isMinor = row.graphKernels > 0 && row.graphKernels < row.otherKernels;
    return isMinor ? LaunchMode::Eager : LaunchMode::Full;
}

// The graph launches of the trace, also those without recorded kernels, and what launched kernels,
// in time order.
std::vector<SliceId> launchCalls(const Trace& trace, const LaunchIndex& launches, TimeRange range) {
    std::vector<bool> isGraphName(trace.strings().size());
    for (std::size_t at = 0; at < isGraphName.size(); ++at) {
        isGraphName[at] = graphCallOf(trace.text(StringId(at))) == GraphCall::Launch;
    }
    std::vector<SliceId> calls(launches.launches().begin(), launches.launches().end());
    if (std::find(isGraphName.begin(), isGraphName.end(), true) != isGraphName.end()) {
        const std::vector<SliceId> graphs = scanSlices(trace, [&](SliceId slice) {
            return isGraphName[trace.slices().name(slice).index()] && isApiCall(trace.kind(slice));
        });
        calls.insert(calls.end(), graphs.begin(), graphs.end());
    }
    std::erase_if(calls, [&](SliceId call) { return !range.contains(trace.slices().start(call)); });
    std::ranges::sort(calls, [&](SliceId a, SliceId b) {
        const Time startA = trace.slices().start(a);
        const Time startB = trace.slices().start(b);
        return startA != startB ? startA < startB : a.value < b.value;
    });
    calls.erase(std::unique(calls.begin(), calls.end()), calls.end());
    return calls;
}

// Span and busy time on the GPUs. O(activities × log iterations).
void addGpuTimes(const Trace& trace, const LaunchIndex& launches,
                 std::span<const DeviceActivities> devices, std::span<ServingIteration> rows) {
    const IterationLookup lookup(rows);
    const SourceId source = trace.sourceOf(rows.front().annotation);
    std::vector<bool> hasWork(rows.size());
    for (const DeviceActivities& device : devices) {
        if (device.gpu.source != source) {
            continue;
        }
        std::vector<RunningUnion> busy(rows.size());
        SliceId last;  // the kernels of a graph follow one another
        std::optional<std::size_t> iteration;
        for (const ActivityId id : device.byStart) {
            const SliceId launch = launches.launchOf(id);
            if (!launch.isValid() || launch != last) {
                iteration =
                    launch.isValid() ? lookup.at(trace.slices().start(launch)) : std::nullopt;
                last = launch;
            }
            const auto at = iteration;
            if (!at) {
                continue;
            }
            const TimeRange range = trace.slices().range(trace.gpuActivities()[id.index()].slice);
            busy[*at].add(range);
            TimeRange& gpu = rows[*at].gpu;
            gpu = hasWork[*at]
                      ? TimeRange{std::min(gpu.begin, range.begin), std::max(gpu.end, range.end)}
                      : range;
            hasWork[*at] = true;
        }
        for (std::size_t at = 0; at < rows.size(); ++at) {
            rows[at].gpuBusy += busy[at].length();
        }
    }
}

// The sizes of captures, ascending.
std::vector<std::int64_t> sizesOfCaptures(const Trace& trace,
                                          std::span<const SliceId> annotations) {
    std::vector<std::int64_t> sizes;
    for (const SliceId slice : annotations) {
        if (const auto size = capturedSize(trace.name(slice))) {
            sizes.push_back(*size);
        }
    }
    std::ranges::sort(sizes);
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    return sizes;
}

std::vector<ServingIteration> rowsOf(const Trace& trace, std::span<const SliceId> slices,
                                     std::span<const SliceId> annotations) {
    std::vector<ServingIteration> rows;
    NameReadings readings(trace);
    for (const SliceId slice : slices) {
        const TimeRange host = trace.slices().range(slice);
        if (!rows.empty()) {
            rows.back().hostGap = std::max(Duration::zero(), host.begin - rows.back().host.end);
        }
        ServingIteration& row = rows.emplace_back();
        row.annotation = slice;
        row.name = *readings.of(slice);
        row.host = host;
        row.gpu = {host.begin, host.begin};
        auto inner = std::ranges::upper_bound(annotations, slice);
        for (; inner != annotations.end() && trace.trackOf(*inner) == trace.trackOf(slice) &&
               trace.slices().start(*inner) < host.end;
             ++inner) {
            if (const auto& more = readings.of(*inner)) {
                addReading(*more, row.name);
            }
        }
    }
    return rows;
}

}  // namespace

std::string_view launchModeName(LaunchMode mode) {
    constexpr std::array<std::string_view, kLaunchModes> kNames{"unknown", "full graph",
                                                                "piecewise", "eager"};
    return kNames.at(static_cast<std::size_t>(mode));
}

std::vector<SliceId> iterationSlices(const Trace& trace, std::span<const SliceId> annotations) {
    NameReadings readings(trace);
    std::map<TrackId, std::vector<SliceId>> ofThread;
    std::vector<SliceId> most;
    for (const SliceId slice : annotations) {
        if (!readings.of(slice)) {
            continue;
        }
        std::vector<SliceId>& own = ofThread[trace.trackOf(slice)];
        if (own.empty() || trace.slices().start(slice) >= trace.slices().end(own.back())) {
            own.push_back(slice);
        }
    }
    for (auto& [thread, own] : ofThread) {
        if (own.size() > most.size()) {
            most = std::move(own);
        }
    }
    const bool isInNumberedSteps =
        most.size() == 1 && std::ranges::any_of(annotations, [&](SliceId slice) {
            return isProfilerStep(trace.name(slice));
        });
    return isInNumberedSteps ? std::vector<SliceId>{} : most;
}

std::string iterationKind(const ServingIteration& iteration) {
    std::string kind(servingPhaseName(iteration.name.phase));
    return iteration.name.phase == ServingPhase::Decode && iteration.bucket
               ? kind + ":" + std::to_string(*iteration.bucket)
               : kind;
}

ServingIterations measureIterations(const Trace& trace, const LaunchIndex& launches,
                                    std::span<const SliceId> slices,
                                    std::span<const SliceId> annotations,
                                    std::span<const DeviceActivities> devices) {
    if (slices.empty()) {
        return {};
    }
    ServingIterations all{rowsOf(trace, slices, annotations), sizesOfCaptures(trace, annotations)};
    LaunchedWork work(trace, launches, all.rows);
    for (const SliceId call :
         launchCalls(trace, launches, {all.rows.front().host.begin, all.rows.back().host.end})) {
        work.add(call);
    }
    for (std::size_t at = 0; at < all.rows.size(); ++at) {
        all.rows[at].mode = work.modeOf(at);
    }
    addGpuTimes(trace, launches, devices, all.rows);
    findBuckets(trace, work.replayed(), all);
    return all;
}

const ServingIteration* iterationAt(const ServingIterations* iterations, Time time) {
    const auto at =
        iterations == nullptr ? std::nullopt : IterationLookup(iterations->rows).at(time);
    return at && iterations->rows[*at].host.contains(time) ? &iterations->rows[*at] : nullptr;
}

std::optional<double> paddingOf(const ServingIteration& iteration) {
    if (!iteration.bucket || *iteration.bucket <= 0) {
        return std::nullopt;
    }
    const std::int64_t size = iteration.name.tokens.value_or(iteration.name.requests);
    // Some servers count a graph's requests, others its tokens.
    const std::int64_t used = size <= *iteration.bucket ? size : iteration.name.requests;
    return std::max(0.0, 1 - static_cast<double>(used) / static_cast<double>(*iteration.bucket));
}

}  // namespace gaplight
