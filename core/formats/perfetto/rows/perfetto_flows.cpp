// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/rows/perfetto_flows.h"

#include <algorithm>
#include <string_view>
#include <tuple>

#include <tbb/parallel_for.h>
#include <tbb/parallel_sort.h>

#include "core/formats/perfetto/rows/labeled_tracks.h"

namespace gaplight {
namespace {

constexpr std::size_t kRowsOfBatch = 65'536;
constexpr std::string_view kFlowCategory = "flow";

}  // namespace

void PerfettoFlows::shiftTimes(std::int64_t originNs) {
    for (Point& point : m_points) {
        point.time = timeAfter(originNs, point.time);
    }
}

void PerfettoFlows::takePoints(std::size_t first, std::size_t last,
                               const std::vector<PerfettoTracks::Label>& labels,
                               EventBatch& batch) const {
    const auto isOtherFlow = [this](std::size_t left, std::size_t right) {
        return m_points[left].id != m_points[right].id || m_points[left].isTerminating;
    };
    LabeledTracks tracks(batch, labels);
    const BatchString category = batch.strings.intern(kFlowCategory);
    for (std::size_t at = first; at < last; ++at) {
        const Point& point = m_points[at];
        // The first of a flow starts it, the one behind a termination the next one.
        const bool isFirst = at == 0 || isOtherFlow(at - 1, at);
        const bool isLast = at + 1 == m_points.size() || isOtherFlow(at, at + 1);
        if (isFirst && isLast) {
            continue;  // writers give ids to all events that could be connected
        }
        const FlowPhase phase = isFirst  ? FlowPhase::Start
                                : isLast ? FlowPhase::Finish
                                         : FlowPhase::Step;
        batch.flows.push_back({phase,
                               true,
                               point.time,
                               category,
                               category,
                               {},
                               tracks.of(point.track),
                               point.event,
                               point.id});
    }
}

std::vector<EventBatch> PerfettoFlows::takeBatches(
    const std::vector<PerfettoTracks::Label>& labels) {
    tbb::parallel_sort(m_points.begin(), m_points.end(), [](const Point& left, const Point& right) {
        return std::tie(left.id, left.time, left.event, left.isTerminating) <
               std::tie(right.id, right.time, right.event, right.isTerminating);
    });
    std::vector<EventBatch> batches((m_points.size() + kRowsOfBatch - 1) / kRowsOfBatch);
    tbb::parallel_for(std::size_t{0}, batches.size(), [&](std::size_t number) {
        const std::size_t first = number * kRowsOfBatch;
        takePoints(first, std::min(first + kRowsOfBatch, m_points.size()), labels, batches[number]);
    });
    m_points = {};
    return batches;
}

}  // namespace gaplight
