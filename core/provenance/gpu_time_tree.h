// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <stop_token>
#include <vector>

#include "core/analysis/counted_activities.h"
#include "core/index/launch_index.h"
#include "core/provenance/replay_origins.h"
#include "core/trace/trace.h"

namespace gaplight {

enum class GpuTimeKind : std::uint8_t {
    All,         // the root
    Annotation,  // annotations of one group (annotationGroup)
    Module,      // a torch.nn.Module: frames "nn.Module: NAME" of the Python stack
    Operator,
    Activity,  // kernels, copies and memsets of one name
    NoLaunch,  // what has no recorded launch
};

struct GpuTimeNode {
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

    GpuTimeKind kind = GpuTimeKind::All;
    StringId name;        // of the first slice; invalid for All, NoLaunch and names of a capture
    OriginPathId origin;  // a step of ReplayOrigins::paths whose name the trace does not have
    std::uint32_t parent = kNone;  // kNone for the root
    std::uint32_t firstChild = 0;  // children are contiguous, most GPU time first
    std::uint32_t childCount = 0;
    std::uint32_t depth = 0;  // 0 for the root
    Duration gpuTime{};       // sum over its activities, also of those that overlap
    std::uint64_t activities = 0;
    std::uint64_t firstActivity = 0;  // in GpuTimeTree::activitiesOf(): contiguous for each node
    std::uint64_t calls = 0;          // slices of the host, or replays; 0 for activities
    Duration median{};                // of the activities; of kind Activity only
    Duration p99{};
    SliceId longest;  // activity
};

// GPU time by what launched it: annotations, modules and operators around the launch call, then the
// kernels. Kineto's CPU and GPU events are joined by the launch, so the tree answers what
// key_averages() answers per operator, with the modules above.
//
//   step                             all                 2 activities, 30 us
//   |- nn.Module: Linear_0             step
//   |  |- aten::linear                   nn.Module: Linear_0
//   |     |- aten::addmm                   aten::linear
//   |        |- cudaLaunchKernel → gemm      aten::addmm
//                                              gemm      2 calls below each, one node
//
// Kernels of a replayed graph whose capture is known are below the annotations, modules and
// operators of the capture, inside those around the replay.
//
// Slices of one name and kind below one node are one node; a slice inside one of its own name is
// part of it. Node 0 is the root; parents precede their children. Empty if nothing counts.
class GpuTimeTree {
public:
    // If `stop` is requested the result is incomplete and must be discarded.
    // O(activities × log activities + number of slices that contain a launch).
    // `origins`: of the trace's replayed graphs; may be null.
    [[nodiscard]] static GpuTimeTree build(const Trace& trace, const LaunchIndex& launches,
                                           std::span<const TrackId> tracks, TimeRange range,
                                           ActivityScope scope, const std::stop_token& stop = {},
                                           const ReplayOrigins* origins = nullptr);

    std::span<const GpuTimeNode> nodes() const { return m_nodes; }
    const GpuTimeNode& operator[](std::uint32_t node) const { return m_nodes[node]; }

    // All below a node.
    std::span<const CountedActivity> activitiesOf(std::uint32_t node) const {
        return std::span(m_activities)
            .subspan(m_nodes[node].firstActivity, m_nodes[node].activities);
    }

private:
    friend class GpuTimeGathering;
    std::vector<GpuTimeNode> m_nodes;
    std::vector<CountedActivity> m_activities;
};

}  // namespace gaplight
