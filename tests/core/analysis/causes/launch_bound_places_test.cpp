// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/causes/launch_bound_places.h"

#include <gtest/gtest.h>

#include "core/analysis/host/profiler_overhead.h"
#include "tests/core/analysis/analyzed.h"
#include "tests/support/traces/paced_trace.h"

namespace gaplight {
namespace {

using test::Analyzed;
using test::PacedTrace;

std::vector<LaunchBoundPlace> placesOf(const Analyzed& a,
                                       std::int64_t minSharePpm = kLaunchBoundSharePpm) {
    return launchBoundPlaces(*a.trace, a.launches, a.analysis, PlaceFinder(*a.trace),
                             ProfilerOverhead(*a.trace, a.launches), {}, {}, minSharePpm);
}

PacedTrace forwardAndSample() {
    PacedTrace t;
    for (int step = 0; step < 3; ++step) {
        t.within("forward", [&] { t.launch(60); });
        t.graphLaunch(1);
        t.within("sample", [&] { t.launch(60); });
        t.graphLaunch(1);
    }
    return t;
}

TEST(LaunchBound, ByPlace) {
    const Analyzed a(forwardAndSample().dsl);
    const auto places = placesOf(a);
    ASSERT_EQ(places.size(), 2U);
    for (const LaunchBoundPlace& place : places) {
        EXPECT_EQ(place.parts.size(), 3U);
        EXPECT_EQ(place.activities, 180U);
        EXPECT_EQ(place.queueEmpty, 180U);
        EXPECT_EQ(place.idle.count(), 3 * 59 * 17'000);
        EXPECT_EQ(place.idleUnprofiled, place.idle);  // no operators: an unknown recorder
    }
    EXPECT_EQ(a.trace->text(places[0].place.annotation), "forward");
    EXPECT_EQ(a.trace->text(places[1].place.annotation), "sample");
}

TEST(LaunchBound, TwoPlacesRunInTheSameSteps) {
    const auto inSteps = [](std::initializer_list<std::size_t> steps) {
        LaunchBoundPlace place;
        for (const std::size_t step : steps) {
            place.parts.emplace_back().step = step;
        }
        return place;
    };
    EXPECT_TRUE(runInSameSteps(inSteps({0, 1, 2}), inSteps({0, 1, 2})));
    EXPECT_TRUE(runInSameSteps(inSteps({0, 0, 1, 2}), inSteps({2, 1})));  // two of three
    EXPECT_FALSE(runInSameSteps(inSteps({0, 1, 2, 3, 4}), inSteps({3, 4})));
    EXPECT_FALSE(runInSameSteps(inSteps({0, 1}), inSteps({2, 3})));
    EXPECT_FALSE(runInSameSteps(inSteps({0}), inSteps({0})));  // no loop
    LaunchBoundPlace unknown;
    unknown.parts.resize(3);
    EXPECT_FALSE(runInSameSteps(unknown, unknown));
    LaunchBoundPlace elsewhere = inSteps({0, 1});
    elsewhere.gpu = {SourceId(0), 1};
    EXPECT_FALSE(runInSameSteps(inSteps({0, 1}), elsewhere));
}

TEST(LaunchBound, PartsOfTwoPlacesAdded) {
    auto places = placesOf(Analyzed(forwardAndSample().dsl));
    ASSERT_EQ(places.size(), 2U);
    const Duration length = places[0].length + places[1].length;
    addParts(places[0], places[1]);
    EXPECT_EQ(places[0].parts.size(), 6U);
    EXPECT_EQ(places[0].activities, 360U);
    EXPECT_EQ(places[0].queueEmpty, 360U);
    EXPECT_EQ(places[0].idle, 2 * places[1].idle);
    EXPECT_EQ(places[0].idleUnprofiled, places[0].idle);
    EXPECT_EQ(places[0].length, length);
    for (std::size_t at = 1; at < places[0].parts.size(); ++at) {
        EXPECT_LT(places[0].parts[at - 1].host.begin, places[0].parts[at].host.begin);
    }
}

// What only the profiler made of a program whose GPU is all but busy.
TEST(LaunchBound, NotWhereTheProfilerExplainsIt) {
    // Of 8 µs between two launches, recording an operator and a launch takes 2.7.
    const auto run = [](std::int64_t work) {
        PacedTrace t;
        t.hostTime = 8'000;
        t.latency = 100;
        t.work = work;
        t.within("forward", [&] { t.op("aten::add", 200); });
        return placesOf(Analyzed(t.dsl)).size();
    };
    EXPECT_EQ(run(2'000), 1U);  // idle for 6 µs, 3.3 without the profiler
    EXPECT_EQ(run(4'000), 0U);  // idle for 4 µs, 1.3 without the profiler: less than half
}

TEST(LaunchBound, NeedsAShareOfTheWindow) {
    PacedTrace t;
    t.launch(60);
    t.pause(600'000);
    t.work = 40'000'000;
    t.launch();
    const Analyzed a(t.dsl);
    EXPECT_TRUE(placesOf(a, 50'000).empty());
    EXPECT_EQ(placesOf(a, 10'000).size(), 1U);
}

TEST(LaunchBound, SmallPlacesTogetherMustWeighMore) {
    PacedTrace t;
    for (int block = 0; block < 10; ++block) {
        t.within("block " + std::to_string(block), [&] { t.launch(60); });
        t.graphLaunch(1);
    }
    const Analyzed a(t.dsl);
    // Each is about 9 % of the window.
    const auto together = placesOf(a, 250'000);
    ASSERT_EQ(together.size(), 1U);
    EXPECT_FALSE(together[0].place.annotation.isValid());
    EXPECT_EQ(together[0].parts.size(), 10U);
    EXPECT_TRUE(placesOf(a, 400'000).empty());
}

TEST(LaunchBound, NothingOfGpusWhoseGraphsWereMissed) {
    PacedTrace t;
    t.launch(60);
    EXPECT_EQ(placesOf(Analyzed(t.dsl)).size(), 1U);
    t.graphLaunch(0);
    t.graphLaunch(0);
    const Analyzed a(t.dsl);
    ASSERT_TRUE(a.device().graphsUnderRecorded);
    EXPECT_TRUE(placesOf(a).empty());
}

}  // namespace
}  // namespace gaplight
