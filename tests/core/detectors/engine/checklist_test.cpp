// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/engine/checklist.h"

#include <array>

#include <gtest/gtest.h>

#include "tests/core/detectors/detected.h"

namespace gaplight::test {
namespace {

ChecklistItem answer(const Detected& detected, ChecklistQuestion question) {
    return detected.set().checklist[static_cast<std::size_t>(question)];
}

ChecklistItem hostBlocking(const Detected& detected) {
    return answer(detected, ChecklistQuestion::HostBlocking);
}

constexpr std::array kOfCalls{ChecklistQuestion::GpuBusy, ChecklistQuestion::HostBlocking,
                              ChecklistQuestion::LaunchLatency};

// 30 launches on an idle GPU, whose kernels start this long after their calls return.
TraceDsl launchesWithDelay(std::int64_t delay) {
    TraceDsl dsl;
    const auto main = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    for (std::int64_t at = 0; at < 30 * kMs; at += kMs) {
        const std::int64_t start = at + 40 * kUs + delay;
        dsl.kernel(stream, {start, start + 10 * kUs}, dsl.launch(main, {at, at + 40 * kUs}));
    }
    return dsl;
}

// A loop of steps of 10 ms, of which the scheduler takes 0.3 ms; the GPU runs all the time, or
// only after the scheduler.
TraceDsl stepsWithScheduler(bool isBusy) {
    TraceDsl dsl;
    const auto main = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    for (std::int64_t at = 0; at < 50 * kMs; at += 10 * kMs) {
        dsl.annotation(main, {at, at + 9'500 * kUs}, "transformer_forward");
        const auto launch = dsl.launch(main, {at + 10 * kUs, at + 20 * kUs});
        dsl.kernel(stream, {at + 30 * kUs, at + (isBusy ? 10'025 : 9'600) * kUs}, launch);
        dsl.annotation(main, {at + 9'600 * kUs, at + 9'900 * kUs}, "scheduler_step");
    }
    return dsl;
}

// Of the files that the ROCm profiler writes at exit some have a few calls and no GPU work.
TEST(Checklist, DoesNotJudgeCallsWithoutGpuWork) {
    TraceDsl dsl;
    (void)dsl.call(dsl.thread("main"), {0, 100}, "hipGetDeviceCount");
    const ChecklistItem item = hostBlocking(Detected(dsl));
    EXPECT_EQ(item.status, ChecklistStatus::Unknown);
    EXPECT_EQ(item.value, "no GPU activity was recorded");
}

TEST(Checklist, DoesNotJudgeTheHostWhereOnlyTheGpuWasRecorded) {
    TraceDsl dsl;
    dsl.kernel(dsl.stream(0, 7), {0, 100});
    const ChecklistItem item = hostBlocking(Detected(dsl));
    EXPECT_EQ(item.status, ChecklistStatus::Unknown);
    EXPECT_EQ(item.value, "not recorded: no CUDA or HIP calls of the host");
}

TEST(Checklist, IsHealthyWithCallsThatDoNotBlock) {
    TraceDsl dsl;
    const auto main = dsl.thread("main");
    dsl.kernel(dsl.stream(0, 7), {200, 300}, dsl.launch(main, {0, 100}));
    EXPECT_EQ(hostBlocking(Detected(dsl)).status, ChecklistStatus::Healthy);
}

TEST(Checklist, DoesNotJudgeASample) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    for (std::uint64_t i = 0; i < 60; ++i) {
        const auto at = static_cast<std::int64_t>(i) * kMs;
        dsl.launch(host, {at, at + 10 * kUs});
        dsl.correlate(1 + i * 1'000);
        dsl.kernel(stream, {at + 20 * kUs, at + 30 * kUs}, 1 + i * 1'000);
    }
    const Detected detected(dsl);
    for (const ChecklistQuestion question : kOfCalls) {
        const ChecklistItem item = answer(detected, question);
        EXPECT_EQ(item.status, ChecklistStatus::Unknown);
        EXPECT_EQ(item.value, "cannot judge: only a sample of the calls was recorded");
        ASSERT_TRUE(item.finding);
        EXPECT_EQ(detected.set().findings[*item.finding].rule, "capture-quality");
    }
    EXPECT_EQ(answer(detected, ChecklistQuestion::MemoryStable).value,
              "no memory events were recorded");
}

TEST(Checklist, DoesNotJudgeTheCaptureOfGraphs) {
    TraceDsl dsl;
    const auto main = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    dsl.kernel(stream, {20 * kUs, 30 * kUs}, dsl.launch(main, {0, 10 * kUs}));
    dsl.call(main, {100 * kUs, 110 * kUs}, "cudaStreamBeginCapture");
    dsl.call(main, {9 * kMs, 9'100 * kUs}, "cudaStreamEndCapture");
    dsl.kernel(stream, {10 * kMs, 10'010 * kUs}, dsl.launch(main, {9'900 * kUs, 9'910 * kUs}));
    const Detected detected(dsl);
    for (const ChecklistQuestion question : kOfCalls) {
        const ChecklistItem item = answer(detected, question);
        EXPECT_EQ(item.status, ChecklistStatus::Unknown);
        EXPECT_EQ(item.value, "cannot judge: it is mostly CUDA graph capture");
    }
}

TEST(Checklist, DoesNotJudgeLaunchesThatAreQuickerThanTheyCanBe) {
    EXPECT_EQ(
        answer(Detected(launchesWithDelay(-3 * kUs)), ChecklistQuestion::LaunchLatency).status,
        ChecklistStatus::Healthy);
    const ChecklistItem item =
        answer(Detected(launchesWithDelay(-18 * kUs)), ChecklistQuestion::LaunchLatency);
    EXPECT_EQ(item.status, ChecklistStatus::Unknown);
    EXPECT_TRUE(item.value.starts_with("cannot judge: kernels start 18.0\u2009µs before"))
        << item.value;
}

TEST(Checklist, ASchedulerBesideABusyGpuIsCheap) {
    const ChecklistItem busy =
        answer(Detected(stepsWithScheduler(true)), ChecklistQuestion::SchedulerShare);
    EXPECT_EQ(busy.status, ChecklistStatus::Healthy) << busy.value;
    const ChecklistItem idle =
        answer(Detected(stepsWithScheduler(false)), ChecklistQuestion::SchedulerShare);
    EXPECT_EQ(idle.status, ChecklistStatus::Unknown) << idle.value;
}

}  // namespace
}  // namespace gaplight::test
