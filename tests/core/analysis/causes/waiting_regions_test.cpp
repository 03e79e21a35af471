// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/causes/waiting_regions.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/core/analysis/analyzed.h"
#include "tests/support/traces/paced_trace.h"

namespace gaplight {
namespace {

using test::Analyzed;
using test::kMs;
using test::PacedTrace;

std::vector<WaitingRegion> regionsOf(const Analyzed& a, Duration minTime = Duration(kMs)) {
    ProfilerOverhead overhead(*a.trace, a.launches);
    return waitingRegions(*a.trace, a.analysis, PlaceFinder(*a.trace), overhead, minTime);
}

std::vector<std::string> namesOf(const Analyzed& a, Duration minTime = Duration(kMs)) {
    std::vector<std::string> names;
    for (const WaitingRegion& region : regionsOf(a, minTime)) {
        names.emplace_back(a.trace->text(region.function));
    }
    return names;
}

using Names = std::vector<std::string>;

// Gaps of 17 µs each: far shorter than any that is shown alone.
TEST(WaitingRegions, AreMadeOfGapsOfAnyLength) {
    PacedTrace t;
    for (int image = 0; image < 3; ++image) {
        t.within("masks", [&] { t.launch(100); });
        t.work = 4 * kMs;  // busy
        t.within("encode", [&] { t.launch(); });
        t.sync();
        t.work = 3'000;
    }
    const Analyzed a(t.dsl);
    const auto regions = regionsOf(a);
    ASSERT_EQ(regions.size(), 1U);
    EXPECT_EQ(a.trace->text(regions[0].function), "masks");
    EXPECT_EQ(regions[0].slices.size(), 3U);
    EXPECT_GE(regions[0].inGaps.count(), 3 * 99 * 15'000);
    EXPECT_LE(regions[0].inGaps, regions[0].host);
    EXPECT_TRUE(namesOf(a, Duration(20 * kMs)).empty());
}

TEST(WaitingRegions, AreNoWaitsForOtherRanks) {
    PacedTrace t;
    for (int image = 0; image < 3; ++image) {
        t.within("MPI_Sendrecv", [&] { t.launch(100); });
        t.sync();
    }
    EXPECT_EQ(namesOf(Analyzed(t.dsl)), Names{});
}

TEST(WaitingRegions, AreTheInnermostWithAllOfTheTime) {
    PacedTrace t;
    for (int image = 0; image < 3; ++image) {
        t.within("image", [&] {
            t.within("decode", [&] {
                t.launch();
                t.within("masks", [&] { t.launch(100); });
            });
            t.work = 100'000;
            t.within("encode", [&] { t.launch(3); });
            t.work = 3'000;
        });
        t.sync();
    }
    EXPECT_EQ(namesOf(Analyzed(t.dsl)), Names{"masks"});
}

TEST(WaitingRegions, AreNotTheProgramItself) {
    PacedTrace t;
    t.within("main", [&] {
        for (int step = 0; step < 3; ++step) {
            t.within("step", [&] {
                t.within("forward", [&] { t.launch(60); });
                t.within("backward", [&] { t.launch(60); });
            });
        }
    });
    const Names names = namesOf(Analyzed(t.dsl));
    EXPECT_EQ(names, (Names{"backward", "forward"}));
}

TEST(WaitingRegions, AreNotTheProfilersWork) {
    const auto run = [](std::int64_t hostTime) {
        PacedTrace t;
        t.hostTime = hostTime;
        t.latency = 0;
        t.work = 100;
        for (int step = 0; step < 4; ++step) {
            t.within("forward", [&] { t.op("aten::add", 300); });
            t.within("sample", [&] { t.graphLaunch(1); });
        }
        return namesOf(Analyzed(t.dsl));
    };
    EXPECT_EQ(run(12'000), Names{"forward"});
    EXPECT_EQ(run(5'200), Names{});  // 2.6 of 5.1 µs between two kernels are recording
}

}  // namespace
}  // namespace gaplight
