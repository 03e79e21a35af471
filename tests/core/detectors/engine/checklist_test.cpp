// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/engine/checklist.h"

#include <gtest/gtest.h>

#include "tests/core/detectors/detected.h"

namespace gaplight::test {
namespace {

ChecklistItem hostBlocking(const Detected& detected) {
    return detected.set().checklist[static_cast<std::size_t>(ChecklistQuestion::HostBlocking)];
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

}  // namespace
}  // namespace gaplight::test
