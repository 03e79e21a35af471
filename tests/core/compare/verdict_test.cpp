// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/verdict.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/compare/step_pairs.h"
#include "core/compare/unprofiled_times.h"
#include "core/io/plain_sources.h"
#include "core/report/diff/comparison_report.h"
#include "core/session/comparison_of.h"
#include "tests/support/traces/gpu_facts.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

using test::TraceDsl;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

struct LoopKernel {
    std::string name;
    int blocks = 64;
    std::int64_t durationNs = 0;
};

// Steps of host work and kernels, which the GPU runs one after the other.
struct LoopProgram {
    int steps = 6;
    std::vector<std::int64_t> moreHostNs{0};  // in front of the launches, by step in turn
    std::int64_t bookkeepingNs = 0;           // host time in an annotation of that name
    std::vector<LoopKernel> kernels{
        {"gemm", 64, 100'000}, {"norm", 32, 40'000}, {"add", 16, 20'000}};
    int repeats = 5;               // of the kernels, in one step
    bool losesLastKernel = false;  // the recording ends before the last kernel does
    bool isCompiled = false;       // a compiled region around each step begins before it
    double clock = 1;              // factor on the duration of all kernels but collectives
    std::string launchCall = "cudaLaunchKernel";
    std::vector<std::string> stepNames{"step"};  // in turn
    std::optional<test::GpuFacts> gpu = test::GpuFacts{};
    std::string distributedInfo;
    std::int64_t epochNs = 0;
};

std::int64_t lengthOf(const LoopKernel& kernel, double clock) {
    return kernel.name.starts_with("nccl")
               ? kernel.durationNs
               : static_cast<std::int64_t>(static_cast<double>(kernel.durationNs) * clock);
}

std::shared_ptr<const Session> runOf(const LoopProgram& program) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    std::int64_t now = 1'000;
    std::int64_t gpuFree = 0;
    for (int step = 0; step < program.steps; ++step) {
        const std::int64_t begin = now;
        now += 1'000;
        if (program.bookkeepingNs > 0) {
            t.annotation(host, {now, now + program.bookkeepingNs}, "bookkeeping");
            now += program.bookkeepingNs + 1'000;
        }
        now += program.moreHostNs[static_cast<std::size_t>(step) % program.moreHostNs.size()];
        for (int at = 0; at < program.repeats; ++at) {
            for (const LoopKernel& kernel : program.kernels) {
                const auto launch = t.call(host, {now, now + 2'000}, program.launchCall);
                const std::int64_t start = std::max(gpuFree, now + 5'000);
                gpuFree = start + lengthOf(kernel, program.clock);
                now += 3'000;
                const bool isLast = step + 1 == program.steps && at + 1 == program.repeats &&
                                    &kernel == &program.kernels.back();
                if (isLast && program.losesLastKernel) {
                    continue;
                }
                t.kernel(stream, {start, gpuFree}, launch, kernel.name);
                test::Launched launched;
                launched.grid = {kernel.blocks, 1, 1};
                launched.addTo(t);
            }
        }
        if (program.isCompiled) {
            t.op(host, {begin - 500, now + 500}, "Torch-Compiled Region: 0/0");
        }
        t.annotation(host, {begin, now},
                     program.stepNames[static_cast<std::size_t>(step) % program.stepNames.size()]);
        now += 1'000;
    }
    if (program.gpu) {
        program.gpu->addTo(t);
    }
    if (!program.distributedInfo.empty()) {
        t.fact("distributedInfo", program.distributedInfo);
    }
    t.fact("baseTimeNanoseconds", std::to_string(program.epochNs));
    const auto source = plainMemorySource(std::make_shared<const std::string>(t.json()));
    const auto session = openSession("loop.json", *source);
    EXPECT_TRUE(session) << session.error().message;
    return *session;
}

Comparison comparisonOf(const LoopProgram& a, const LoopProgram& b,
                        const CompareOptions& options = {}) {
    return compareSessions(*runOf(a), *runOf(b), options);
}

Verdict verdictOn(const LoopProgram& a, const LoopProgram& b, const CompareOptions& options = {}) {
    return comparisonOf(a, b, options).verdict;
}

TEST(ClockFactor, IsTakenOutOfTheVerdict) {
    LoopProgram slower;
    slower.clock = 1.2;
    const Verdict verdict = verdictOn({}, slower);
    ASSERT_TRUE(verdict.clock);
    EXPECT_NEAR(verdict.clock->factor, 1.2, 1e-3);
    EXPECT_EQ(verdict.clock->kernels, 3U);
    EXPECT_NEAR(verdict.clock->shareB, 1, 1e-9);
    EXPECT_EQ(verdict.kind, VerdictKind::Unchanged);
    EXPECT_NEAR(static_cast<double>(verdict.b.count()) / static_cast<double>(verdict.a.count()),
                1.2, 0.01);
    EXPECT_NEAR(*verdict.change, 0, 0.01);
    EXPECT_THAT(verdict.remarks,
                Contains("GPU clock: A's kernels are 1.20× as long in B at equal work; taken "
                         "out"));
    EXPECT_THAT(verdictSentence(verdict), HasSubstr("at A's GPU clock"));
}

TEST(ClockFactor, LeavesTheChangeOfTheProgram) {
    LoopProgram changed;
    changed.clock = 1.2;
    changed.kernels.push_back({"new_gemm", 64, 80'000});  // half as much again
    const Verdict verdict = verdictOn({}, changed);
    ASSERT_TRUE(verdict.clock);
    EXPECT_EQ(verdict.kind, VerdictKind::Regressed);
    EXPECT_NEAR(*verdict.change, 0.5, 0.02);
}

TEST(ClockFactor, HardlyMattersToAHostBoundStep) {
    LoopProgram slow;
    slow.bookkeepingNs = 3'000'000;
    LoopProgram slower = slow;
    slower.clock = 1.2;
    const Verdict verdict = verdictOn(slow, slower);
    ASSERT_TRUE(verdict.clock);
    EXPECT_EQ(verdict.kind, VerdictKind::Unchanged);
    EXPECT_NEAR(*verdict.change, 0, 0.01);
}

TEST(ClockFactor, IsNotAChangeOfSomeKernels) {
    LoopProgram slower;
    slower.kernels.front().durationNs = 120'000;
    EXPECT_FALSE(verdictOn({}, slower).clock);
    EXPECT_EQ(verdictOn({}, slower).kind, VerdictKind::Regressed);
}

TEST(ClockFactor, NeedsEqualGridsCountsAndNotOnlyShortKernels) {
    LoopProgram otherGrids;
    otherGrids.clock = 1.2;
    for (LoopKernel& kernel : otherGrids.kernels) {
        kernel.blocks *= 2;
    }
    EXPECT_FALSE(verdictOn({}, otherGrids).clock);
    LoopProgram more;
    more.clock = 1.2;
    more.repeats = 6;
    EXPECT_FALSE(verdictOn({}, more).clock);
    LoopProgram brief;
    for (LoopKernel& kernel : brief.kernels) {
        kernel.durationNs = 9'000;
    }
    LoopProgram briefSlower = brief;
    briefSlower.clock = 1.2;
    EXPECT_FALSE(verdictOn(brief, briefSlower).clock);
}

TEST(ClockFactor, MustBePlausible) {
    LoopProgram slower;
    slower.clock = 2.5;
    EXPECT_FALSE(verdictOn({}, slower).clock);
    EXPECT_EQ(verdictOn({}, slower).kind, VerdictKind::Regressed);
}

// Where a step is more than one annotation, the sentence says of what.
TEST(Verdict, SaysWhatAStepIs) {
    LoopProgram program;
    program.stepNames = {"prepare", "train"};
    LoopProgram slower = program;
    slower.bookkeepingNs = 2'000'000;
    const Verdict two = verdictOn(program, slower);
    EXPECT_EQ(two.stepUnit, "prepare + train");
    EXPECT_THAT(verdictSentence(two), HasSubstr(": a steady step (prepare + train) takes "));
    program.stepNames = slower.stepNames = {"step"};
    const Verdict one = verdictOn(program, slower);
    EXPECT_EQ(one.stepUnit, "");
    EXPECT_THAT(verdictSentence(one), HasSubstr(": a steady step takes "));
}

TEST(Verdict, OneSteadyStepEachShowsNoSpread) {
    LoopProgram brief;
    brief.steps = 2;
    LoopProgram slower = brief;
    slower.bookkeepingNs = 1'000'000;
    const Verdict verdict = verdictOn(brief, slower);
    EXPECT_EQ(verdict.kind, VerdictKind::Inconclusive);
    EXPECT_TRUE(verdict.change);
    ASSERT_FALSE(verdict.remarks.empty());
    EXPECT_THAT(verdict.remarks.front(), StartsWith("one steady step each"));
    CompareOptions chosen;
    chosen.noiseFloor = 0.02;
    EXPECT_EQ(verdictOn(brief, slower, chosen).kind, VerdictKind::Regressed);
}

TEST(Verdict, OneSteadyStepEachIsEnoughWhereTheyAreFarApart) {
    LoopProgram brief;
    brief.steps = 2;
    LoopProgram slower = brief;
    slower.bookkeepingNs = 8'000'000;
    const Verdict verdict = verdictOn(brief, slower);
    EXPECT_EQ(verdict.kind, VerdictKind::Regressed);
    EXPECT_THAT(verdict.remarks.front(), StartsWith("one steady step each"));
    EXPECT_EQ(verdictOn(slower, brief).kind, VerdictKind::Improved);
}

TEST(Verdict, FewStepsThatVaryMoreThanTheyChangedShowNothing) {
    LoopProgram varying;
    varying.steps = 3;
    varying.bookkeepingNs = 2'000'000;
    varying.moreHostNs = {0, 0, 600'000};
    LoopProgram other = varying;
    other.moreHostNs = {0, 200'000, 600'000};
    const Verdict verdict = verdictOn(varying, other);
    EXPECT_EQ(verdict.kind, VerdictKind::Inconclusive);
    EXPECT_THAT(verdict.remarks.front(), StartsWith("steps vary by more than the change"));
}

TEST(Verdict, AStepWithoutItsLastKernelIsLeftOut) {
    LoopProgram cut;
    cut.losesLastKernel = true;
    cut.bookkeepingNs = 10'000;  // not the same run
    for (const Comparison& comparison : {comparisonOf({}, cut), comparisonOf(cut, {})}) {
        EXPECT_EQ(comparison.verdict.kind, VerdictKind::Unchanged);
        EXPECT_EQ(comparison.kernelSteps, 4U);
        EXPECT_THAT(comparison.alignment.reason,
                    HasSubstr("has no recorded kernel, which leaves this step out"));
    }
}

TEST(Verdict, TheOnlyStepWithoutItsLastKernelShowsNothing) {
    LoopProgram two;
    two.steps = 2;
    two.kernels.back().durationNs = 20'000'000;
    LoopProgram cut = two;
    cut.losesLastKernel = true;
    for (const Verdict& verdict : {verdictOn(two, cut), verdictOn(cut, two)}) {
        EXPECT_EQ(verdict.kind, VerdictKind::Inconclusive);
        EXPECT_FALSE(verdict.change);
        EXPECT_THAT(verdict.remarks.front(), HasSubstr("has no recorded kernel, so that it is not "
                                                       "known when that step ended"));
    }
}

TEST(Measures, CompiledRegionsBelongToTheStepThatTheyLaunchIn) {
    LoopProgram compiled;
    compiled.isCompiled = true;
    for (const ComparedPart& part : comparisonOf(compiled, {}).parts) {
        if (part.kind == PartKind::Step) {
            EXPECT_EQ(part.a->measures.compiledRegions, 1U) << part.name;
        }
    }
}

TEST(Measures, OfTwoStepsAreTheirMeanAndAddUp) {
    LoopProgram uneven;
    uneven.steps = 5;
    uneven.bookkeepingNs = 2'000'000;
    uneven.moreHostNs = {0, 11, 202'002, 101'001, 303'003};
    LoopProgram even = uneven;
    even.moreHostNs = {0};
    const Comparison comparison = comparisonOf(uneven, even);
    const auto steady =
        std::ranges::find(comparison.parts, PartKind::SteadySteps, &ComparedPart::kind);
    ASSERT_NE(steady, comparison.parts.end());
    EXPECT_EQ(steady->a->name, "step 3 and step 4");
    const Measures& mean = steady->a->measures;
    std::vector<Duration> times;
    for (const ComparedPart& part : comparison.parts) {
        if (part.kind == PartKind::Step) {
            times.push_back(part.a->measures.gpuSpan);
        }
    }
    EXPECT_EQ(mean.gpuSpan, (times.at(2) + times.at(3)) / 2);
    EXPECT_EQ(mean.gpuBusy + mean.idle, mean.gpuSpan);
    EXPECT_EQ(mean.kernels, 15U);
}

TEST(Verdict, WholeRunsHaveNoNoiseFloor) {
    LoopProgram single;
    single.steps = 1;
    LoopProgram slower = single;
    slower.bookkeepingNs = 2'000'000;
    const Verdict verdict = verdictOn(single, slower);
    EXPECT_EQ(verdict.kind, VerdictKind::Inconclusive);
    EXPECT_THAT(verdictSentence(verdict), Not(HasSubstr("noise floor")));
    CompareOptions chosen;
    chosen.noiseFloor = 0.02;
    EXPECT_THAT(verdictSentence(verdictOn(single, slower, chosen)), HasSubstr("noise floor"));
}

TEST(Verdict, LaunchesThatChangedByMuchAreNamed) {
    LoopProgram graph;
    graph.kernels = {{"gemm", 64, 2'000'000}};
    LoopProgram loop = graph;
    loop.kernels.push_back({"add", 16, 1'000});
    loop.kernels.push_back({"norm", 16, 1'000});
    const Verdict verdict = verdictOn(loop, graph);
    EXPECT_EQ(verdict.kind, VerdictKind::Unchanged);
    EXPECT_THAT(verdict.why, Contains("launch calls 15 → 5 a step"));
    EXPECT_THAT(verdictOn(graph, loop).why, Contains("launch calls 5 → 15 a step"));
}

// Two programs that differ by planted host time; the host decides how long a step takes.
struct PlantedPair {
    LoopProgram a;
    LoopProgram b;
};

PlantedPair plantedPair(std::mt19937_64& random, double change) {
    constexpr std::int64_t kStepNs = 2'000'000;
    const auto uniform = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
    PlantedPair pair;
    pair.a.steps = pair.b.steps = 3 + static_cast<int>(uniform() * 38);
    pair.a.repeats = pair.b.repeats = 1;
    const double variation = 0.005 + 0.025 * uniform();
    for (LoopProgram* program : {&pair.a, &pair.b}) {
        program->moreHostNs.clear();
        const double factor = program == &pair.b ? 1 + change : 1;
        for (int step = 0; step < program->steps; ++step) {
            double normal = -6;
            for (int at = 0; at < 12; ++at) {
                normal += uniform();
            }
            program->moreHostNs.push_back(
                static_cast<std::int64_t>(kStepNs * factor * (1 + variation * normal)));
        }
    }
    return pair;
}

// What must be the same with A and B exchanged.
void expectMirrored(const Verdict& forth, const Verdict& back) {
    const auto mirrored = [](VerdictKind kind) {
        return kind == VerdictKind::Improved    ? VerdictKind::Regressed
               : kind == VerdictKind::Regressed ? VerdictKind::Improved
                                                : kind;
    };
    EXPECT_EQ(back.kind, mirrored(forth.kind));
    EXPECT_EQ(back.a, forth.b);
    EXPECT_EQ(back.b, forth.a);
    EXPECT_EQ(back.floor, forth.floor);
    EXPECT_EQ(back.noiseFloor, forth.noiseFloor);
    EXPECT_EQ(back.why.size(), forth.why.size());
    EXPECT_EQ(back.remarks.size(), forth.remarks.size());
}

TEST(PlantedPairs, AreJudgedAsPlantedAndTheSameBothWays) {
    constexpr int kPairs = 200;  // of each change
    std::mt19937_64 random(7);
    for (const double change : {0.0, 0.01, 0.03, 0.10}) {
        int found = 0;
        for (int at = 0; at < kPairs; ++at) {
            const PlantedPair pair = plantedPair(random, change);
            const auto a = runOf(pair.a);
            const auto b = runOf(pair.b);
            const Verdict verdict = compareSessions(*a, *b).verdict;
            expectMirrored(verdict, compareSessions(*b, *a).verdict);
            const bool isImproved = verdict.kind == VerdictKind::Improved;
            found += isImproved || verdict.kind == VerdictKind::Regressed ? 1 : 0;
            EXPECT_FALSE(change > 0 && isImproved);
        }
        RecordProperty(fmt::format("found_at_{}_percent", change * 100), found);
        if (change == 0) {
            EXPECT_LE(found, kPairs / 50);
        } else if (change == 0.10) {
            EXPECT_GE(found * 100, kPairs * 95);
        }
    }
}

TEST(Verdict, StepsOfTwoKindsHaveNoTypicalMean) {
    LoopProgram bimodal;
    bimodal.steps = 9;
    bimodal.bookkeepingNs = 2'000'000;
    bimodal.moreHostNs = {0, 1'000'000};
    LoopProgram between = bimodal;
    between.moreHostNs = {400'000};
    for (const auto& [a, b] : {std::pair(bimodal, between), std::pair(between, bimodal)}) {
        const Verdict verdict = verdictOn(a, b);
        EXPECT_EQ(verdict.kind, VerdictKind::Inconclusive);
        EXPECT_THAT(verdict.remarks.front(), StartsWith("steps take two different times"));
    }
    LoopProgram faster = bimodal;
    faster.bookkeepingNs = 500'000;
    faster.moreHostNs = {0};
    const Verdict verdict = verdictOn(bimodal, faster);
    EXPECT_EQ(verdict.kind, VerdictKind::Improved);
    EXPECT_THAT(verdict.remarks, Contains(StartsWith("steps take two different times")));
}

TEST(StepModes, AreTwoGroupsFarApart) {
    const auto modesOf = [](const std::vector<int>& ms) {
        std::vector<Duration> steps;
        for (const int one : ms) {
            steps.push_back(std::chrono::milliseconds(one));
        }
        return findStepModes(steps);
    };
    const auto modes = modesOf({14, 10, 10, 14, 14});
    ASSERT_TRUE(modes);
    EXPECT_EQ(modes->shorter, std::chrono::milliseconds(10));
    EXPECT_EQ(modes->longer, std::chrono::milliseconds(14));
    EXPECT_EQ(modes->shorterCount, 2U);
    EXPECT_EQ(modes->longerCount, 3U);
    EXPECT_FALSE(modesOf({10, 14, 10}));                          // too few
    EXPECT_FALSE(modesOf({10, 10, 10, 10, 14}));                  // one outlier
    EXPECT_FALSE(modesOf({10, 11, 12, 13, 14}));                  // spread evenly
    EXPECT_FALSE(modesOf({100, 100, 100, 105, 105, 105}));        // too near
    EXPECT_FALSE(modesOf({10, 10, 10, 10, 10, 10, 10, 14, 14}));  // too few of one kind
}

std::string rankInfo(int rank) {
    return fmt::format(R"({{"backend": "nccl", "rank": {}, "world_size": 4}})", rank);
}

TEST(Verdict, RanksOfOneJobAreNotTwoRuns) {
    constexpr std::int64_t kEpochNs = 1'780'000'000'000'000'000;
    LoopProgram rank0;
    rank0.distributedInfo = rankInfo(0);
    rank0.epochNs = kEpochNs;
    LoopProgram rank2 = rank0;
    rank2.distributedInfo = rankInfo(2);
    rank2.bookkeepingNs = 1'000'000;
    const Verdict ofOneJob = verdictOn(rank0, rank2);
    EXPECT_EQ(ofOneJob.kind, VerdictKind::Inconclusive);
    EXPECT_FALSE(ofOneJob.change);
    EXPECT_THAT(ofOneJob.remarks.front(),
                StartsWith("A and B are ranks 0 and 2 of one job of 4, not two runs"));
    EXPECT_FALSE(ofOneJob.why.empty());
    ASSERT_TRUE(ofOneJob.ranks);
    EXPECT_EQ(ofOneJob.ranks->worldSize, 4);
    rank2.epochNs += 60'000'000'000;  // a minute later
    const Verdict ofTwoJobs = verdictOn(rank0, rank2);
    EXPECT_EQ(ofTwoJobs.kind, VerdictKind::Regressed);
    EXPECT_FALSE(ofTwoJobs.ranks);
    EXPECT_THAT(ofTwoJobs.remarks, Contains(StartsWith("A is rank 0 and B rank 2 of 4")));
    rank2.distributedInfo = rankInfo(0);
    EXPECT_THAT(verdictOn(rank0, rank2).remarks, Not(Contains(HasSubstr("rank"))));
}

TEST(Verdict, GpusWithoutNamesDifferByTheirProperties) {
    LoopProgram h200;
    LoopProgram unnamed;
    unnamed.gpu->name.clear();
    unnamed.bookkeepingNs = 10'000;  // not the same run
    EXPECT_EQ(verdictOn(h200, unnamed).kind, VerdictKind::Unchanged);
    unnamed.gpu->sms = 304;
    unnamed.gpu->minor = 4;
    const Verdict verdict = verdictOn(h200, unnamed);
    EXPECT_EQ(verdict.kind, VerdictKind::Inconclusive);
    EXPECT_THAT(verdict.remarks,
                Contains(HasSubstr("different GPUs (NVIDIA H200 and a GPU of compute capability "
                                   "9.4 with 304 SMs)")));
}

TEST(Verdict, CudaAndHipAreDifferentGpus) {
    LoopProgram cuda;
    cuda.gpu.reset();
    LoopProgram hip = cuda;
    hip.launchCall = "hipLaunchKernel";
    const Verdict verdict = verdictOn(cuda, hip);
    EXPECT_EQ(verdict.kind, VerdictKind::Inconclusive);
    EXPECT_THAT(verdict.remarks, Contains(HasSubstr("one calls CUDA, the other HIP")));
}

TEST(Verdict, NamesTheAnnotationThatShrank) {
    LoopProgram slow;
    slow.bookkeepingNs = 3'050'000;
    LoopProgram fast;
    fast.bookkeepingNs = 50'000;
    const Verdict verdict = verdictOn(slow, fast);
    EXPECT_EQ(verdict.kind, VerdictKind::Improved);
    ASSERT_TRUE(verdict.annotation);
    EXPECT_EQ(verdict.annotation->name, "bookkeeping");
    EXPECT_EQ(verdict.annotation->a, Duration(3'050'000));
    EXPECT_EQ(verdict.annotation->b, Duration(50'000));
    EXPECT_EQ(verdict.why.front(),
              "host time of `bookkeeping` 3.05 ms → 50.0 µs a step: about as much as a step "
              "changed");
    LoopProgram without;
    EXPECT_THAT(verdictOn(slow, without).why.front(), HasSubstr("3.05 ms → none a step"));
}

TEST(Verdict, BlamesNoAnnotationForWorkOfTheGpu) {
    LoopProgram slow;
    slow.bookkeepingNs = 300'000;  // hidden behind the GPU
    slow.repeats = 10;
    LoopProgram fast = slow;
    fast.bookkeepingNs = 0;
    fast.repeats = 9;
    const Verdict verdict = verdictOn(slow, fast);
    EXPECT_EQ(verdict.kind, VerdictKind::Improved);
    EXPECT_FALSE(verdict.annotation);
}

TEST(Measures, KeepComputeAndCommunicationApart) {
    LoopProgram balanced;
    balanced.kernels.push_back({"ncclDevKernel_AllReduce_Sum_f32_RING_LL", 24, 50'000});
    LoopProgram waiting = balanced;
    waiting.kernels.back().durationNs = 150'000;
    const Comparison comparison = comparisonOf(balanced, waiting);
    const auto steady =
        std::find_if(comparison.parts.begin(), comparison.parts.end(),
                     [](const ComparedPart& part) { return part.kind == PartKind::SteadySteps; });
    ASSERT_NE(steady, comparison.parts.end());
    for (const auto& side : {steady->a, steady->b}) {
        const Measures& sum = side->measures;
        EXPECT_EQ(sum.compute + sum.communicationAlone + sum.copiesAlone, sum.gpuBusy);
        EXPECT_EQ(sum.compute, Duration(5 * 160'000));
        EXPECT_EQ(sum.collectives, 5U);
    }
    EXPECT_EQ(steady->a->measures.communicationAlone, Duration(5 * 50'000));
    EXPECT_EQ(steady->b->measures.communicationAlone, Duration(5 * 150'000));
    EXPECT_THAT(comparison.verdict.why,
                ElementsAre(StartsWith("5 collectives a step in both, so waiting for other ranks "
                                       "or a slower link: communication alone 250")));
}

// A value in the name is an amount of work; a digit that is part of a word is not.
TEST(Verdict, StepsOfOtherNumbersOfRequestsAreOtherWork) {
    const auto verdictOf = [](const char* a, const char* b) {
        LoopProgram ofA;
        ofA.stepNames = {a};
        LoopProgram ofB;
        ofB.stepNames = {b};
        ofB.clock = 0.9;  // another run
        return verdictOn(ofA, ofB);
    };
    EXPECT_TRUE(verdictOf("generation_35(35)", "generation_20(20)").otherWork);
    EXPECT_FALSE(verdictOf("step_fp32", "step_fp16").otherWork);
    EXPECT_FALSE(verdictOf("model_v1", "model_v2").otherWork);
}

// Five to eight requests a step against nine: no step of one run is one of the other.
TEST(Verdict, StepsOfVaryingNumbersOfRequestsAreOtherWork) {
    LoopProgram few;
    few.steps = 12;
    few.stepNames = {"generation_5(5)", "generation_6(6)", "generation_8(8)"};
    LoopProgram many = few;
    many.clock = 0.9;
    many.stepNames = {"generation_9(9)"};
    EXPECT_TRUE(verdictOn(few, many).otherWork);
    many.stepNames = {"generation_8(8)", "generation_5(5)", "generation_6(6)"};
    EXPECT_FALSE(verdictOn(few, many).otherWork);
}

TEST(Verdict, HalfOfTheWorkIsNoImprovement) {
    LoopProgram twice;
    twice.repeats = 10;
    const LoopProgram once;
    for (const auto& [a, b] : {std::pair(twice, once), std::pair(once, twice)}) {
        const Verdict verdict = verdictOn(a, b);
        EXPECT_EQ(verdict.kind, VerdictKind::Inconclusive);
        EXPECT_FALSE(verdict.change);
        EXPECT_TRUE(verdict.otherWork);
        EXPECT_FALSE(verdict.otherProgram);
    }
    EXPECT_THAT(
        verdictOn(twice, once).remarks.front(),
        StartsWith("B does 0.500× A's work: 10 → 5 matrix products and attention kernels a step; "
                   "for as much work as A, B takes 1.6"));
}

// Three kernels that all run ten times instead of eleven: no choice of the library's.
TEST(Verdict, ATenthLessOfEachProductIsLessWork) {
    LoopProgram more;
    more.kernels.push_back({"gemm_tn", 32, 60'000});
    more.kernels.push_back({"flash_fwd_kernel", 32, 50'000});
    more.repeats = 22;
    LoopProgram fewer = more;
    fewer.repeats = 20;
    const Verdict verdict = verdictOn(more, fewer);
    EXPECT_TRUE(verdict.otherWork);
    EXPECT_THAT(verdict.remarks.front(),
                StartsWith("B does 0.909× A's work: 66 → 60 matrix products and attention kernels "
                           "a step; for as much work as A, B takes"));
    EXPECT_TRUE(verdictOn(fewer, more).otherWork);
}

TEST(Verdict, AsMuchWorkIsAtOneClock) {
    LoopProgram twice;
    twice.repeats = 10;
    twice.clock = 1.2;
    EXPECT_THAT(verdictOn(twice, {}).remarks.front(),
                HasSubstr("for as much work as A at its GPU clock, B takes 1.9"));
}

TEST(UnprofiledChange, HasOneErrorOfRecordingForBothRuns) {
    constexpr Duration kStep = std::chrono::milliseconds(10);
    const auto shareOf = [](double share) {
        return UnprofiledShare{share, std::hypot(0.01, kRecordingError * (1 - share))};
    };
    const auto same = unprofiledChange(kStep, shareOf(0.6), kStep, shareOf(0.6), 0);
    EXPECT_NEAR(same->error, std::hypot(0.01, 0.01) / 0.6, 1e-6);
    const auto other = unprofiledChange(kStep, shareOf(0.6), kStep, shareOf(0.9), 0);
    EXPECT_NEAR(other->error,
                1.5 * std::hypot(0.5 * (0.4 / 0.6 - 0.1 / 0.9), 0.01 / 0.6, 0.01 / 0.9), 1e-6);
    const auto varying = unprofiledChange(kStep, shareOf(0.6), kStep, shareOf(0.6), 0.2);
    EXPECT_NEAR(varying->error, std::hypot(same->error, 0.2), 1e-6);
    const UnprofiledChange manyTimes{kStep, 28 * kStep, 27, 5.7};
    EXPECT_THAT(unprofiledText(manyTimes, true), HasSubstr("(×28 ± 5.7)"));
}

}  // namespace
}  // namespace gaplight
