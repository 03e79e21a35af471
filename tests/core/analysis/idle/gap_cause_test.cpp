// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/idle/gap_cause.h"

#include <string>

#include <gtest/gtest.h>

#include "tests/core/analysis/analyzed.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

ExaminedGaps examined(const test::Analyzed& made) {
    const DeviceAnalysis& device = made.device();
    return {device.gaps, device.gapReason, device.gapActivity, device.byStart};
}

// One gap of [100 µs, 1,100 µs): its launch starts at 1,000 µs on the main thread.
struct OneGap {
    static constexpr std::int64_t kUs = 1000;

    test::TraceDsl dsl;
    test::TraceDsl::Track host = dsl.thread("main");
    test::TraceDsl::Track stream = dsl.stream(0, 7);

    void python(std::int64_t beginUs, std::int64_t endUs, const std::string& name) {
        dsl.python(host, {beginUs * kUs, endUs * kUs}, name);
    }
    void op(std::int64_t beginUs, std::int64_t endUs, const std::string& name) {
        dsl.op(host, {beginUs * kUs, endUs * kUs}, name);
    }

    // As "kind: function", then the caller.
    std::string causeText() {
        dsl.kernel(stream, {20 * kUs, 100 * kUs}, dsl.launch(host, {10 * kUs, 12 * kUs}), "a");
        dsl.kernel(stream, {1100 * kUs, 1200 * kUs}, dsl.launch(host, {1000 * kUs, 1005 * kUs}),
                   "b");
        made.emplace(dsl);
        const PlaceFinder places(*made->trace);
        const auto all =
            gapCauses(*made->trace, made->launches, places, examined(*made), Duration(100 * kUs));
        if (all.size() != 1) {
            return "gaps: " + std::to_string(all.size());
        }
        found = all.front();
        std::string text = std::to_string(static_cast<int>(found.kind));
        for (const auto& [kind, name] : {std::pair{GapCauseKind::Code, "code"},
                                         {GapCauseKind::Drained, "drained"},
                                         {GapCauseKind::DataLoader, "data loader"},
                                         {GapCauseKind::LaunchCall, "launch"},
                                         {GapCauseKind::Untraced, "untraced"},
                                         {GapCauseKind::Scattered, "scattered"},
                                         {GapCauseKind::GpuSide, "gpu side"}}) {
            text = found.kind == kind ? name : text;
        }
        const auto name = [&](StringId id) { return std::string(made->trace->text(id)); };
        return text + ": " + name(found.function) +
               (found.caller != found.function && found.caller.isValid()
                    ? " from " + name(found.caller)
                    : "");
    }

    std::optional<test::Analyzed> made;
    GapCause found;
};

TEST(GapCause, NamesCodeAndWhoCalledIt) {
    OneGap gap;
    gap.python(0, 2000, "main.py(1): main");
    gap.python(110, 990, "hooks.py(5): _set_context");
    gap.python(120, 980, "torch/nn/modules/module.py(2882): named_modules");
    EXPECT_EQ(gap.causeText(),
              "code: torch/nn/modules/module.py(2882): named_modules from "
              "hooks.py(5): _set_context");
    ASSERT_EQ(gap.found.calls.size(), 1U);  // the caller's call: all of it goes
    const auto ranges = causeRanges(*gap.made->trace, gap.made->device().gaps.front(), gap.found);
    ASSERT_EQ(ranges.size(), 1U);
    EXPECT_EQ(ranges.front().length().count(), 880'000);
}

TEST(GapCause, SaysNothingOfCodeThatMerelyLaunches) {
    OneGap gap;
    gap.python(0, 9000, "model.py(1): forward");  // launches, and runs long beyond the gap
    EXPECT_EQ(gap.causeText().substr(0, 9), "scattered");
}

TEST(GapCause, NamesLaunchingCodeThatRunsMostlyInGaps) {
    OneGap gap;
    gap.python(90, 1050, "sched.py(1): step");
    EXPECT_EQ(gap.causeText(), "code: sched.py(1): step");
    EXPECT_TRUE(gap.found.launches);
}

// Half of a call of 80 ns is 40 ns, not 0.
TEST(GapCause, ComparesSharesOfCallsShorterThanAHundredNanoseconds) {
    test::TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    dsl.kernel(stream, {20, 1000}, dsl.launch(host, {10, 12}), "a");
    dsl.python(host, {945, 1025}, "model.py(1): forward");  // 20 ns of its 80 in the gap
    dsl.kernel(stream, {1030, 1200}, dsl.launch(host, {1020, 1024}), "b");
    const test::Analyzed made(dsl);
    const PlaceFinder places(*made.trace);
    const auto all = gapCauses(*made.trace, made.launches, places, examined(made), Duration(10));
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(made.trace->text(all.front().function), "model.py(1): forward");
    EXPECT_EQ(all.front().kind, GapCauseKind::Scattered);
}

TEST(GapCause, KnowsADrainedQueueOnlyByAWaitAsLongAsTheGap) {
    OneGap longWait;
    longWait.dsl.kernel(longWait.stream, {-2'000'000, 15'000},
                        longWait.dsl.launch(longWait.host, {-2'100'000, -2'090'000}), "c");
    longWait.dsl.call(longWait.host, {-2'000'000, 101'000}, "cudaStreamSynchronize");
    longWait.python(102, 990, "main.py(3): log");
    EXPECT_EQ(longWait.causeText(), "drained: ");
    OneGap shortWait;
    shortWait.dsl.call(shortWait.host, {95'000, 101'000}, "cudaStreamSynchronize");
    shortWait.python(102, 990, "main.py(3): log");
    EXPECT_EQ(shortWait.causeText(), "code: main.py(3): log");
}

TEST(GapCause, KnowsTheDataLoader) {
    OneGap gap;
    gap.python(105, 995, "torch/utils/data/dataloader.py(7): __next__");
    gap.python(110, 990, "data.py(3): __getitem__");
    EXPECT_EQ(gap.causeText(), "data loader: data.py(3): __getitem__");
}

TEST(GapCause, LooksAtTheThreadThatLaunchedBefore) {
    OneGap gap;
    const auto autograd = gap.dsl.thread("autograd");
    gap.python(90, 1090, "train.py(3): collect");
    gap.dsl.kernel(gap.stream, {20'000, 100'000}, gap.dsl.launch(gap.host, {10'000, 12'000}), "a");
    gap.dsl.kernel(gap.stream, {1'100'000, 1'200'000},
                   gap.dsl.launch(autograd, {1'000'000, 1'005'000}), "b");
    gap.made.emplace(gap.dsl);
    const PlaceFinder places(*gap.made->trace);
    const auto all = gapCauses(*gap.made->trace, gap.made->launches, places, examined(*gap.made),
                               Duration(100'000));
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(gap.made->trace->text(all.front().function), "train.py(3): collect");
    EXPECT_EQ(all.front().kind, GapCauseKind::Code);
}

TEST(GapCause, NamesNothingWhereNothingIsRecorded) {
    OneGap gap;
    EXPECT_EQ(gap.causeText(), "untraced: ");
}

TEST(GapCause, LeavesTheProfilersWorkOut) {
    OneGap gap;
    gap.dsl.slice(gap.host, {105'000, 995'000}, "overhead", "Buffer Flush");
    EXPECT_EQ(gap.causeText(), "gaps: 0");
}

}  // namespace
}  // namespace gaplight
