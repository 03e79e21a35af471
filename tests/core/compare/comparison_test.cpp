// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/comparison.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/quantity_text.h"
#include "core/io/plain_sources.h"
#include "core/session/comparison_of.h"
#include "tests/support/traces/gpu_facts.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

using test::TraceDsl;
using ::testing::Contains;
using ::testing::HasSubstr;

std::shared_ptr<const Session> opened(const TraceDsl& dsl) {
    const auto source = plainMemorySource(std::make_shared<const std::string>(dsl.json()));
    const auto session = openSession("dsl.json", *source);
    EXPECT_TRUE(session) << session.error().message;
    return *session;
}

struct Loop {
    int steps = 4;
    std::int64_t stepNs = 1'000'000;
    std::int64_t jitterNs = 0;  // added to the steps in turn: -1, -1/2, 0, 1/2 and 1 times
    int kernels = 10;           // a step, `kernelNs` long
    std::int64_t kernelNs = 50'000;
    std::string annotation = "train_step";
    std::string kernel = "void gemm_kernel<float>(float*)";
    std::string gpu = "NVIDIA H200";
    int device = 0;        // that runs the kernels; properties are of 0
    int warmUpFactor = 5;  // of the first step's length
    bool hasOperators = false;
};

std::shared_ptr<const Session> run(const Loop& loop) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(loop.device, 7);
    std::int64_t begin = 0;
    for (int step = 0; step < loop.steps; ++step) {
        const std::int64_t length =
            (step == 0 ? loop.warmUpFactor : 1) * loop.stepNs + (step % 5 - 2) * loop.jitterNs / 2;
        t.annotation(host, {begin, begin + length - 1'000}, loop.annotation);
        if (loop.hasOperators) {
            t.op(host, {begin + 500, begin + length - 2'000}, "aten::linear");
        }
        for (int at = 0; at < loop.kernels; ++at) {
            const std::int64_t launch = begin + 1'000 + at * (loop.kernelNs + 2'000);
            t.kernel(stream, {launch + 5'000, launch + 5'000 + loop.kernelNs},
                     t.launch(host, {launch, launch + 2'000}), loop.kernel);
        }
        begin += length;
    }
    test::GpuFacts facts;
    facts.name = loop.gpu;
    facts.addTo(t);
    return opened(t);
}

Comparison compared(const Loop& a, const Loop& b, const CompareOptions& options = {}) {
    return compareSessions(*run(a), *run(b), options);
}

TEST(Comparison, StopsWhenRequested) {
    std::stop_source stopped;
    stopped.request_stop();
    CompareOptions options;
    options.stop = stopped.get_token();
    const Comparison comparison = compared({}, {}, options);
    EXPECT_TRUE(comparison.parts.empty());
    EXPECT_TRUE(comparison.alignment.steps.empty());
    EXPECT_TRUE(comparison.alignment.anchors.pairs.empty());
    EXPECT_FALSE(comparison.verdict.change);
}

TEST(Comparison, WarmingStepIsNotComparedWithSteadyOnes) {
    Loop faster;
    faster.stepNs = 700'000;
    faster.warmUpFactor = 50;  // 35 ms: compilation
    const Comparison comparison = compared({}, faster);
    EXPECT_EQ(comparison.alignment.level, AlignmentLevel::Steps);
    EXPECT_EQ(comparison.verdict.kind, VerdictKind::Improved);
    EXPECT_TRUE(comparison.verdict.perStep);
    EXPECT_TRUE(comparison.alignment.steps.front().warmsUp);
    EXPECT_THAT(comparison.verdict.remarks, Contains(HasSubstr("the run as a whole went")));
}

TEST(Comparison, SmallChangesAreNoise) {
    Loop other;
    other.stepNs = 1'010'000;
    EXPECT_EQ(compared({}, other).verdict.kind, VerdictKind::Unchanged);
    other.stepNs = 1'100'000;
    EXPECT_EQ(compared({}, other).verdict.kind, VerdictKind::Regressed);
    CompareOptions lenient;
    lenient.noiseFloor = 0.2;
    EXPECT_EQ(compared({}, other, lenient).verdict.kind, VerdictKind::Unchanged);
}

TEST(Comparison, StepsThatVaryRaiseTheFloor) {
    Loop steady;
    steady.steps = 9;
    Loop other = steady;
    other.stepNs = 1'050'000;
    EXPECT_EQ(compared(steady, other).verdict.kind, VerdictKind::Regressed);
    EXPECT_TRUE(compared(steady, other).verdict.floorIsMeasured);
    steady.jitterNs = 200'000;
    const Verdict verdict = compared(steady, other).verdict;
    EXPECT_EQ(verdict.kind, VerdictKind::Inconclusive);
    EXPECT_GT(verdict.noiseFloor, 0.05);
}

TEST(Comparison, AnotherNumberOfStepsComparesStepsAlone) {
    Loop longer;
    longer.steps = 8;
    const Comparison comparison = compared({}, longer);
    EXPECT_EQ(comparison.alignment.level, AlignmentLevel::Steps);
    EXPECT_EQ(comparison.verdict.kind, VerdictKind::Unchanged);
    EXPECT_FALSE(comparison.parts.front().isComparable);
    EXPECT_THAT(comparison.verdict.remarks, Contains(HasSubstr("A has 4 steps and B 8")));
    const auto unpaired = std::count_if(
        comparison.parts.begin(), comparison.parts.end(),
        [](const ComparedPart& part) { return part.kind == PartKind::Step && !part.a; });
    EXPECT_EQ(unpaired, 4);
}

TEST(Comparison, OtherGpusGiveNoVerdict) {
    Loop other;
    other.gpu = "NVIDIA H100 80GB HBM3";
    other.stepNs = 2'000'000;
    const Verdict verdict = compared({}, other).verdict;
    EXPECT_EQ(verdict.kind, VerdictKind::Inconclusive);
    EXPECT_FALSE(verdict.change);
    EXPECT_THAT(verdict.remarks,
                Contains(HasSubstr("different GPUs (NVIDIA H200 and NVIDIA H100")));
}

// ROCm numbers activities by node (2), properties by device (0).
TEST(Comparison, OtherGpusAreRecognizedByNodeNumber) {
    Loop other;
    other.gpu = "AMD Instinct MI300X";
    other.device = 2;
    other.stepNs = 2'000'000;
    const Verdict verdict = compared({}, other).verdict;
    EXPECT_EQ(verdict.kind, VerdictKind::Inconclusive);
    EXPECT_THAT(verdict.remarks,
                Contains(HasSubstr("different GPUs (NVIDIA H200 and AMD Instinct MI300X")));
}

TEST(Comparison, AnnotationsMayNestDeeperThanCallsCan) {
    constexpr std::int64_t kDepth = 60'000;
    TraceDsl t;
    const auto host = t.thread("main");
    for (std::int64_t at = 0; at < kDepth; ++at) {
        t.annotation(host, {at * 1'000, (4 * kDepth - at) * 1'000}, "level");
    }
    const auto call = t.launch(host, {2 * kDepth * 1'000, 2 * kDepth * 1'000 + 500});
    t.kernel(t.stream(0, 7), {2 * kDepth * 1'000 + 600, 2 * kDepth * 1'000 + 900}, call, "kernel");
    const auto session = opened(t);
    const Comparison comparison = compareSessions(*session, *session);
    EXPECT_EQ(comparison.alignment.annotations.size(), static_cast<std::size_t>(kDepth));
}

TEST(Comparison, WithoutGpuWorkThereIsNoVerdict) {
    TraceDsl host;
    host.annotation(host.thread("main"), {0, 1'000'000}, "train_step");
    const auto bare = opened(host);
    for (const auto& [a, b] : {std::pair(run({}), bare), std::pair(bare, run({})),
                               std::pair(bare, opened(TraceDsl()))}) {
        const Comparison comparison = compareSessions(*a, *b);
        EXPECT_EQ(comparison.verdict.kind, VerdictKind::Inconclusive);
        EXPECT_THAT(comparison.verdict.remarks, Contains(HasSubstr("GPU work: only host times")));
        EXPECT_FALSE(comparison.parts.front().isComparable);
    }
}

// A parser whose `scan` became faster and whose `load` calls something else; `print` only moved to
// another line.
TEST(Comparison, WithoutGpuWorkFunctionsAreComparedBySelfTime) {
    const auto parser = [](std::int64_t scanNs, int line, const std::string& loader) {
        TraceDsl t;
        const auto host = t.thread("main");
        t.python(host, {0, 10'000'000}, "app/parse.py(1): main");
        t.python(host, {100'000, 100'000 + scanNs}, "app/parse.py(20): scan");
        t.python(host, {5'000'000, 6'000'000}, "app/parse.py(" + std::to_string(line) + "): print");
        t.slice(host, {7'000'000, 7'500'000}, "host", loader);
        return opened(t);
    };
    const Comparison comparison =
        compareSessions(*parser(4'000'000, 40, "read"), *parser(1'000'000, 44, "map"));
    EXPECT_EQ(comparison.verdict.kind, VerdictKind::Inconclusive);
    const auto row = [&](const std::string& name) {
        const auto at = std::ranges::find(comparison.selfTimes, name, &SelfTimeChange::name);
        return at == comparison.selfTimes.end() ? SelfTimeChange{} : *at;
    };
    EXPECT_EQ(row("app/parse.py: scan").a, (KernelSum{1, Duration(4'000'000)}));
    EXPECT_EQ(row("app/parse.py: scan").b, (KernelSum{1, Duration(1'000'000)}));
    EXPECT_EQ(row("app/parse.py: print").a, row("app/parse.py: print").b);
    EXPECT_EQ(row("app/parse.py: main").b.time, Duration(7'500'000));
    EXPECT_FALSE(row("read").longestB.isValid());
    ASSERT_GE(comparison.verdict.why.size(), 4U);
    const auto oneCall = [](std::int64_t ns) { return durationText(Duration(ns)) + " in 1 call"; };
    EXPECT_EQ(comparison.verdict.why[0], "self time of `app/parse.py: main` " + oneCall(4'500'000) +
                                             " → " + oneCall(7'500'000));
    EXPECT_EQ(comparison.verdict.why[1], "self time of `app/parse.py: scan` " + oneCall(4'000'000) +
                                             " → " + oneCall(1'000'000));
    EXPECT_THAT(comparison.verdict.why, Contains("self time of `map` none → " + oneCall(500'000)));
    EXPECT_THAT(comparison.verdict.why, ::testing::Not(Contains(HasSubstr("print"))));
    // With GPU work, the verdict is the GPU's.
    EXPECT_TRUE(compared({}, {}).selfTimes.empty());
}

TEST(Comparison, StrangersShareTotalsAlone) {
    Loop other;
    other.steps = 7;
    other.annotation = "frame";
    other.kernel = "raytrace";
    const Comparison comparison = compared({}, other);
    EXPECT_EQ(comparison.alignment.level, AlignmentLevel::Totals);
    EXPECT_EQ(comparison.verdict.kind, VerdictKind::Inconclusive);
}

// Four compiled steps; every kernel of the eager run is still there.
std::shared_ptr<const Session> compiledRun(int kernels) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    for (int step = 0; step < 4; ++step) {
        const std::int64_t begin = step * 1'000'000;
        t.annotation(host, {begin, begin + 999'000}, "train_step");
        t.op(host, {begin + 100, begin + 900'000}, "Torch-Compiled Region: 0/0");
        t.op(host, {begin + 400'000, begin + 800'000}, "Torch-Compiled Region: 1/0");
        for (int at = 0; at < kernels; ++at) {
            const std::int64_t launch = begin + 1'000 + at * 52'000;
            t.kernel(stream, {launch + 5'000, launch + 55'000},
                     t.launch(host, {launch, launch + 2'000}), "void gemm_kernel<float>(float*)");
        }
    }
    test::GpuFacts facts;
    facts.addTo(t);
    return opened(t);
}

TEST(Comparison, SaysWhereFusionIsNotHappening) {
    Loop loop;
    loop.hasOperators = true;
    const auto eager = run(loop);  // ten kernels a step
    for (const auto& [a, b] :
         {std::pair(eager, compiledRun(10)), std::pair(compiledRun(10), eager)}) {
        EXPECT_THAT(compareSessions(*a, *b).verdict.remarks,
                    Contains(HasSubstr("fusion is not happening: the compiled run launches about "
                                       "as many kernels as the eager one (10 against 10 a step)")));
    }
    EXPECT_THAT(compareSessions(*eager, *compiledRun(5)).verdict.remarks,
                ::testing::Not(Contains(HasSubstr("fusion"))));
    // Without operators, a run may have been compiled or not.
    EXPECT_THAT(compareSessions(*run({}), *compiledRun(10)).verdict.remarks,
                ::testing::Not(Contains(HasSubstr("fusion"))));
}

// Six passes of a model of three equal layers with five kernels each.
std::shared_ptr<const Session> layeredRun(bool hasOperators, std::int64_t kernelNs = 4'000) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    for (int pass = 0; pass < 6; ++pass) {
        const std::int64_t begin = pass * 200'000;
        if (hasOperators) {
            t.op(host, {begin, begin + 190'000}, "Model::forward");
        }
        for (int at = 0; at < 15; ++at) {
            const std::int64_t launch = begin + 1'000 + at * 12'000;
            t.kernel(stream, {launch + 3'000, launch + 3'000 + kernelNs},
                     t.launch(host, {launch, launch + 2'000}),
                     "layer_kernel_" + std::string(1, static_cast<char>('a' + at % 5)));
        }
    }
    test::GpuFacts facts;
    facts.addTo(t);
    return opened(t);
}

TEST(Comparison, OperatorsOfOneRunShowHowManyLayersMakeAStep) {
    const auto whole = layeredRun(true);
    const auto bare = layeredRun(false);
    ASSERT_EQ(whole->analysis.steps.rows.size(), 6U);
    ASSERT_EQ(bare->analysis.steps.rows.size(), 18U);
    const Comparison comparison = compareSessions(*whole, *bare);
    EXPECT_EQ(comparison.verdict.kind, VerdictKind::Unchanged);
    EXPECT_EQ(comparison.alignment.level, AlignmentLevel::Steps);
    EXPECT_EQ(comparison.alignment.reason,
              "6 steps each, recognized by kernels that repeat 3 times in B, as operators show in "
              "A");
    EXPECT_EQ(comparison.alignment.steps.size(), 6U);
    ASSERT_EQ(comparison.alignment.stepsOfB.size(), 6U);
    EXPECT_EQ(comparison.alignment.stepsOfB[1].begin, bare->analysis.steps.rows[3].host.begin);
    EXPECT_EQ(comparison.alignment.stepsOfB[1].end, bare->analysis.steps.rows[5].host.end);
    const auto second = std::ranges::find_if(comparison.parts, [](const ComparedPart& part) {
        return part.kind == PartKind::Step && part.a && part.a->name == "step 2";
    });
    ASSERT_NE(second, comparison.parts.end());
    ASSERT_TRUE(second->b);
    EXPECT_EQ(second->b->name, "steps 4 to 6");
    EXPECT_EQ(second->a->measures.kernels, second->b->measures.kernels);
    EXPECT_EQ(second->a->measures.gpuBusy, second->b->measures.gpuBusy);

    const Comparison slower = compareSessions(*bare, *layeredRun(true, 8'000));
    EXPECT_EQ(slower.alignment.steps.size(), 6U);
    EXPECT_EQ(slower.alignment.stepsOfA.size(), 6U);
}

TEST(Comparison, AnnotationsHaveTheirPeakOfMemory) {
    const auto a = opened([] {
        TraceDsl t;
        const auto host = t.thread("main");
        t.annotation(host, {0, 900}, "outer");
        t.annotation(host, {100, 300}, "inner");
        t.annotation(host, {400, 500}, "idle");
        t.memory(host, 50, 1, 100, 100);
        t.memory(host, 200, 2, 400, 500);
        t.memory(host, 600, 3, -200, 300);
        return t;
    }());
    std::map<std::string, std::optional<std::int64_t>> peaks;
    for (const ComparedPart& part : compareSessions(*a, *a).parts) {
        peaks[part.name] = part.a->measures.memoryPeak;
    }
    EXPECT_EQ(peaks.at("outer"), 500);
    EXPECT_EQ(peaks.at("inner"), 500);
    EXPECT_EQ(peaks.at("idle"), std::nullopt);
}

TEST(Comparison, PinnedNamesCorrespond) {
    Loop other;
    other.annotation = "iteration";
    CompareOptions options;
    const auto a = run({});
    const auto b = run(other);
    ASSERT_TRUE(addPin(*a, *b, "train_step", "iteration", options.pins));
    const Comparison comparison = compareSessions(*a, *b, options);
    EXPECT_EQ(comparison.alignment.annotations.size(), 4U);
    EXPECT_THAT(comparison.alignment.reason, HasSubstr("train_step"));
    EXPECT_FALSE(addPin(*a, *b, "train_step", "nothing", options.pins));
    EXPECT_FALSE(addPin(*a, *b, "step:99", "step:1", options.pins));
    EXPECT_FALSE(addPin(*a, *b, "step:1", "iteration", options.pins));
}

TEST(Comparison, FindingsOfTheFirstGpuCorrespondWhateverItsNumber) {
    Loop other;
    other.device = 1;
    const FindingChanges findings = compared({}, other).findings;
    EXPECT_FALSE(findings.kept.empty());
    EXPECT_TRUE(findings.gone.empty());
    EXPECT_TRUE(findings.added.empty());
}

TEST(Comparison, PinnedStepsShiftAllOfThem) {
    CompareOptions options;
    const auto a = run({});
    Loop longer;
    longer.steps = 6;
    const auto b = run(longer);
    ASSERT_TRUE(addPin(*a, *b, "step:2", "step:4", options.pins));
    const Comparison comparison = compareSessions(*a, *b, options);
    const std::vector<StepPair> expected{{0, 2, true}, {1, 3, false}, {2, 4, false}, {3, 5, false}};
    EXPECT_EQ(comparison.alignment.steps, expected);
    const auto pin =
        std::find_if(comparison.parts.begin(), comparison.parts.end(),
                     [](const ComparedPart& part) { return part.kind == PartKind::Pin; });
    ASSERT_NE(pin, comparison.parts.end());
    EXPECT_EQ(pin->a->measures.kernels, 10U);
}

}  // namespace
}  // namespace gaplight
