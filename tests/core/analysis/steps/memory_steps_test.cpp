// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/steps/steps.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/analysis/slices/slice_scan.h"
#include "tests/core/analysis/analyzed.h"

namespace gaplight {
namespace {

using test::Analyzed;
using test::TraceDsl;
using ::testing::ElementsAre;

TimeRange rangeNs(std::int64_t begin, std::int64_t end) {
    return {timeFromNs(begin), timeFromNs(end)};
}

TEST(MemorySteps, GrowthIsAgainstTheEndOfTheStepBefore) {
    TraceDsl t;
    const auto host = t.thread("main");
    for (int step = 0; step < 3; ++step) {
        t.annotation(host, {1000 * step, 1000 * step + 900},
                     "ProfilerStep#" + std::to_string(step));
    }
    t.memory(host, 100, 1, 500, 500);
    t.memory(host, 200, 2, 100, 600);
    t.memory(host, 1100, 3, 300, 900);
    t.memory(host, 1200, 2, -100, 800);
    const Analyzed result(t);
    const auto memory = memoryPerStep(*result.trace, StepIndex(result.analysis.steps));
    ASSERT_EQ(memory.size(), 1U);
    EXPECT_EQ(memory[0].gpu, GpuId(SourceId(), 0));
    ASSERT_EQ(memory[0].steps.size(), 3U);
    EXPECT_EQ(memory[0].steps[0]->allocated, 600);
    EXPECT_EQ(memory[0].steps[0]->growth, std::nullopt);
    EXPECT_EQ(memory[0].steps[1]->growth, 200);
    EXPECT_EQ(memory[0].steps[2]->allocated, 800) << "nothing happened in it";
    EXPECT_EQ(memory[0].steps[2]->growth, 0);
}

TEST(MemorySteps, WhatLiesBeforeTheFirstStepIsItsBase) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.op(host, {0, 10}, "aten::empty");
    t.memory(host, 5, 1, 400, 400);
    t.annotation(host, {1000, 1900}, "ProfilerStep#1");
    t.annotation(host, {2000, 2900}, "ProfilerStep#2");
    t.memory(host, 1100, 2, 50, 450);
    const Analyzed result(t);
    const auto memory = memoryPerStep(*result.trace, StepIndex(result.analysis.steps));
    ASSERT_EQ(memory.size(), 1U);
    EXPECT_EQ(memory[0].steps[0]->growth, 50);
}

TEST(MemorySteps, KeptIsWhatIsNotFreedInTheRange) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.op(host, {0, 1000}, "aten::empty");
    t.memory(host, 10, 7, 100, 100);
    t.memory(host, 20, 8, 200, 300);
    t.memory(host, 30, 8, -200, 100);
    t.memory(host, 40, 8, 300, 400);
    t.memory(host, 50, 9, 400, 800);
    t.memory(host, 60, 9, 500, 1300);  // the free in between was not recorded
    t.memory(host, 70, 7, -100, 1200);
    const auto trace = t.trace();
    const auto bytes = [&](TimeRange made) {
        std::vector<std::int64_t> kept;
        for (const std::size_t at : keptAllocations(*trace, GpuId(SourceId(), 0), made)) {
            kept.push_back(trace->memoryEvents()[at].bytes);
        }
        return kept;
    };
    EXPECT_THAT(bytes(rangeNs(0, 100)), ElementsAre(300, 500));
    EXPECT_THAT(bytes(rangeNs(0, 45)), ElementsAre(100, 300));
    EXPECT_THAT(bytes(rangeNs(35, 55)), ElementsAre(300, 400));
    EXPECT_THAT(keptAllocations(*trace, GpuId(SourceId(), 1), rangeNs(0, 100)),
                ::testing::IsEmpty());
}

TEST(SliceAt, TheInnermostThatCoversAnInstant) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.op(host, {0, 100}, "outer");
    t.op(host, {10, 20}, "first");
    t.op(host, {30, 60}, "second");
    t.op(t.thread("other"), {0, 1000}, "elsewhere");
    const auto trace = t.trace();
    const TrackId track = trace->trackOf(test::sliceNamed(*trace, "outer"));
    const auto at = [&](std::int64_t time) {
        const SliceId slice = sliceAt(*trace, track, timeFromNs(time));
        return slice.isValid() ? std::string(trace->name(slice)) : std::string();
    };
    EXPECT_EQ(at(-1), "");
    EXPECT_EQ(at(0), "outer");
    EXPECT_EQ(at(19), "first");
    EXPECT_EQ(at(20), "outer");
    EXPECT_EQ(at(45), "second");
    EXPECT_EQ(at(99), "outer");
    EXPECT_EQ(at(100), "");
}

}  // namespace
}  // namespace gaplight
