// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/replay.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <limits>
#include <utility>

#include "core/analysis/dependency_graph.h"
#include "core/analysis/replay_plan.h"
#include "core/analysis/replay_run.h"

namespace gaplight {
namespace {

Duration measured(const DependencyGraph& graph) {
    const DependencyGraph::Activities& a = graph.activities;
    if (a.size() == 0) {
        return {};
    }
    Time first = Time::max();
    Time last = Time::min();
    for (std::size_t i = 0; i < a.size(); ++i) {
        first = std::min(first, a.start[i]);
        last = std::max(last, a.start[i] + a.duration[i]);
    }
    return last - first;
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
};

Replay::Replay(std::unique_ptr<const Graph> graph) : m_graph(std::move(graph)) {}
Replay::~Replay() = default;
Replay::Replay(Replay&&) noexcept = default;
Replay& Replay::operator=(Replay&&) noexcept = default;

Replay Replay::build(const Trace& trace, const LaunchIndex& launches, const Analysis& analysis) {
    auto graph = std::make_unique<Graph>();
    graph->trace = &trace;
    graph->dependencies = buildDependencyGraph(trace, launches, analysis.names);
    graph->threads = ThreadCalls(graph->dependencies);
    graph->unchanged = gaplight::replay(graph->dependencies);
    graph->measured = gaplight::measured(graph->dependencies);
    graph->replayed = graph->unchanged.window();
    graph->explained = replayExplained(graph->dependencies).window();
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

Duration Replay::windowWith(std::span<const ReplayEdit> edits) const {
    const ReplayPlan plan =
        planReplay(*m_graph->trace, m_graph->dependencies, m_graph->threads, edits);
    if (plan.calls.empty() && plan.activities.empty()) {
        return m_graph->replayed;
    }
    return replay(m_graph->dependencies, m_graph->unchanged, plan).window();
}

}  // namespace gaplight
