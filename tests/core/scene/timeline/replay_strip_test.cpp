// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/timeline/replay_scene.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <gtest/gtest.h>

#include "tests/core/scene/scene_fixture.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

using test::kMs;
using test::SceneFixture;
using test::TraceDsl;

std::shared_ptr<const Trace> twoKernels() {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.kernel(stream, {10 * kMs, 40 * kMs}, t.launch(host, {5 * kMs, 8 * kMs}), "first");
    t.kernel(stream, {60 * kMs, 90 * kMs}, t.launch(host, {55 * kMs, 58 * kMs}), "second");
    return t.trace();
}

TimeRange range(std::int64_t begin, std::int64_t end) {
    return {timeFromNs(begin), timeFromNs(end)};
}

// The GPU busy from 10 to 50 ms but for a millisecond, its path through kernels and host.
ReplayIntervals endingSooner(const Trace& trace) {
    GpuTime time;
    time.gpu = trace.gpuActivities()[0].gpu;
    time.window = range(10 * kMs, 50 * kMs);
    time.gaps = {range(30 * kMs, 31 * kMs)};
    ReplayIntervals intervals;
    intervals.predicted.push_back(BusyProfile::build(std::move(time)));
    intervals.end = PredictedEnd{timeFromNs(50 * kMs), "40.0\u2009ms predicted, 2.00× as fast"};
    return intervals;
}

std::vector<PathPart> shortPath() {
    const std::vector<TimeRange> kernels{range(10 * kMs, 30 * kMs), range(31 * kMs, 50 * kMs)};
    const std::vector<TimeRange> host{range(30 * kMs, 31 * kMs)};
    return {{Role::HostFiller, RangeSums(host)}, {Role::Compute, RangeSums(kernels)}};
}

// What is drawn beside the recorded trace.
std::string stripOf(SceneFixture& scene, const Viewport& view, const ReplayIntervals& intervals) {
    DisplayList list;
    list.clear(view.width, view.height);
    addReplayStrips(scene.input(view), intervals, test::FixedTextMeasure(), list);
    return list.dump();
}

TEST(ReplayStrip, ShowsThePredictedTimeWithItsEndAndFactor) {
    SceneFixture scene(twoKernels());
    const std::string strip = stripOf(scene, scene.view(0, 100 * kMs), endingSooner(scene.trace()));
    EXPECT_TRUE(test::matchesGolden("scene/replay_strip.txt", strip));
    EXPECT_NE(strip.find("2.00× as fast"), std::string::npos);
}

// The measured GPU's label of its gap lies where the predicted end is.
TEST(ReplayStrip, TheEndCrossesNoLabel) {
    SceneFixture scene(twoKernels());
    const Viewport view = scene.view(0, 100 * kMs);
    DisplayList list = scene.build(view);
    const auto end = static_cast<float>(std::round(view.x(timeFromNs(50 * kMs))));
    const auto crossesEnd = [end](const TextItem& item) {
        return item.x < end + 2 && end < item.x + item.width &&
               item.baselineY > Viewport::kRulerHeight;
    };
    std::vector<TextItem> labels;
    std::copy_if(list.texts.begin(), list.texts.end(), std::back_inserter(labels), crossesEnd);
    ASSERT_FALSE(labels.empty());
    const std::size_t before = list.rects.size();
    addReplayStrips(scene.input(view), endingSooner(scene.trace()), test::FixedTextMeasure(), list);
    bool isDrawn = false;
    for (std::size_t at = before; at < list.rects.size(); ++at) {
        const RectItem& rect = list.rects[at];
        if (rect.box.x != end || rect.box.width != 2) {
            continue;
        }
        isDrawn = true;
        for (const TextItem& label : labels) {
            EXPECT_TRUE(rect.box.y >= label.baselineY ||
                        rect.box.y + rect.box.height <= label.baselineY - 9)
                << list.text(label);
        }
    }
    EXPECT_TRUE(isDrawn);
}

TEST(ReplayStrip, HasNoFlagWhereTheEndIsNotVisible) {
    SceneFixture scene(twoKernels());
    const std::string strip =
        stripOf(scene, scene.view(12 * kMs, 20 * kMs), endingSooner(scene.trace()));
    EXPECT_EQ(strip.find("as fast"), std::string::npos);
}

TEST(ReplayStrip, ShowsTheCriticalPathAsOneBand) {
    SceneFixture scene(twoKernels());
    ReplayIntervals intervals;
    intervals.pathParts = shortPath();
    EXPECT_TRUE(test::matchesGolden("scene/replay_path.txt",
                                    stripOf(scene, scene.view(0, 100 * kMs), intervals)));
}

TEST(ReplayStrip, TakesThePlaceOfTheHostsLead) {
    SceneFixture scene(twoKernels());
    std::vector<Time> times{timeFromNs(0), timeFromNs(50 * kMs)};
    const std::vector<Duration> leads{Duration(1000), Duration(0)};
    const std::vector<QueueCurve> queues{
        QueueCurve::build(scene.trace().gpuActivities()[0].gpu, std::move(times), leads)};
    scene.model.queues = queues;
    const Viewport view = scene.view(0, 100 * kMs);
    scene.state.showsReplay = true;
    EXPECT_EQ(scene.build(view).dump().find("host ahead"), std::string::npos);
    scene.state.showsReplay = false;
    EXPECT_NE(scene.build(view).dump().find("host ahead"), std::string::npos);
}

TEST(ReplayStrip, APixelHasTheColorOfMostOfItsTime) {
    const std::vector<PathPart> path = shortPath();
    EXPECT_EQ(mainPathPart(path, range(29 * kMs, 31 * kMs)), &path[0]);
    EXPECT_EQ(mainPathPart(path, range(20 * kMs, 40 * kMs)), &path[1]);
    EXPECT_EQ(mainPathPart(path, range(60 * kMs, 70 * kMs)), nullptr);
}

}  // namespace
}  // namespace gaplight
