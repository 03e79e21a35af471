// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/ranks/runs_of_captures.h"

#include <chrono>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gaplight::test {
namespace {

using std::chrono::seconds;
using testing::ElementsAre;

// Recorded from `begin` on for 2 s.
CaptureFacts capture(int rank, int worldSize, int begin) {
    const Time start = Time(seconds(1'700'000'000 + begin));
    return {rank, worldSize, TimeRange{start, start + seconds(2)}};
}

TEST(RunsOfCaptures, AreToldApartByTime) {
    const std::vector<CaptureFacts> captures{capture(0, 4, 0), capture(3, 4, 2754),
                                             capture(1, 4, 1), capture(2, 4, -50)};
    EXPECT_THAT(runsOf(captures), ElementsAre(0, 1, 0, 0));
}

TEST(RunsOfCaptures, AreToldApartByTheNumberOfRanks) {
    EXPECT_THAT(runsOf(std::vector{capture(0, 4, 0), capture(1, 8, 0), capture(2, 4, 0)}),
                ElementsAre(0, 1, 0));
}

TEST(RunsOfCaptures, CloseToEachOtherAreToldApartByTheirRanks) {
    EXPECT_THAT(runsOf(std::vector{capture(0, 2, 10), capture(1, 2, 10), capture(0, 2, 0),
                                   capture(1, 2, 0)}),
                ElementsAre(1, 1, 0, 0));
}

TEST(RunsOfCaptures, TwoOfARankThatOverlapAreOne) {
    EXPECT_THAT(runsOf(std::vector{capture(0, 2, 0), capture(0, 2, 1), capture(1, 2, 0)}),
                ElementsAre(0, 0, 0));
}

TEST(RunsOfCaptures, WithoutATimeAreOfTheLastRunThatTheyFit) {
    const std::vector<CaptureFacts> captures{
        capture(0, 2, 0), capture(0, 2, 1000), {1, 2, std::nullopt}, {1, 4, std::nullopt}};
    EXPECT_THAT(runsOf(captures), ElementsAre(0, 1, 1, 2));
    EXPECT_THAT(runsOf({}), ElementsAre());
}

}  // namespace
}  // namespace gaplight::test
