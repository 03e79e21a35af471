// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/detectors/detected.h"
#include "tests/support/checks/golden.h"

namespace gaplight {
namespace {

using test::Detected;
using test::evidenceExists;
using test::TraceDsl;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

constexpr const char* kPageableCopyRule = "pageable-copy";
using test::kMicrosecond;

std::size_t edits(const Finding& finding, ReplayEdit::Kind kind) {
    return static_cast<std::size_t>(
        std::count_if(finding.edits.begin(), finding.edits.end(),
                      [&](const ReplayEdit& edit) { return edit.kind == kind; }));
}

TEST(PageableCopy, ABatchAStep) {
    const Detected result("train_sync_pageable");
    const auto findings = result.of(kPageableCopyRule);
    ASSERT_THAT(findings, SizeIs(1)) << result.text(kPageableCopyRule);
    const Finding& finding = findings[0];
    EXPECT_EQ(finding.count, 8U) << "images and labels";
    EXPECT_EQ(finding.perStep, 2);
    EXPECT_NEAR(static_cast<double>(finding.values.get<ByteCount>("bytes_per_step")->bytes), 19.3e6,
                0.05e6);
    const auto rate = *finding.values.get<ByteRate>("rate");
    EXPECT_NEAR(static_cast<double>(rate.bytes) / static_cast<double>(rate.time.count()), 7.94,
                0.005);
    EXPECT_EQ(finding.values.caseOf("fix"), "to-gpu");
    EXPECT_EQ(finding.where.python, "cap_torch.py(154): step");
    EXPECT_EQ(edits(finding, ReplayEdit::Kind::AsyncCopy), 8U);
    EXPECT_EQ(edits(finding, ReplayEdit::Kind::DropWait), 8U);
    EXPECT_TRUE(evidenceExists(result.session(), finding));
}

// Each way is a finding, and the cure of EMAModel is known.
TEST(PageableCopy, WeightsThereAndBack) {
    const Detected result("ema_foreach_pageable");
    const auto findings = result.of(kPageableCopyRule);
    ASSERT_THAT(findings, SizeIs(2)) << result.text(kPageableCopyRule);
    for (const Finding& finding : findings) {
        EXPECT_EQ(finding.count, 960U);
        EXPECT_EQ(finding.perStep, 240);
        EXPECT_EQ(finding.where.annotation, "ema");
        EXPECT_EQ(finding.values.caseOf("fix"), "ema");
        EXPECT_GT(finding.cost.gpuIdle, 10'000 * kMicrosecond);
        EXPECT_TRUE(evidenceExists(result.session(), finding));
    }
    EXPECT_EQ(findings[0].values.caseOf("direction"), "to-gpu");
    EXPECT_EQ(findings[1].values.caseOf("direction"), "from-gpu");
}

// Wall time of the same programs with pinned memory and without the profiler: 7.85 → 4.16 ms,
// 10.09 → 6.14 and 9.03 → 4.72. The profiler slows pageable copies, so what is saved is more
// where the GPU waits for them.
TEST(PageableCopy, SavesWhatPinningDid) {
    struct Case {
        const char* trace;
        int saved;  // µs
    };
    for (const Case& one : {Case{"copy_before", 3690}, Case{"copies/upload_pageable", 3950},
                            Case{"copies/result_before", 4310}}) {
        const auto findings = Detected(one.trace).of(kPageableCopyRule);
        ASSERT_THAT(findings, SizeIs(1)) << one.trace;
        ASSERT_TRUE(findings[0].cost.saving) << one.trace;
        const double saved =
            std::chrono::duration<double, std::micro>(*findings[0].cost.saving).count();
        EXPECT_NEAR(saved, one.saved, 0.4 * one.saved) << one.trace;
        EXPECT_EQ(findings[0].severity, Severity::Critical);
    }
}

TEST(PageableCopy, ResultsAreForPinnedBuffers) {
    const auto findings = Detected("copies/result_before").of(kPageableCopyRule);
    ASSERT_THAT(findings, SizeIs(1));
    EXPECT_EQ(findings[0].values.caseOf("fix"), "from-gpu");
    EXPECT_EQ(findings[0].values.caseOf("confidence"), "from-gpu");
}

TEST(PageableCopy, SilentForPinnedMemory) {
    for (const char* trace :
         {"ema_foreach_pinned", "copy_after", "train_workers_pinned", "streams_overlap",
          "copies/upload_pinned", "copies/result_after", "ddp_balanced_rank0"}) {
        EXPECT_THAT(Detected(trace).of(kPageableCopyRule), IsEmpty()) << trace;
    }
}

// torch.tensor of a few numbers: a handful of bytes a step, which is host-sync's.
TEST(PageableCopy, SilentForAFewConstants) {
    for (const char* trace : {"wan_before_compile", "flux2_before_compile", "flux_after_eager",
                              "llm_decode_eager", "compile_time"}) {
        EXPECT_THAT(Detected(trace).of(kPageableCopyRule), IsEmpty()) << trace;
    }
}

// `steps` steps with `count` copies of `bytes` each, 10 µs long, in the middle of kernels.
TraceDsl copying(int steps, int count, std::int64_t bytes,
                 const std::string& name = "Memcpy HtoD (Pageable -> Device)") {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    for (int step = 0; step < steps; ++step) {
        const std::int64_t at = 10'000'000LL * step;
        t.annotation(host, {at, at + 9'000'000}, "ProfilerStep#" + std::to_string(step));
        for (int i = 0; i < count; ++i) {
            const std::int64_t begin = at + 100'000LL * i;
            t.op(host, {begin, begin + 40'000}, "aten::copy_");
            t.memcpy(stream, {begin + 10'000, begin + 20'000},
                     t.call(host, {begin + 5000, begin + 15'000}, "cudaMemcpyAsync"), name);
            t.arg("bytes", std::to_string(bytes));
            t.call(host, {begin + 16'000, begin + 21'000}, "cudaStreamSynchronize");
            t.kernel(stream, {begin + 60'000, begin + 70'000},
                     t.launch(host, {begin + 50'000, begin + 51'000}));
        }
    }
    return t;
}

TEST(PageableCopy, HostTimeIsTheCallsAndTheirWaits) {
    const auto findings = Detected(copying(3, 2, 600'000)).of(kPageableCopyRule);
    ASSERT_THAT(findings, SizeIs(1));
    EXPECT_EQ(findings[0].cost.host, 3 * 2 * 15 * kMicrosecond);
    EXPECT_EQ(findings[0].perStep, 2);
}

TEST(PageableCopy, Thresholds) {
    EXPECT_THAT(Detected(copying(3, 1, 999'999)).of(kPageableCopyRule), IsEmpty());
    EXPECT_THAT(Detected(copying(3, 1, 1'000'000)).of(kPageableCopyRule), SizeIs(1));
    EXPECT_THAT(
        Detected(copying(3, 1, 1000), {"pageable-copy.min_bytes=1000"}).of(kPageableCopyRule),
        SizeIs(1));
    const auto constants = Detected(copying(3, 32, 8)).of(kPageableCopyRule);
    ASSERT_THAT(constants, SizeIs(1));
    EXPECT_EQ(constants[0].values.caseOf("fix"), "constants");
    EXPECT_THAT(Detected(copying(3, 31, 8)).of(kPageableCopyRule), IsEmpty());
    EXPECT_THAT(Detected(copying(3, 31, 8), {"pageable-copy.min_copies=31"}).of(kPageableCopyRule),
                SizeIs(1));
}

// An array that goes to the GPU and back in each turn of a loop: 4 ms each way of 5 MB.
TraceDsl roundTrips(std::int64_t bytesBack) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    for (std::int64_t turn = 0; turn < 4; ++turn) {
        const std::int64_t at = 10'000'000 * turn;
        t.memcpy(stream, {at, at + 4'000'000}, t.call(host, {at, at + 4'000'000}, "cudaMemcpy"),
                 "Memcpy HtoD (Pageable -> Device)");
        t.arg("bytes", "5000000");
        t.kernel(stream, {at + 4'100'000, at + 5'000'000},
                 t.launch(host, {at + 4'050'000, at + 4'060'000}));
        t.memcpy(stream, {at + 5'000'000, at + 9'000'000},
                 t.call(host, {at + 5'000'000, at + 9'000'000}, "cudaMemcpy"),
                 "Memcpy DtoH (Device -> Pageable)");
        t.arg("bytes", std::to_string(bytesBack));
    }
    return t;
}

// The same arrays each way have one cause and one cure. Results of another size have their own.
TEST(PageableCopy, ARoundTripIsOneFinding) {
    const Detected detected(roundTrips(5'000'000));
    const auto findings = detected.of(kPageableCopyRule);
    ASSERT_THAT(findings, SizeIs(1));
    EXPECT_EQ(findings[0].count, 8U);
    EXPECT_EQ(findings[0].values.caseOf("fix"), "round-trip");
    EXPECT_EQ(findings[0].values.caseOf("direction"), "both");
    EXPECT_EQ(findings[0].values.get<ByteCount>("bytes")->bytes, 40'000'000);
    EXPECT_EQ(findings[0].cost.host, 32'000 * kMicrosecond);
    // Left where it stays on the GPU: the first upload and the last result, of 8 times 4 ms.
    EXPECT_TRUE(findings[0].isBound);
    EXPECT_GT(*findings[0].cost.saving, 23'000 * kMicrosecond);
    EXPECT_LE(*findings[0].cost.saving, 24'000 * kMicrosecond);
    EXPECT_TRUE(evidenceExists(detected.session(), findings[0]));
    EXPECT_THAT(Detected(roundTrips(2'000'000)).of(kPageableCopyRule), SizeIs(2));
}

// `.item()` in a loop, as PyTorch made it before it pinned a place for the number.
TEST(PageableCopy, NumbersReadBackAreNoConstants) {
    EXPECT_THAT(
        Detected(copying(3, 64, 8, "Memcpy DtoH (Device -> Pageable)")).of(kPageableCopyRule),
        IsEmpty());
}

TEST(PageableCopy, AdvisesInTheTermsOfTheProgram) {
    const auto fixOf = [](const std::string& range) {
        TraceDsl t;
        const auto host = t.thread("main");
        const auto stream = t.stream(0, 7);
        t.annotation(host, {0, 900'000}, range);
        t.memcpy(stream, {10'000, 400'000}, t.call(host, {5000, 410'000}, "cudaMemcpyAsync"),
                 "Memcpy HtoD (Pageable -> Device)");
        t.arg("bytes", "5000000");
        const auto findings = Detected(t).of(kPageableCopyRule);
        return findings.size() == 1 ? findings[0].fix : std::string();
    };
    EXPECT_THAT(fixOf("ProfilerStep#1"), HasSubstr("`non_blocking=True`"));
    EXPECT_THAT(fixOf("time step"), HasSubstr("`cudaHostAlloc`"));
    EXPECT_THAT(fixOf("time step"), Not(HasSubstr("non_blocking")));
}

TEST(PageableCopy, NotWhatCannotBeSeenInTheWindow) {
    TraceDsl t = copying(3, 2, 600'000);
    EXPECT_THAT(Detected(t).of(kPageableCopyRule), SizeIs(1));
    // 90 µs of the host's time in a second.
    t.kernel(t.stream(0, 7), {1'000'000'000, 1'000'001'000});
    EXPECT_THAT(Detected(t).of(kPageableCopyRule), IsEmpty());
    EXPECT_THAT(Detected(t, {"pageable-copy.min_share=0.001%"}).of(kPageableCopyRule), SizeIs(1));
}

TEST(PageableCopy, CopiesOutsideTheStepsAreSetUp) {
    TraceDsl t = copying(3, 1, 8);
    const auto host = t.thread("other");
    t.memcpy(t.stream(0, 7), {40'000'000, 41'000'000},
             t.call(host, {39'000'000, 40'500'000}, "cudaMemcpyAsync"));
    t.arg("bytes", "100000000");
    EXPECT_THAT(Detected(t).of(kPageableCopyRule), IsEmpty());
}

TEST(PageableCopy, CopiesToTheHostAfterTheStepsAreResults) {
    TraceDsl t = copying(3, 1, 8);
    const auto host = t.thread("other");
    t.memcpy(t.stream(0, 7), {40'000'000, 41'000'000},
             t.call(host, {39'000'000, 40'500'000}, "cudaMemcpyAsync"),
             "Memcpy DtoH (Device -> Pageable)");
    t.arg("bytes", "100000000");
    const Detected detected(t);
    const auto found = detected.of(kPageableCopyRule);
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_EQ(found[0].values.caseOf("title"), "all");
}

TEST(PageableCopy, NotApplicableWhereTheMemoryIsNotTold) {
    const Detected rocm(copying(3, 1, 5'000'000, "Memcpy HtoD (Host -> Device)"));
    EXPECT_THAT(rocm.of(kPageableCopyRule), IsEmpty());
    EXPECT_THAT(rocm.notApplicable(kPageableCopyRule), HasSubstr("which kind of host memory"));
    EXPECT_THAT(Detected("resnet18_eager").notApplicable(kPageableCopyRule), IsEmpty());
    TraceDsl cpu;
    cpu.op(cpu.thread("main"), {0, 10}, "aten::add");
    EXPECT_THAT(Detected(cpu).notApplicable(kPageableCopyRule), HasSubstr("no GPU activity"));
}

TEST(PageableCopy, Texts) {
    EXPECT_TRUE(test::matchesGolden(
        "findings/rules/pageable-copy.txt",
        test::textOf("pageable-copy", {"train_sync_pageable", "ema_foreach_pageable",
                                       "copies/result_before", "copies/upload_pageable"})));
}

}  // namespace
}  // namespace gaplight
