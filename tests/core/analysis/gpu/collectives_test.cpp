// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/gpu/collectives.h"

#include <vector>

#include <gtest/gtest.h>

#include "core/analysis/gpu/gpu_activity.h"
#include "core/io/plain_sources.h"
#include "core/session/session.h"
#include "tests/support/traces/gpu_facts.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

using test::Launched;
using test::TraceDsl;

constexpr const char* kAllReduce = "ncclDevKernel_AllReduce_Sum_f32_RING_LL(int)";

CollectiveTime timeOf(const Trace& trace, TimeRange range) {
    KernelGroups groups(trace);
    const auto devices = activitiesByDevice(trace, LaunchIndex::build(trace));
    return collectiveTime(trace, groups, devices.at(0).byStart, range);
}

TEST(CollectiveTime, IsExposedWhereNothingElseRuns) {
    TraceDsl t;
    const auto compute = t.stream(0, 7);
    const auto comm = t.stream(0, 17);
    t.kernel(comm, {100, 200}, 0, kAllReduce);
    t.kernel(compute, {50, 120}, 0, "a");
    t.memcpy(compute, {130, 140});
    t.kernel(compute, {190, 300}, 0, "b");
    const auto trace = t.trace();
    const CollectiveTime time = timeOf(*trace, trace->range());
    ASSERT_EQ(time.collectives.size(), 1U);
    EXPECT_EQ(time.total, Duration(100));
    EXPECT_EQ(time.exposed, Duration(10 + 50));
    EXPECT_EQ(time.collectives[0].exposed, time.exposed);
    EXPECT_EQ(timeOf(*trace, {timeFromNs(125), timeFromNs(180)}).exposed, Duration(5 + 40));
}

TEST(CollectiveTime, GivesEachInstantOnce) {
    TraceDsl t;
    t.kernel(t.stream(0, 17), {0, 100}, 0, kAllReduce);
    t.kernel(t.stream(0, 18), {40, 150}, 0, kAllReduce);
    t.kernel(t.stream(0, 7), {90, 110}, 0, "compute");
    const auto trace = t.trace();
    const CollectiveTime time = timeOf(*trace, trace->range());
    ASSERT_EQ(time.collectives.size(), 2U);
    EXPECT_EQ(time.total, Duration(150));
    EXPECT_EQ(time.collectives[0].exposed, Duration(90));
    EXPECT_EQ(time.collectives[1].exposed, Duration(40));
    EXPECT_EQ(time.exposed, Duration(130));
}

TEST(TransferFloors, AreTheShortestOfAsLargeAMessage) {
    const std::vector<CollectiveSample> samples{
        {0, 1000, Duration(50)}, {0, 1000, Duration(400)}, {0, 950, Duration(45)},
        {0, 10, Duration(3)},    {0, 12, Duration(90)},    {1, 1000, Duration(7)},
    };
    const auto floors = transferFloors(samples);
    EXPECT_EQ(floors[0], Duration(45)) << "95 % of the size is as large";
    EXPECT_EQ(floors[1], Duration(45));
    EXPECT_EQ(floors[2], Duration(45));
    EXPECT_EQ(floors[3], Duration(3));
    EXPECT_EQ(floors[4], Duration(45)) << "10 elements are not as large as 12";
    EXPECT_EQ(floors[5], Duration(7)) << "another kind";
}

TEST(TransferFloors, GuessUnknownSizesOnlyWhereAllAreAlike) {
    const std::vector<CollectiveSample> alike{
        {0, 0, Duration(500)}, {0, 100, Duration(40)}, {0, 0, Duration(20)}, {0, 99, Duration(60)}};
    const auto floors = transferFloors(alike);
    EXPECT_EQ(floors[0], Duration(40));
    EXPECT_EQ(floors[2], Duration(20)) << "no floor is above the occurrence itself";
    EXPECT_EQ(floors[3], Duration(40));

    const std::vector<CollectiveSample> mixed{
        {0, 0, Duration(500)}, {0, 100, Duration(40)}, {0, 50, Duration(30)}};
    EXPECT_FALSE(transferFloors(mixed)[0]);
    EXPECT_EQ(transferFloors(mixed)[2], Duration(30));
    const std::vector<CollectiveSample> unknown{{0, 0, Duration(5)}, {0, 0, Duration(50)}};
    EXPECT_FALSE(transferFloors(unknown)[1]);
    const std::vector<CollectiveSample> unrecorded{
        {0, -1, Duration(500)}, {0, 100, Duration(40)}, {0, 100, Duration(60)}};
    EXPECT_FALSE(transferFloors(unrecorded)[0]) << "it may be of any size";
    EXPECT_EQ(transferFloors(unrecorded)[2], Duration(40));
}

TEST(SlowedKernels, AreComparedWithTheSameLaunchAlone) {
    TraceDsl t;
    const auto compute = t.stream(0, 7);
    const auto kernel = [&](std::int64_t begin, std::int64_t length, int blocks) {
        t.kernel(compute, {begin, begin + length}, 0, "gemm");
        Launched{{blocks, 1, 1}}.addTo(t);
    };
    for (std::int64_t at = 0; at < 300; at += 100) {
        kernel(at, 50, 128);
    }
    kernel(1000, 90, 128);  // beside the wait
    kernel(1100, 40, 128);  // faster than alone
    kernel(1150, 80, 64);   // nothing to compare with
    kernel(1300, 70, 128);  // beside the transfer only
    t.kernel(t.stream(0, 17), {950, 1400}, 0, kAllReduce);
    const auto source = plainMemorySource(std::make_shared<const std::string>(t.json()));
    const auto session = openSession("dsl.json", *source);
    ASSERT_TRUE(session);
    const Trace& trace = *(*session)->trace;
    const auto& activities = (*session)->analysis.devices.at(0).byStart;
    KernelGroups groups(trace);
    const CollectiveTime time = collectiveTime(trace, groups, activities, trace.range());
    const std::vector<TimeRange> waits{{timeFromNs(950), timeFromNs(1250)}};
    const auto slowed = slowedKernels(trace, groups, activities, time.collectives, waits);
    ASSERT_EQ(slowed.size(), 1U);
    EXPECT_EQ(trace.slices().start(slowed[0].slice), timeFromNs(1000));
    EXPECT_EQ(slowed[0].alone, Duration(50));
}

}  // namespace
}  // namespace gaplight
