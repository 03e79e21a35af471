// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/views/program_views.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "core/provenance/gpu_time_tree.h"
#include "core/scene/timeline/timeline_scene.h"
#include "core/session/scene_data.h"
#include "tests/bench/inputs/made_program.h"
#include "tests/bench/inputs/made_trace.h"
#include "tests/bench/timing/stopwatch.h"
#include "tests/bench/views/average_measure.h"

namespace gaplight::bench {
namespace {

constexpr std::size_t kSlicesPerKernel = 10;
constexpr std::size_t kFramesAroundOperator = kSlicesPerKernel - 3;
constexpr int kTreeRepeats = 7;
constexpr int kViewRepeats = 50;
constexpr float kWindowWidth = 2560;
constexpr float kWindowHeight = 1300;

void measureTree(const Session& session, ProgramViews& measured) {
    const Trace& trace = *session.trace;
    std::vector<TrackId> tracks;
    for (std::size_t at = 0; at < trace.tracks().size(); ++at) {
        tracks.emplace_back(at);
    }
    measured.treeMilliseconds = std::numeric_limits<double>::max();
    for (int repeat = 0; repeat < kTreeRepeats; ++repeat) {
        const Stopwatch watch;
        const GpuTimeTree tree = GpuTimeTree::build(trace, session.indexes->launches, tracks,
                                                    trace.range(), ActivityScope::Launched);
        measured.treeMilliseconds = std::min(measured.treeMilliseconds, watch.seconds() * 1000);
        measured.treeNodes = tree.nodes().size();
    }
}

void measureTimeline(const SceneModel& model, ProgramViews& measured) {
    const TrackLayout layout = TrackLayout::build(*model.trace, {});
    const TimelineState state;
    const AverageMeasure measure;
    DisplayList list;
    for (const double part : {1.0, 4.0, 16.0, 64.0, 512.0, 4096.0}) {
        Viewport view;
        view.width = kWindowWidth;
        view.height = kWindowHeight;
        view.pinnedHeight = layout.stripsHeight();
        const double length = static_cast<double>(ns(model.trace->range().length()));
        view.begin = model.trace->range().begin + Duration(std::llround(length / 3 / part));
        view.nsPerPixel = length / static_cast<double>(view.timeWidth()) / part;
        double best = std::numeric_limits<double>::max();
        for (int repeat = 0; repeat < kViewRepeats; ++repeat) {
            const Stopwatch watch;
            buildTimeline({model, layout, view, state}, measure, list);
            best = std::min(best, watch.seconds() * 1000);
        }
        measured.views.push_back(
            {part == 1 ? "whole trace" : fmt::format("1/{} of it", part), best});
    }
}

}  // namespace

ProgramViews measureProgramViews(std::size_t slices) {
    const auto session =
        measuredSession(madeProgram(slices / kSlicesPerKernel, kFramesAroundOperator));
    ProgramViews measured;
    measured.slices = session->trace->slices().size();
    measured.kernels = session->trace->gpuActivities().size();
    measureTree(*session, measured);
    const auto data = SceneData::build(session);
    measureTimeline(data->model(), measured);
    return measured;
}

}  // namespace gaplight::bench
