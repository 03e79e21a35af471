// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/detectors/detected.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/gpu_facts.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

using test::Detected;
using test::evidenceExists;
using test::kMs;
using test::kUs;
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
    EXPECT_FALSE(transfers.of(kCommExposedRule)[0].values.time("waiting"))
        << "250 ns: equal transfers differ by as much";

    const Detected waits(stepsOf({900, 10'000, 9'500, 10'000}, "4096"));
    ASSERT_EQ(waits.of(kCommExposedRule).size(), 1U);
    const FindingValues values = waits.of(kCommExposedRule)[0].values;
    EXPECT_EQ(values.caseOf("cause"), "late-rank");
    EXPECT_EQ(values.time("waiting"), Duration(26'800));
    EXPECT_EQ(values.time("total"), Duration(30'400));
}

// Messages differ in size: one that takes far longer than the others may be as much larger. Where
// sizes are known and equal, it waits.
TEST(CommExposed, LengthAloneIsNoWait) {
    constexpr std::int64_t kLong = 200'000'000;
    const std::vector<std::int64_t> lengths{900, 1'000, kLong, 1'100, kLong, 950};
    const Detected unknown(stepsOf(lengths, ""));
    ASSERT_EQ(unknown.of(kCommExposedRule).size(), 1U);
    const FindingValues values = unknown.of(kCommExposedRule)[0].values;
    EXPECT_EQ(values.caseOf("cause"), "");
    EXPECT_EQ(values.caseOf("sizes"), "unknown");
    EXPECT_FALSE(values.time("waiting"));
    const Detected equal(stepsOf(lengths, "4096"));
    ASSERT_EQ(equal.of(kCommExposedRule).size(), 1U);
    EXPECT_EQ(equal.of(kCommExposedRule)[0].values.caseOf("cause"), "late-rank");
    EXPECT_EQ(equal.of(kCommExposedRule)[0].values.time("waiting"), Duration(2 * kLong - 1'450));
}

// Beside what the GPU computes, no more than as much can run; what is no equal message's usual
// time may be waiting.
TEST(CommExposed, NoMoreIsHiddenThanTheGpuComputes) {
    const auto hidden = [](const std::vector<std::int64_t>& lengths, const std::string& elements) {
        const Detected detected(stepsOf(lengths, elements));
        Duration sum{};
        for (const Finding& finding : detected.of(kCommExposedRule)) {
            for (const ReplayEdit& edit : finding.edits) {
                const Duration whole = detected.trace().slices().duration(edit.slice);
                sum += whole - Duration(static_cast<std::int64_t>(
                                   static_cast<double>(whole.count()) * edit.factor));
            }
        }
        return sum;
    };
    EXPECT_NEAR(static_cast<double>(hidden({90'000, 90'000, 90'000}, "").count()), 30'000, 10);
    EXPECT_NEAR(static_cast<double>(hidden({900, 1'000, 9'000, 1'000}, "").count()), 3'900, 10);
}

// Steps of 1 ms of compute, which waits for the all-gather and the all-reduce of the step before,
// both of unknown sizes and in ranges of their own.
TraceDsl stepsOfTwoOperations(std::int64_t gather, std::int64_t reduce) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.call(host, {0, 1}, "cudaStreamWaitEvent");
    std::int64_t done = 2 * kMs;
    for (std::int64_t at = 1 * kMs; at < 7 * kMs; at += 1 * kMs) {
        const auto launchIn = [&](std::int64_t from, const char* range) {
            t.annotation(host, {from, from + 100 * kUs}, range);
            t.annotation(host, {from + kUs, from + 90 * kUs}, "nccl:collective");
            return t.launch(host, {from + 2 * kUs, from + 7 * kUs});
        };
        t.kernel(stream, {done, done + 1 * kMs}, t.launch(host, {at, at + 5 * kUs}), "gemm");
        done += 1 * kMs;
        t.kernel(stream, {done, done + gather}, launchIn(at + 100 * kUs, "embedding"),
                 "ncclDevKernel_AllGather_RING_LL(int)");
        done += gather;
        t.kernel(stream, {done, done + reduce}, launchIn(at + 300 * kUs, "backward"), kAllReduce);
        done += reduce;
    }
    return t;
}

// What the GPU computes hides one of them, not each.
TEST(CommExposed, OperationsShareWhatCanHideThem) {
    const Detected detected(stepsOfTwoOperations(1'500 * kUs, 1'000 * kUs));
    const auto findings = detected.of(kCommExposedRule);
    ASSERT_EQ(findings.size(), 2U);
    // It may be waiting for all that is known.
    EXPECT_EQ(findings[0].where.annotation, "backward");
    EXPECT_EQ(findings[0].severity, Severity::Warning);
    EXPECT_FALSE(findings[0].cost.saving);
    EXPECT_EQ(findings[1].where.annotation, "embedding");
    ASSERT_TRUE(findings[1].cost.saving);
    EXPECT_EQ(*findings[1].cost.saving, detected.session().analysis.devices.at(0).totals.compute);
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
    ASSERT_EQ(findings.size(), 1U) << "a kernel without a launch is of the operation of the others";
    EXPECT_EQ(findings[0].values.text("operation"), "all-to-all");
    EXPECT_EQ(findings[0].values.time("exposed"), Duration(500 + 300));
    EXPECT_EQ(findings[0].values.caseOf("fix"), "unknown");

    t.annotation(host, {300, 400}, "nccl:recv 1<-0");
    t.kernel(t.stream(0, 17), {1'800, 1'900}, t.launch(host, {310, 320}), "ncclDevKernel_SendRecv");
    const auto both = Detected(t).of(kCommExposedRule);
    ASSERT_EQ(both.size(), 2U);
    EXPECT_EQ(both[0].values.text("operation"), "all-to-all");
    EXPECT_EQ(both[1].values.text("operation"), "send/receive");
    EXPECT_EQ(both[1].values.time("exposed"), Duration(300 + 100)) << "the others are of two kinds";
}

// DeepEP writes no sizes, and its kernels wait for each other by design.
TEST(CommExposed, NamesExpertParallelism) {
    TraceDsl t;
    t.kernel(t.stream(0, 7), {0, 1'000}, 0, "gemm");
    t.kernel(t.stream(0, 17), {1'000, 1'500}, 0, "void dpsk::ep::internode::dispatch<8>(int4*)");
    t.kernel(t.stream(0, 17), {1'500, 1'900}, 0, "void dpsk::ep::internode::combine<8>(int4*)");
    const auto findings = Detected(t).of(kCommExposedRule);
    ASSERT_EQ(findings.size(), 2U);
    EXPECT_EQ(findings[0].values.text("operation"), "expert dispatch");
    EXPECT_EQ(findings[0].values.caseOf("fix"), "experts");
    EXPECT_EQ(findings[1].values.text("operations"), "expert combines");
}

// Steps of 10 µs of compute and a kernel of NCCL, all alike, on one of four H200 of a host.
TraceDsl alikeOn(const std::string& kernel, std::int64_t length, const std::string& call,
                 std::int64_t elements, const std::string& type, int gpus = 4) {
    TraceDsl t;
    test::GpuFacts gpu;
    gpu.count = gpus;
    gpu.addTo(t);
    t.fact("distributedInfo", R"({"backend": "nccl", "rank": 0, "world_size": 4})");
    const auto host = t.thread("main");
    t.call(host, {92, 96}, "cudaStreamWaitEvent");
    std::int64_t at = 0;
    for (int step = 0; step < 6; ++step) {
        t.kernel(t.stream(0, 7), {at + 100, at + 10'100}, t.launch(host, {at, at + 50}), "gemm");
        t.kernel(t.stream(0, 17), {at + 10'100, at + 10'100 + length},
                 t.launch(host, {at + 50, at + 90}), kernel);
        t.arg("Collective name", "\"" + call + "\"");
        t.arg("In msg nelems", std::to_string(elements));
        t.arg("Out msg nelems", std::to_string(elements));
        t.arg("dtype", "\"" + type + "\"");
        t.arg("Group size", "4");
        at += 10'100 + length;
    }
    return t;
}

// The decode step of a model under tensor parallelism, behind a rank with a slow host: every
// all-reduce waits, so that the fastest one does not show it.
TEST(CommExposed, RecognizesWhatAlwaysWaitsByTheLinksRate) {
    const TraceDsl slow = alikeOn(kAllReduce, 1'500'000, "allreduce", 262'144, "BFloat16");
    const auto waits = Detected(slow).of(kCommExposedRule);
    ASSERT_EQ(waits.size(), 1U);
    const FindingValues& values = waits[0].values;
    EXPECT_EQ(values.caseOf("cause"), "late-rank");
    EXPECT_EQ(values.caseOf("fix"), "late-rank");
    EXPECT_FALSE(waits[0].isBound);
    // 2 x 3/4 of 0.5 MB at 100 GB/s, and 20 µs for each rank.
    const Duration bound = Duration(80'000 + 786'432 / 100);
    EXPECT_EQ(values.time("waiting"), 6 * (Duration(1'500'000) - bound));
    EXPECT_EQ(values.time("exposed_waiting"), values.time("waiting"));
    EXPECT_EQ(values.get<ByteCount>("sent"), ByteCount{786'432});
    EXPECT_EQ(values.text("link"), "NVLink");
    EXPECT_THAT(waits[0].edits, ::testing::SizeIs(6));

    // As long with 600 MB: 300 GB/s.
    const TraceDsl large = alikeOn(kAllReduce, 3'000'000, "allreduce", 300'000'000, "BFloat16");
    const auto transfers = Detected(large).of(kCommExposedRule);
    ASSERT_EQ(transfers.size(), 1U);
    EXPECT_EQ(transfers[0].values.caseOf("cause"), "");
    EXPECT_EQ(transfers[0].values.caseOf("fix"), "all-reduce");
    EXPECT_TRUE(transfers[0].isBound) << "as if all of it were hidden";
    EXPECT_FALSE(transfers[0].values.time("exposed_waiting"));
}

// One GPU of each of four hosts, as far as the file shows: 10 Gbit/s may be all there is.
TEST(CommExposed, TakesSeveralHostsForASlowNetwork) {
    const TraceDsl t = alikeOn(kAllReduce, 1'500'000, "allreduce", 262'144, "BFloat16", 1);
    const auto findings = Detected(t).of(kCommExposedRule);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].values.caseOf("cause"), "");
    EXPECT_EQ(findings[0].values.text("link"), "") << "slow, but no slower than such a network";
}

// Sends and receives of a pipeline are launched together, without sizes of their own.
TEST(CommExposed, TakesTheSizesOfCoalescedCallsFromTheHost) {
    TraceDsl t;
    test::GpuFacts gpu;
    gpu.count = 4;
    gpu.addTo(t);
    t.fact("distributedInfo", R"({"backend": "nccl", "rank": 0, "world_size": 4})");
    const auto host = t.thread("main");
    t.call(host, {1, 2}, "cudaStreamWaitEvent");
    const auto call = [&](std::int64_t begin, const std::string& name) {
        t.op(host, {begin, begin + 40}, "record_param_comms");
        t.arg("Collective name", "\"" + name + "\"");
        t.arg("In msg nelems", "524288");
        t.arg("Out msg nelems", "524288");
        t.arg("dtype", "\"Float\"");
        t.arg("Group size", "4");
    };
    for (std::int64_t at = 1'000; at < 40'000'000; at += 10'000'000) {
        t.kernel(t.stream(0, 7), {at + 500, at + 4'000'000}, t.launch(host, {at, at + 50}), "gemm");
        call(at + 100, "recv");
        t.annotation(host, {at + 200, at + 300}, "nccl:coalesced");
        t.kernel(t.stream(0, 17), {at + 4'000'000, at + 9'000'000},
                 t.launch(host, {at + 210, at + 250}), "ncclDevKernel_SendRecv");
        call(at + 400, "wait");
    }
    const auto findings = Detected(t).of(kCommExposedRule);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].values.caseOf("fix"), "pipeline");
    EXPECT_EQ(findings[0].values.get<ByteCount>("sent"), ByteCount{2'097'152});
    EXPECT_FALSE(findings[0].values.count("unknown_sizes"));
}

// 40 % waiting: what overlapping can hide is the rest.
TEST(CommExposed, DoesNotPriceAWaitAsOverlap) {
    const auto findings =
        Detected(stepsOf({900, 1'500, 1'500, 1'500}, "4096")).of(kCommExposedRule);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].values.caseOf("fix"), "all-reduce");
    EXPECT_EQ(findings[0].values.time("exposed_waiting"), Duration(3 * 600));
    ASSERT_EQ(findings[0].edits.size(), 4U);
    EXPECT_EQ(findings[0].edits[0].factor, 0);
    EXPECT_EQ(findings[0].edits[1].factor, 600.0 / 1'500);
}

TEST(CommExposed, GuessesNoWaitWithoutSizes) {
    const Detected detected(stepsOf({900, 10'000, 9'500, 10'000}, ""));
    ASSERT_EQ(detected.of(kCommExposedRule).size(), 1U);
    const Finding finding = detected.of(kCommExposedRule)[0];
    EXPECT_EQ(finding.values.caseOf("cause"), "");
    EXPECT_EQ(finding.values.caseOf("sizes"), "unknown");
    ASSERT_EQ(finding.edits.size(), 4U);
    EXPECT_EQ(finding.edits[0].factor, 0) << "all of it is exposed";
    EXPECT_EQ(finding.edits[1].factor, 0.05) << "more than the median may be waiting";
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
