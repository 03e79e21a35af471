// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/gpu/kernel_totals.h"

#include <memory>

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

struct Opened {
    explicit Opened(const TraceDsl& dsl) {
        const auto source = plainMemorySource(std::make_shared<const std::string>(dsl.json()));
        auto opened = openSession("dsl.json", *source);
        EXPECT_TRUE(opened);
        session = *opened;
    }
    const Trace& trace() const { return *session->trace; }
    std::span<const ActivityId> activities() const {
        return session->analysis.devices.at(0).byStart;
    }

    std::shared_ptr<const Session> session;
};

TEST(KernelTotals, AddsUpByNameLongestFirst) {
    TraceDsl t;
    const auto stream = t.stream(0, 7);
    t.kernel(stream, {0, 10}, 0, "short");
    t.kernel(stream, {10, 40}, 0, "volta_sgemm_128x64_nn");
    t.kernel(stream, {50, 55}, 0, "short");
    t.memcpy(stream, {60, 900});
    const auto trace = t.trace();
    const auto devices = activitiesByDevice(*trace, LaunchIndex::build(*trace));
    const auto totals = kernelTotals(*trace, devices.at(0).byStart, trace->range());
    ASSERT_EQ(totals.size(), 2U);
    EXPECT_EQ(trace->text(totals[0].name), "volta_sgemm_128x64_nn");
    EXPECT_EQ(totals[0].group, KernelGroup::Matmul);
    EXPECT_EQ(totals[0].time, Duration(30));
    EXPECT_EQ(totals[1].count, 2U);
    EXPECT_EQ(totals[1].time, Duration(15));
}

TEST(KernelTotals, CutsTimeToTheRange) {
    TraceDsl t;
    t.kernel(t.stream(0, 7), {0, 100}, 0, "kernel");
    const auto trace = t.trace();
    const auto devices = activitiesByDevice(*trace, LaunchIndex::build(*trace));
    const TimeRange range{timeFromNs(30), timeFromNs(70)};
    EXPECT_EQ(kernelTotals(*trace, devices.at(0).byStart, range).at(0).time, Duration(40));
    EXPECT_EQ(timeInside(*trace, SliceId(0), {timeFromNs(200), timeFromNs(300)}), Duration(0));
}

TEST(KernelVariants, AreLaunchedAlike) {
    TraceDsl t;
    const auto stream = t.stream(0, 7);
    const auto kernel = [&](std::int64_t at, const char* name, int blocks) {
        t.kernel(stream, {at, at + 10}, 0, name);
        Launched{{blocks, 2, 1}, {64, 4, 1}, 40, 512}.addTo(t);
    };
    kernel(0, "a", 8);
    kernel(10, "a", 16);
    kernel(20, "b", 8);
    kernel(30, "a", 8);
    kernel(40, "a", 8);
    t.kernel(stream, {50, 90}, 0, "a");  // launched by nobody knows what
    const Opened opened(t);
    const auto variants =
        kernelVariants(opened.trace(), opened.activities(), opened.trace().range(),
                       [&](StringId name) { return opened.trace().text(name) == "a"; });
    ASSERT_EQ(variants.size(), 2U);
    EXPECT_EQ(variants[0].slices.size(), 3U);
    EXPECT_EQ(variants[0].time, Duration(30));
    EXPECT_EQ(variants[0].config.grid, (std::array<std::uint32_t, 3>{8, 2, 1}));
    EXPECT_EQ(variants[1].slices.size(), 1U);
    EXPECT_EQ(variants[1].config.grid[0], 16U);
}

}  // namespace
}  // namespace gaplight
