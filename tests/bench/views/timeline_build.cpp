// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/views/timeline_build.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "core/index/flow_index.h"
#include "core/index/launch_index.h"
#include "core/index/row_index.h"
#include "core/scene/model/name_table.h"
#include "core/scene/timeline/timeline_scene.h"
#include "tests/bench/inputs/made_trace.h"
#include "tests/bench/timing/stopwatch.h"
#include "tests/bench/views/average_measure.h"

namespace gaplight::bench {
namespace {

constexpr int kTimelineBuilds = 200;  // on a machine that others use too

constexpr float kWindowWidth = 1600;
constexpr float kWindowHeight = 900;

std::size_t itemCount(const DisplayList& list) {
    return list.rects.size() + list.hatches.size() + list.lines.size() + list.polygons.size() +
           list.texts.size();
}

}  // namespace

std::vector<TimelineBuild> timelineBuilds(std::size_t slices, bool allRows) {
    const auto trace = madeTrace(slices);
    const RowIndex rows = RowIndex::build(*trace);
    const LaunchIndex launches = LaunchIndex::build(*trace);
    const FlowIndex flows = FlowIndex::build(*trace);
    const NameTable names = NameTable::build(*trace, {});
    const OverlayTable overlays = OverlayTable::build({});
    SceneModel model;
    model.trace = trace.get();
    model.rows = &rows;
    model.launches = &launches;
    model.flows = &flows;
    model.names = &names;
    model.overlays = &overlays;
    const TrackLayout layout = TrackLayout::build(*trace, {});
    const TimelineState state;
    const AverageMeasure measure;
    DisplayList list;
    std::vector<TimelineBuild> builds;
    // Close together where rows are crowded, and the dearest of all: a little deeper than where the
    // slices of this trace have marks (11.2) and than where one level follows another (2.8).
    for (const double part : {1.0, 1.4, 2.0, 2.8, 4.0, 5.6, 8.0, 11.2, 16.0, 22.0, 32.0, 64.0,
                              512.0, 4096.0, 32768.0}) {
        Viewport view;
        view.width = kWindowWidth;
        view.height = allRows ? static_cast<float>(layout.contentHeight()) + Viewport::kRulerHeight
                              : kWindowHeight;
        const double length = static_cast<double>(ns(trace->range().length()));
        view.begin = trace->range().begin + Duration(std::llround(length / 3 / part));
        view.nsPerPixel = length / static_cast<double>(view.timeWidth()) / part;
        TimelineBuild build{part == 1 ? "whole trace" : fmt::format("1/{} of it", part),
                            std::numeric_limits<double>::max(), 0};
        for (int repeat = 0; repeat < kTimelineBuilds; ++repeat) {
            const Stopwatch watch;
            buildTimeline({model, layout, view, state}, measure, list);
            build.milliseconds = std::min(build.milliseconds, watch.seconds() * 1000);
        }
        build.items = itemCount(list);
        builds.push_back(std::move(build));
    }
    return builds;
}

}  // namespace gaplight::bench
