// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/detectors/detected.h"
#include "tests/support/checks/golden.h"

namespace gaplight {
namespace {

using test::Detected;
using test::evidenceExists;
using test::TraceDsl;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr const char* kCopyNotOverlappedRule = "copy-not-overlapped";
using test::kMicrosecond;

TEST(CopyNotOverlapped, PageableCopiesHoldGpuAndHost) {
    const Detected result("copy_before");
    const auto findings = result.of(kCopyNotOverlappedRule);
    ASSERT_THAT(findings, SizeIs(1)) << result.text(kCopyNotOverlappedRule);
    EXPECT_EQ(findings[0].count, 6U);
    EXPECT_EQ(findings[0].where.annotation, "load");
    EXPECT_EQ(findings[0].where.gpu, GpuId(SourceId(), 0));
    EXPECT_NEAR(static_cast<double>(*findings[0].values.time("held") / kMicrosecond), 2560, 5);
    EXPECT_NEAR(*findings[0].values.share("held_share"), 0.281, 0.0005);
    EXPECT_EQ(findings[0].values.caseOf("fix"), "pin-and-fetch");
    EXPECT_THAT(findings[0].edits, IsEmpty()) << "that is pageable-copy's to price";
    EXPECT_TRUE(evidenceExists(result.session(), findings[0]));
}

// Wall time with the copy fetched a step ahead on a stream of its own: 6.14 → 4.42 ms.
TEST(CopyNotOverlapped, SavesWhatFetchingAheadDid) {
    const Detected result("copies/upload_pinned");
    const auto findings = result.of(kCopyNotOverlappedRule);
    ASSERT_THAT(findings, SizeIs(1)) << result.text(kCopyNotOverlappedRule);
    ASSERT_TRUE(findings[0].cost.saving);
    EXPECT_GT(*findings[0].cost.saving, 1400 * kMicrosecond);
    EXPECT_LT(*findings[0].cost.saving, 1720 * kMicrosecond);
    EXPECT_EQ(findings[0].values.caseOf("fix"), "fetch");
    EXPECT_TRUE(evidenceExists(result.session(), findings[0]));
    EXPECT_THAT(Detected("copies/upload_ahead").of(kCopyNotOverlappedRule), IsEmpty());
}

TEST(CopyNotOverlapped, NothingIsPromisedForResults) {
    const auto findings = Detected("copies/result_after").of(kCopyNotOverlappedRule);
    ASSERT_THAT(findings, SizeIs(1));
    EXPECT_EQ(findings[0].values.caseOf("direction"), "from");
    EXPECT_THAT(findings[0].edits, IsEmpty());
    EXPECT_EQ(findings[0].values.caseOf("fix"), "copy-back");
}

TEST(CopyNotOverlapped, SilentWhereCopiesRunBesideKernels) {
    EXPECT_THAT(Detected("streams_overlap").of(kCopyNotOverlappedRule), IsEmpty());
}

// On one stream, but the GPU has time for them: it waits for launches anyway.
TEST(CopyNotOverlapped, SilentWhereTheGpuHasTimeForThem) {
    for (const char* trace : {"copy_after", "ema_foreach_pinned", "train_workers_pinned"}) {
        EXPECT_THAT(Detected(trace).of(kCopyNotOverlappedRule), IsEmpty()) << trace;
    }
}

// Copies within the GPU are its work.
TEST(CopyNotOverlapped, SilentForCopiesWithinTheGpu) {
    for (const char* trace : {"ddp_balanced_rank0", "flux_after_cudagraph", "memory_flat"}) {
        EXPECT_THAT(Detected(trace).of(kCopyNotOverlappedRule), IsEmpty()) << trace;
    }
}

// Ten steps of 1 ms, each with kernels that wait for a pinned copy of `length` before them.
TraceDsl uploading(std::int64_t length, const char* name = "Memcpy HtoD (Pinned -> Device)",
                   int copyStream = 7) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    for (int step = 0; step < 10; ++step) {
        const std::int64_t at = 1'000'000LL * step;
        const std::int64_t launched = 10'000LL * step;
        t.annotation(host, {launched, launched + 9000}, "ProfilerStep#" + std::to_string(step));
        t.memcpy(t.stream(0, copyStream), {at, at + length},
                 t.call(host, {launched, launched + 10}, "cudaMemcpyAsync"), name);
        t.arg("bytes", "1000000");
        t.kernel(stream, {at + length, at + 1'000'000},
                 t.launch(host, {launched + 20, launched + 30}));
    }
    return t;
}

TEST(CopyNotOverlapped, WithoutTheFirstOne) {
    const Detected result(uploading(100'000));
    const auto findings = result.of(kCopyNotOverlappedRule);
    ASSERT_THAT(findings, SizeIs(1));
    EXPECT_EQ(findings[0].count, 9U) << "no step lies before the first";
    EXPECT_EQ(findings[0].cost.saving, 900 * kMicrosecond);
    EXPECT_EQ(findings[0].cost.gpuIdle, Duration(0)) << "the GPU copies";
    EXPECT_TRUE(evidenceExists(result.session(), findings[0]));
}

// Nothing that runs beside such copies makes the window much shorter.
TEST(CopyNotOverlapped, WarnsOfCopiesThatKernelsCannotHide) {
    const auto findings = Detected(uploading(900'000)).of(kCopyNotOverlappedRule);
    ASSERT_THAT(findings, SizeIs(1));
    EXPECT_EQ(findings[0].severity, Severity::Warning);
    EXPECT_EQ(findings[0].values.caseOf("fix"), "fewer");
    EXPECT_THAT(findings[0].edits, IsEmpty());
    const auto limited = Detected(uploading(900'000), {"copy-not-overlapped.min_bound=90%"})
                             .of(kCopyNotOverlappedRule);
    ASSERT_THAT(limited, SizeIs(1));
    EXPECT_EQ(limited[0].severity, Severity::Info);
}

// Kernels hide most of the copies, or pinning the memory comes first.
TEST(CopyNotOverlapped, WarnsOfNoCopiesThatOverlapOrPinningShortens) {
    const auto fixOf = [](const TraceDsl& t) {
        const auto findings = Detected(t).of(kCopyNotOverlappedRule);
        return findings.empty() ? std::string() : std::string(findings[0].values.caseOf("fix"));
    };
    EXPECT_EQ(fixOf(uploading(400'000)), "fetch");
    EXPECT_EQ(fixOf(uploading(600'000)), "fetch");
    const TraceDsl pageable = uploading(900'000, "Memcpy HtoD (Pageable -> Device)");
    EXPECT_EQ(fixOf(pageable), "pin-and-fetch");
    EXPECT_EQ(Detected(pageable).of(kCopyNotOverlappedRule)[0].severity, Severity::Info);
    const TraceDsl results = uploading(900'000, "Memcpy DtoH (Device -> Pinned)");
    EXPECT_EQ(fixOf(results), "copy-back");
    EXPECT_EQ(Detected(results).of(kCopyNotOverlappedRule)[0].severity, Severity::Info);
}

// One copy of a few bytes from pageable memory says nothing about those that hold the GPU up.
TEST(CopyNotOverlapped, IsOfTheMemoryThatHoldsLongest) {
    TraceDsl t = uploading(900'000);
    const auto host = t.thread("main");
    t.memcpy(t.stream(0, 7), {10'000'000, 10'900'000},
             t.call(host, {100'000, 100'010}, "cudaMemcpyAsync"),
             "Memcpy HtoD (Pageable -> Device)");
    t.arg("bytes", "8");
    const auto findings = Detected(t).of(kCopyNotOverlappedRule);
    ASSERT_THAT(findings, SizeIs(1));
    EXPECT_EQ(findings[0].count, 10U);
    EXPECT_EQ(findings[0].values.caseOf("cost"), "launched");
    EXPECT_EQ(findings[0].values.caseOf("fix"), "fewer");
    // One that is longer than all the others together is what they wait for.
    TraceDsl one = uploading(12'000);
    one.memcpy(one.stream(0, 7), {10'000'000, 15'000'000},
               one.call(one.thread("main"), {100'000, 100'010}, "cudaMemcpyAsync"),
               "Memcpy HtoD (Pageable -> Device)");
    one.arg("bytes", "100000000");
    const auto longest = Detected(one).of(kCopyNotOverlappedRule);
    ASSERT_THAT(longest, SizeIs(1));
    EXPECT_EQ(longest[0].values.caseOf("cost"), "pageable");
}

TEST(CopyNotOverlapped, Threshold) {
    // 9 of 10 copies of 12 µs: 1.08 %.
    EXPECT_THAT(Detected(uploading(12'000)).of(kCopyNotOverlappedRule), SizeIs(1));
    EXPECT_THAT(Detected(uploading(11'000)).of(kCopyNotOverlappedRule), IsEmpty());
    EXPECT_THAT(Detected(uploading(12'000), {"copy-not-overlapped.min_share=1.2%"})
                    .of(kCopyNotOverlappedRule),
                IsEmpty());
}

TEST(CopyNotOverlapped, AStreamOfItsOwnIsNotEnough) {
    const auto findings = Detected(uploading(100'000, "Memcpy HtoD (Pinned -> Device)", 13))
                              .of(kCopyNotOverlappedRule);
    ASSERT_THAT(findings, SizeIs(1));
    EXPECT_EQ(findings[0].values.caseOf("fix"), "earlier");
}

TEST(CopyNotOverlapped, NoSavingWhereKernelsAreTooShortToHideThem) {
    const auto findings = Detected(uploading(700'000)).of(kCopyNotOverlappedRule);
    ASSERT_THAT(findings, SizeIs(1));
    EXPECT_FALSE(findings[0].cost.saving);
    EXPECT_EQ(findings[0].values.caseOf("confidence"), "short-kernels");
}

TEST(CopyNotOverlapped, SilentForDeviceCopiesByHand) {
    EXPECT_THAT(
        Detected(uploading(100'000, "Memcpy DtoD (Device -> Device)")).of(kCopyNotOverlappedRule),
        IsEmpty());
}

TEST(CopyNotOverlapped, Texts) {
    EXPECT_TRUE(test::matchesGolden(
        "findings/rules/copy-not-overlapped.txt",
        test::textOf("copy-not-overlapped",
                     {"copy_before", "copies/upload_pinned", "copies/result_after"})));
}

}  // namespace
}  // namespace gaplight
