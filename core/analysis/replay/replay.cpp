// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/replay/replay.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include <tbb/enumerable_thread_specific.h>
#include <tbb/task_arena.h>

#include "core/analysis/replay/dependency_graph.h"
#include "core/analysis/replay/replay_plan.h"
#include "core/analysis/replay/replay_run.h"
#include "core/base/parallel.h"
#include "core/base/statistics.h"

namespace gaplight {
namespace {

Duration measured(const DependencyGraph& graph) {
    const DependencyGraph::Activities& a = graph.activities;
    if (a.size() == 0) {
        return {};
    }
    Time last = Time::min();
    for (std::size_t i = 0; i < a.size(); ++i) {
        last = std::max(last, a.start[i] + a.duration[i]);
    }
    return last - a.start[graph.earliest];
}

// By call; invalid for what stands for launches that were not recorded.
std::vector<SliceId> slicesOfCalls(const DependencyGraph& graph) {
    std::vector<SliceId> slices(graph.calls.size());
    for (std::size_t at = 0; at < graph.callSlices.size(); ++at) {
        SliceId& slice = slices[graph.callOfSlice[at]];
        slice = slice.isValid() ? slice : graph.callSlices[at];  // the outermost comes first
    }
    return slices;
}

std::vector<ReplayedSlice> replayedSlices(const Trace& trace, const DependencyGraph& graph,
                                          std::span<const SliceId> sliceOfCall,
                                          const ReplayDetails& replay,
                                          const std::optional<TimeRange>& shown) {
    std::vector<ReplayedSlice> slices;
    if (!shown) {
        slices.reserve(sliceOfCall.size() + graph.activities.size());
    }
    const auto add = [&](SliceId slice, TimeRange range) {
        if (!shown || (range.begin < shown->end && shown->begin < range.end)) {
            slices.push_back({slice, range});
        }
    };
    for (std::size_t call = 0; call < sliceOfCall.size(); ++call) {
        if (sliceOfCall[call].isValid()) {
            add(sliceOfCall[call], {replay.callStart[call], replay.times.callEnd[call]});
        }
    }
    for (std::size_t i = 0; i < graph.activities.size(); ++i) {
        add(trace.gpuActivities()[graph.activities.id[i].index()].slice,
            {replay.times.activityStart[i], replay.times.activityEnd[i]});
    }
    parallelSort(slices.begin(), slices.end(),
                 [](const ReplayedSlice& a, const ReplayedSlice& b) { return a.slice < b.slice; });
    return slices;
}

std::optional<Duration> medianStep(const DependencyGraph& graph, const ReplayTimes& times,
                                   std::span<const TimeRange> steps) {
    std::vector<Time> ends(steps.size(), Time::min());
    for (std::size_t i = 0; i < graph.activities.size(); ++i) {
        const Time launch = graph.calls.start[graph.activities.call[i]];
        const auto after =
            std::partition_point(steps.begin(), steps.end(),
                                 [&](const TimeRange& step) { return step.begin <= launch; });
        if (after != steps.begin() && launch < std::prev(after)->end) {
            Time& end = ends[static_cast<std::size_t>(std::prev(after) - steps.begin())];
            end = std::max(end, times.activityEnd[i]);
        }
    }
    std::vector<Duration> lengths;
    for (std::size_t step = 1; step < ends.size(); ++step) {
        if (ends[step - 1] != Time::min() && ends[step] != Time::min()) {
            // Work of a step on another stream may end after that of the next step.
            ends[step] = std::max(ends[step], ends[step - 1]);
            lengths.push_back(ends[step] - ends[step - 1]);
        }
    }
    if (lengths.empty()) {
        return std::nullopt;
    }
    return lowerMedian(lengths);
}

}  // namespace

struct Replay::Graph {
    const Trace* trace = nullptr;
    DependencyGraph dependencies;
    ThreadCalls threads;
    ReplayTimes unchanged;
    Duration measured{};
    Duration replayed{};
    Duration explained{};
    // Memory of windowWith().
    struct Changed {
        ReplayPlan plan;
        ReplayTimes times;
    };
    mutable tbb::enumerable_thread_specific<Changed> changed;
};

Replay::Replay(std::unique_ptr<const Graph> graph) : m_graph(std::move(graph)) {}
Replay::~Replay() = default;
Replay::Replay(Replay&&) noexcept = default;
Replay& Replay::operator=(Replay&&) noexcept = default;

Replay Replay::build(const Trace& trace, const LaunchIndex& launches, const Analysis& analysis) {
    auto graph = std::make_unique<Graph>();
    graph->trace = &trace;
    graph->dependencies = buildDependencyGraph(trace, launches, analysis.names);
    const DependencyGraph& dependencies = graph->dependencies;
    parallelInvoke(
        [&] {
            graph->unchanged = gaplight::replay(dependencies);
            graph->replayed = graph->unchanged.window(dependencies).length();
        },
        [&] { graph->explained = replayExplained(dependencies).window(dependencies).length(); },
        [&] {
            graph->threads = ThreadCalls(dependencies);
            graph->measured = gaplight::measured(dependencies);
        });
    return Replay(std::move(graph));
}

Duration Replay::measuredWindow() const {
    return m_graph->measured;
}
Duration Replay::replayedWindow() const {
    return m_graph->replayed;
}

Duration Replay::explainedWindow() const {
    return m_graph->explained;
}

double Replay::modelError() const {
    if (m_graph->measured <= Duration::zero()) {
        return std::numeric_limits<double>::infinity();
    }
    const Duration off = std::max(std::chrono::abs(m_graph->replayed - m_graph->measured),
                                  std::chrono::abs(m_graph->explained - m_graph->measured));
    return static_cast<double>(off.count()) / static_cast<double>(m_graph->measured.count());
}

Duration Replay::windowWith(const ReplayEdits& edits) const {
    // While the plan is sorted, this thread takes no other replay's task: it has the same memory.
    return tbb::this_task_arena::isolate([&] {
        auto& [plan, times] = m_graph->changed.local();
        planReplayInto(plan, *m_graph->trace, m_graph->dependencies, m_graph->threads, edits);
        if (plan.calls.empty() && plan.activities.empty()) {
            return m_graph->replayed;
        }
        replayInto(times, m_graph->dependencies, m_graph->unchanged, plan);
        return times.window(m_graph->dependencies).length();
    });
}

ReplayTimeline Replay::timeline(std::span<const ReplayEdit> edits, std::span<const TimeRange> steps,
                                const std::optional<TimeRange>& shown) const {
    const DependencyGraph& graph = m_graph->dependencies;
    ReplayTimeline timeline;
    if (graph.activities.size() == 0) {
        return timeline;
    }
    const ReplayDetails replay = replayInDetail(
        graph, m_graph->unchanged, planReplay(*m_graph->trace, graph, m_graph->threads, edits));
    timeline.window = replay.times.window(graph);
    const std::vector<SliceId> sliceOfCall = slicesOfCalls(graph);
    timeline.slices = replayedSlices(*m_graph->trace, graph, sliceOfCall, replay, shown);
    if (!shown) {
        timeline.path =
            walkCriticalPath(*m_graph->trace, graph, sliceOfCall, replay, timeline.window);
    }
    timeline.step = medianStep(graph, replay.times, steps);
    return timeline;
}

struct PartialReplay::State {
    const Replay::Graph& graph;
    ReplayPlan plan;
    ReplayTimes times;
    std::vector<std::size_t> settable;  // into plan.activities
};

PartialReplay::PartialReplay(const Replay& replay, std::span<const ReplayEdit> edits,
                             std::span<const SliceId> settable)
    : m_state(new State{*replay.m_graph, {}, {}, {}}) {
    const DependencyGraph& graph = m_state->graph.dependencies;
    ActivityChanges& changes = m_state->plan.activities;
    planReplayInto(m_state->plan, *m_state->graph.trace, graph, m_state->graph.threads, edits);
    makeRoom(graph, m_state->times);
    const std::span<const GpuActivity> all = m_state->graph.trace->gpuActivities();
    std::vector<std::uint32_t> activities;
    for (const SliceId slice : settable) {
        const auto at = std::ranges::lower_bound(all, slice, {}, &GpuActivity::slice);
        activities.push_back(graph.activityOf[static_cast<std::size_t>(at - all.begin())]);
    }
    std::vector<std::uint32_t> sorted = activities;
    std::ranges::sort(sorted);
    changes.erase(std::remove_if(changes.begin(), changes.end(),
                                 [&](const ActivityChange& change) {
                                     return std::ranges::binary_search(sorted, change.activity);
                                 }),
                  changes.end());
    for (const std::uint32_t activity : sorted) {
        changes.push_back({activity, graph.activities.duration[activity]});
    }
    std::ranges::sort(changes, {}, &ActivityChange::activity);
    for (const std::uint32_t activity : activities) {
        const auto at = std::ranges::lower_bound(changes, activity, {}, &ActivityChange::activity);
        m_state->settable.push_back(static_cast<std::size_t>(at - changes.begin()));
    }
}
PartialReplay::~PartialReplay() = default;
PartialReplay::PartialReplay(PartialReplay&&) noexcept = default;
PartialReplay& PartialReplay::operator=(PartialReplay&&) noexcept = default;

std::uint32_t PartialReplay::calls() const {
    return static_cast<std::uint32_t>(m_state->graph.dependencies.calls.size());
}
std::uint32_t PartialReplay::callOf(std::size_t at) const {
    return m_state->graph.dependencies.activities
        .call[m_state->plan.activities[m_state->settable[at]].activity];
}
TimeRange PartialReplay::range(std::size_t at) const {
    const std::uint32_t activity = m_state->plan.activities[m_state->settable[at]].activity;
    return {m_state->times.activityStart[activity], m_state->times.activityEnd[activity]};
}
Duration PartialReplay::duration(std::size_t at) const {
    return m_state->plan.activities[m_state->settable[at]].duration;
}
void PartialReplay::setDuration(std::size_t at, Duration duration) {
    m_state->plan.activities[m_state->settable[at]].duration = duration;
}
void PartialReplay::run(std::uint32_t first, std::uint32_t end) {
    replayCalls(m_state->times, m_state->graph.dependencies, m_state->graph.unchanged,
                m_state->plan, first, end);
}
TimeRange PartialReplay::window() const {
    return m_state->times.window(m_state->graph.dependencies);
}
std::optional<Duration> PartialReplay::step(std::span<const TimeRange> steps) const {
    return medianStep(m_state->graph.dependencies, m_state->times, steps);
}
MergedRanges PartialReplay::otherWork(const std::optional<TimeRange>& shown) const {
    const ReplayTimes& times = m_state->times;
    std::vector<bool> isSettable(m_state->graph.dependencies.activities.size());
    for (const std::size_t at : m_state->settable) {
        isSettable[m_state->plan.activities[at].activity] = true;
    }
    const Time first = window().begin;
    std::vector<TimeRange> ranges;
    for (std::size_t i = 0; i < isSettable.size(); ++i) {
        const TimeRange range{times.activityStart[i], times.activityEnd[i]};
        if (!isSettable[i] && range.begin >= first && (!shown || range.overlaps(*shown))) {
            ranges.push_back(range);
        }
    }
    parallelSort(ranges.begin(), ranges.end(),
                 [](const TimeRange& a, const TimeRange& b) { return a.begin < b.begin; });
    MergedRanges merged;
    for (const TimeRange& range : ranges) {
        merged.add(range);
    }
    return merged;
}

WarmReplay::WarmReplay(const Replay& replay, const Trace& trace, const Analysis& analysis)
    : m_replay(&replay),
      m_firstUse(withoutFirstUse(trace, analysis.firstUse)),
      m_window(m_firstUse.empty() ? replay.replayedWindow() : replay.windowWith(m_firstUse)) {}

Duration WarmReplay::windowWith(std::span<const ReplayEdit> edits) const {
    return m_replay->windowWith({m_firstUse, edits});
}

ReplayTimeline WarmReplay::timeline(std::span<const ReplayEdit> edits,
                                    std::span<const TimeRange> steps,
                                    const std::optional<TimeRange>& shown) const {
    std::vector<ReplayEdit> all = m_firstUse;
    all.insert(all.end(), edits.begin(), edits.end());
    return m_replay->timeline(all, steps, shown);
}

}  // namespace gaplight
