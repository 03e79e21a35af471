// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/detectors/detected.h"
#include "tests/support/golden.h"
#include "tests/support/gpu_facts.h"
#include "tests/support/trace_dsl.h"

namespace gaplight {
namespace {

using test::Detected;
using test::evidenceExists;
using test::Launched;
using test::TraceDsl;
using ::testing::IsEmpty;

constexpr const char* kCommExposedRule = "comm-exposed";
constexpr const char* kAllReduce = "ncclDevKernel_AllReduce_Sum_f32_RING_LL(int)";

// Rank 1 sleeps 30 ms a step: rank 0's GPU is busy all the time, waiting in all-reduces.
TEST(CommExposed, FindsTheWaitForAnotherRank) {
    const Detected detected("ddp_straggler_rank0");
    const auto findings = detected.of(kCommExposedRule);
    ASSERT_EQ(findings.size(), 1U) << detected.text(kCommExposedRule);
    const Finding& finding = findings[0];
    EXPECT_EQ(finding.count, 36U);
    EXPECT_EQ(finding.perStep, 12.0);
    EXPECT_EQ(finding.where.gpu, GpuId(SourceId(), 0));
    EXPECT_EQ(finding.where.op, "c10d::allreduce_");
    EXPECT_EQ(finding.cost.gpuIdle, Duration::zero()) << "the GPU is busy";
    const FindingValues& values = finding.values;
    EXPECT_EQ(values.text("operation"), "all-reduce");
    EXPECT_NEAR(static_cast<double>(values.time("exposed")->count()), 9.15e6, 5e3);
    EXPECT_NEAR(static_cast<double>(values.time("total")->count()), 99.1e6, 5e5);
    EXPECT_NEAR(static_cast<double>(values.time("fastest")->count()), 820e3, 500);
    EXPECT_EQ(values.count("kept_sms"), 24);
    EXPECT_EQ(values.count("sms"), 132);
    EXPECT_EQ(values.caseOf("cause"), "late-rank");
    EXPECT_EQ(values.caseOf("fix"), "late-rank");
    EXPECT_EQ(values.text("rank_number"), "0");
    EXPECT_EQ(values.count("world_size"), 2);
    EXPECT_TRUE(evidenceExists(detected.session(), finding));
}

// What the wait costs: its own trace without it is the balanced pair's.
TEST(CommExposed, PricesTheWaitWithWhatItSlowsDown) {
    const Detected waiting("ddp_straggler_rank0");
    const Detected balanced("ddp_balanced_rank0");
    const auto findings = waiting.of(kCommExposedRule);
    ASSERT_EQ(findings.size(), 1U);
    ASSERT_TRUE(findings[0].cost.saving) << findings[0].confidence;
    const auto window = [](const Detected& detected) {
        return detected.session().analysis.devices.at(0).totals.window.length();
    };
    const Duration truth = window(waiting) - window(balanced);
    EXPECT_GT(*findings[0].cost.saving, truth / 2);
    EXPECT_LT(*findings[0].cost.saving, truth) << "the floor contains waiting";
}

TEST(CommExposed, IsSilentWhereTheRanksAreBalanced) {
    EXPECT_THAT(Detected("ddp_balanced_rank0").text(kCommExposedRule), IsEmpty());
    EXPECT_THAT(Detected("ddp_balanced_rank1").text(kCommExposedRule), IsEmpty());
}

// The late rank itself waits for nobody.
TEST(CommExposed, IsSilentOnTheLateRank) {
    EXPECT_THAT(Detected("ddp_straggler_rank1").text(kCommExposedRule), IsEmpty());
}

TEST(CommExposed, DoesNotApplyToOneGpu) {
    EXPECT_EQ(Detected("resnet18_eager").notApplicable(kCommExposedRule),
              "no communication between GPUs was recorded");
}

// Steps of compute with an all-reduce behind it, `lengths` long, of `elements` each.
TraceDsl stepsOf(const std::vector<std::int64_t>& lengths, const std::string& elements,
                 bool recordsWaits = true) {
    TraceDsl t;
    const auto host = t.thread("main");
    if (recordsWaits) {
        t.call(host, {92, 96}, "cudaStreamWaitEvent");
    }
    const auto compute = t.stream(0, 7);
    const auto comm = t.stream(0, 17);
    std::int64_t at = 0;
    for (const std::int64_t length : lengths) {
        t.kernel(compute, {at + 100, at + 10'100}, t.launch(host, {at, at + 50}), "gemm");
        t.kernel(comm, {at + 10'100, at + 10'100 + length}, t.launch(host, {at + 50, at + 90}),
                 kAllReduce);
        Launched{{24, 1, 1}}.addTo(t);
        if (!elements.empty()) {
            t.arg("In msg nelems", elements);
        }
        at += 10'100 + length;
    }
    return t;
}

TEST(CommExposed, Texts) {
    std::string text = test::textOf(kCommExposedRule, {"ddp_straggler_rank0"});
    for (const TraceDsl& dsl :
         {stepsOf({900, 1'000, 950, 1'000}, "4096"), stepsOf({900, 10'000, 9'500, 10'000}, ""),
          stepsOf({900, 10'000, 9'500, 10'000}, "4096", false)}) {
        text += Detected(dsl).text(kCommExposedRule) + "\n";
    }
    EXPECT_TRUE(test::matchesGolden("findings/rules/comm-exposed.txt", text));
}

TEST(CommExposed, SeparatesTransferFromWaiting) {
    const Detected transfers(stepsOf({900, 1'000, 950, 1'000}, "4096"));
    ASSERT_EQ(transfers.of(kCommExposedRule).size(), 1U);
    EXPECT_EQ(transfers.of(kCommExposedRule)[0].values.caseOf("cause"), "");
    EXPECT_EQ(transfers.of(kCommExposedRule)[0].values.caseOf("fix"), "all-reduce");

    const Detected waits(stepsOf({900, 10'000, 9'500, 10'000}, "4096"));
    ASSERT_EQ(waits.of(kCommExposedRule).size(), 1U);
    const FindingValues values = waits.of(kCommExposedRule)[0].values;
    EXPECT_EQ(values.caseOf("cause"), "late-rank");
    EXPECT_EQ(values.time("waiting"), Duration(26'800));
    EXPECT_EQ(values.time("total"), Duration(30'400));
}

TEST(CommExposed, GivesNoSavingWhereStreamsSeemIndependent) {
    const auto findings =
        Detected(stepsOf({900, 10'000, 9'500, 10'000}, "4096", false)).of(kCommExposedRule);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_THAT(findings[0].edits, IsEmpty());
    EXPECT_EQ(findings[0].values.caseOf("estimate"), "none");
}

// The longest and the shortest suffice: each size is a read of the file.
TEST(CommExposed, ReadsOnlySomeSizes) {
    std::vector<std::int64_t> lengths;
    for (std::int64_t at = 0; at < 100; ++at) {
        lengths.push_back(900 + at * 10);
    }
    const auto findings = Detected(stepsOf(lengths, "4096")).of(kCommExposedRule);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].values.count("unknown_sizes"), 36);
    EXPECT_EQ(findings[0].values.time("fastest"), Duration(900));
}

// One kernel of NCCL's serves several operations; PyTorch's annotation tells which.
TEST(CommExposed, NamesTheOperation) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.annotation(host, {0, 100}, "nccl:all_to_all");
    t.kernel(t.stream(0, 7), {200, 1'000}, t.launch(host, {200, 210}), "gemm");
    t.kernel(t.stream(0, 17), {1'000, 1'500}, t.launch(host, {10, 20}), "ncclDevKernel_SendRecv");
    t.kernel(t.stream(0, 17), {1'500, 1'800}, 0, "ncclDevKernel_SendRecv");
    const auto findings = Detected(t).of(kCommExposedRule);
    ASSERT_EQ(findings.size(), 2U);
    EXPECT_EQ(findings[0].values.text("operation"), "all-to-all");
    EXPECT_EQ(findings[0].values.time("exposed"), Duration(500));
    EXPECT_EQ(findings[1].values.text("operation"), "send/receive");
    EXPECT_EQ(findings[1].values.time("exposed"), Duration(300));
    EXPECT_EQ(findings[0].values.caseOf("fix"), "overlap");
}

TEST(CommExposed, GuessesNoWaitWithoutSizes) {
    const Detected detected(stepsOf({900, 10'000, 9'500, 10'000}, ""));
    ASSERT_EQ(detected.of(kCommExposedRule).size(), 1U);
    const Finding finding = detected.of(kCommExposedRule)[0];
    EXPECT_EQ(finding.values.caseOf("cause"), "");
    EXPECT_EQ(finding.values.caseOf("sizes"), "unknown");
    ASSERT_EQ(finding.edits.size(), 4U);
    EXPECT_EQ(finding.edits[1].factor, 0) << "all of it is exposed";
    EXPECT_EQ(finding.values.caseOf("estimate"), "all-overlapped");
}

TEST(CommExposed, FollowsItsThresholds) {
    const TraceDsl dsl = stepsOf({900, 10'000, 9'500, 10'000}, "4096");
    EXPECT_THAT(Detected(dsl, {"comm-exposed.exposed_share=50%"}).of(kCommExposedRule), IsEmpty());
    const auto patient = Detected(dsl, {"comm-exposed.waiting_share=95%"}).of(kCommExposedRule);
    ASSERT_EQ(patient.size(), 1U);
    EXPECT_EQ(patient[0].values.caseOf("cause"), "");
}

// What the graphs ran beside the collectives was not recorded.
TEST(CommExposed, IsSilentWhereGraphsAreUnderRecorded) {
    TraceDsl t = stepsOf({900, 10'000, 9'500, 10'000}, "4096");
    ASSERT_EQ(Detected(t).of(kCommExposedRule).size(), 1U);
    const auto host = t.thread("graphs");
    for (std::int64_t at = 0; at < 10'000; at += 1'000) {
        t.call(host, {at, at + 100}, "cudaGraphLaunch");
    }
    const Detected detected(t);
    ASSERT_TRUE(detected.session().analysis.devices.at(0).graphsUnderRecorded);
    EXPECT_THAT(detected.of(kCommExposedRule), IsEmpty());
}

TEST(CommExposed, IsSilentWhereComputeHidesIt) {
    TraceDsl t;
    t.kernel(t.stream(0, 7), {0, 100'000}, 0, "gemm");
    t.kernel(t.stream(0, 17), {10'000, 90'000}, 0, kAllReduce);
    EXPECT_THAT(Detected(t).of(kCommExposedRule), IsEmpty());
}

}  // namespace
}  // namespace gaplight
