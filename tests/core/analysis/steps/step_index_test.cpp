// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/steps/steps.h"

#include <vector>

#include <gtest/gtest.h>

#include "core/analysis/steps/iteration_steps.h"

namespace gaplight {
namespace {

Steps stepsOf(std::vector<TimeRange> host, StepSource source = StepSource::Annotations) {
    Steps steps;
    steps.markers.source = source;
    steps.markers.host = std::move(host);
    return steps;
}

TimeRange range(std::int64_t begin, std::int64_t end) {
    return {timeFromNs(begin), timeFromNs(end)};
}

TEST(StepIndex, FindsTheStepOfAnInstant) {
    const StepIndex steps(stepsOf({range(10, 20), range(20, 30), range(40, 50)}));
    EXPECT_EQ(steps.stepAt(timeFromNs(9)), std::nullopt);
    EXPECT_EQ(steps.stepAt(timeFromNs(10)), 0U);
    EXPECT_EQ(steps.stepAt(timeFromNs(20)), 1U);
    EXPECT_EQ(steps.stepAt(timeFromNs(35)), std::nullopt);
    EXPECT_EQ(steps.stepAt(timeFromNs(49)), 2U);
    EXPECT_EQ(steps.stepAt(timeFromNs(50)), std::nullopt);
}

TEST(StepIndex, TheFirstOfSeveralIsWarmUp) {
    const StepIndex steps(stepsOf({range(10, 20), range(20, 30)}));
    EXPECT_EQ(steps.steadyCount(), 1U);
    EXPECT_FALSE(steps.isInSteadyStep(timeFromNs(15)));
    EXPECT_TRUE(steps.isInSteadyStep(timeFromNs(25)));
    const StepIndex one(stepsOf({range(10, 20)}));
    EXPECT_TRUE(one.isInSteadyStep(timeFromNs(15)));
}

TEST(StepIndex, InALaterPartNoneIs) {
    Steps later = stepsOf({range(20, 30), range(30, 40)});
    later.markers.firstNumber = 1;
    EXPECT_EQ(StepIndex(later).steadyCount(), 2U);
}

TEST(StepIndex, WithoutALoopThereAreNoSteps) {
    const StepIndex steps(stepsOf({range(0, 100)}, StepSource::None));
    EXPECT_EQ(steps.count(), 0U);
    EXPECT_EQ(steps.steadyCount(), 0U);
    EXPECT_EQ(steps.stepAt(timeFromNs(5)), std::nullopt);
    EXPECT_EQ(steps.medianPerStep(std::vector{timeFromNs(5)}), 0);
}

TEST(StepIndex, MedianIsOverTheSteadySteps) {
    const StepIndex steps(stepsOf({range(0, 10), range(10, 20), range(20, 30), range(30, 40)}));
    const std::vector<Time> times{timeFromNs(1),  timeFromNs(2),  timeFromNs(11), timeFromNs(21),
                                  timeFromNs(22), timeFromNs(31), timeFromNs(32), timeFromNs(33)};
    EXPECT_EQ(steps.medianPerStep(times), 2);
}

// One after the other, the first of them warm-up.
Steps stepsThatTake(const std::vector<std::int64_t>& lengths) {
    Steps steps = stepsOf({});
    std::int64_t at = 0;
    for (const std::int64_t length : lengths) {
        steps.markers.host.push_back(range(at, at + length));
        StepRow row;
        row.host = row.span = steps.markers.host.back();
        steps.rows.push_back(row);
        at += length;
    }
    return steps;
}

TEST(MedianStep, IsOfTheSteadySteps) {
    EXPECT_EQ(medianStepLike(stepsThatTake({900, 30, 10, 20}), nullptr, 1), 3U);
    EXPECT_EQ(medianStepLike(stepsThatTake({900, 40, 10, 20, 30}), nullptr, 1), 3U);
    EXPECT_EQ(medianStepLike(stepsThatTake({900, 30, 10}), nullptr, 1), std::nullopt);
}

TEST(MedianStep, IsOfTheSameKind) {
    ServingIterations iterations;
    for (const ServingPhase phase :
         {ServingPhase::Decode, ServingPhase::Decode, ServingPhase::Prefill, ServingPhase::Decode,
          ServingPhase::Decode}) {
        ServingIteration row;
        row.name.phase = phase;
        iterations.rows.push_back(row);
    }
    const Steps steps = stepsThatTake({900, 12, 500, 11, 10});
    EXPECT_EQ(medianStepLike(steps, &iterations, 1), 3U);
    EXPECT_EQ(medianStepLike(steps, &iterations, 2), std::nullopt);
}

}  // namespace
}  // namespace gaplight
