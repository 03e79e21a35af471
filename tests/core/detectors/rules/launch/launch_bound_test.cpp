// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include <gmock/gmock.h>

#include "core/analysis/host/profiler_overhead.h"
#include "core/detectors/engine/finding_groups.h"
#include "tests/core/detectors/detected.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/paced_trace.h"

namespace gaplight::test {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;

constexpr const char* kLaunchBoundRule = "launch-bound";

TextList placesOf(const Finding& finding) {
    return finding.values.get<TextList>("places").value_or(TextList{});
}

// The time that the rows of a finding show together.
Duration shownTime(const Finding& finding) {
    Duration sum{};
    for (const std::size_t place : findingPlaces(finding)) {
        sum += finding.evidence[place].shownTime();
    }
    return sum;
}

// Six steps that launch one by one in two ranges, of which a graph breaks the interval.
PacedTrace twoRangesAStep(const std::string& first, const std::string& second) {
    PacedTrace t;
    for (int step = 0; step < 6; ++step) {
        t.within("ProfilerStep#" + std::to_string(step), [&] {
            t.within(first, [&] { t.launch(60); });
            t.graphLaunch(1);
            t.within(second, [&] { t.launch(80); });
            t.graphLaunch(1);
        });
    }
    return t;
}

TEST(LaunchBoundRule, EagerFlux) {
    const Detected d("flux_after_eager");
    const auto found = d.of(kLaunchBoundRule);
    ASSERT_EQ(found.size(), 2U) << d.text(kLaunchBoundRule);
    EXPECT_EQ(found[0].where.annotation, "transformer_forward");
    EXPECT_THAT(found[0].where.python, HasSubstr("transformer_flux.py"));
    EXPECT_EQ(found[0].count, 4U);  // one interval a step
    EXPECT_EQ(found[0].perStep, 1);
    const FindingValues& values = found[0].values;
    EXPECT_EQ(values.count("launches"), 2'766);
    EXPECT_NEAR(*values.share("idle_share"), 0.68, 0.005);
    EXPECT_EQ(found[0].cost.gpuIdle / std::chrono::microseconds(1), 57'998);
    EXPECT_NEAR(*values.share("queue_empty_share"), 0.77, 0.005);
    EXPECT_EQ(values.caseOf("fix"), "eager");
    EXPECT_EQ(values.caseOf("slowed_host"), "stacks");
    // 2,766 launches at 2 µs, their operators and frames.
    EXPECT_GT(*values.time("recording"), 2'766 * ProfilerOverhead::kLaunch);
    EXPECT_LT(*values.time("recording"), found[0].cost.gpuIdle / 2);
    EXPECT_EQ(found[0].evidence.size(), 8U);  // host and GPU
    EXPECT_TRUE(evidenceExists(d.session(), found[0]));
    ASSERT_EQ(found[0].edits.size(), 4U);
    EXPECT_THAT(found[0].edits, Each(Field(&ReplayEdit::kind, ReplayEdit::Kind::GraphLaunch)));
}

// The share in the title is of the time that the rows show, and of it the idle time that is stated:
// idle time before the first kernel of an interval is in all of them.
TEST(LaunchBoundRule, TheShareIsOfTheRowsTogether) {
    PacedTrace t;
    for (int step = 0; step < 4; ++step) {
        t.within("ProfilerStep#" + std::to_string(step), [&] { t.launch(60); });
    }
    for (const Detected& d : {Detected(t.dsl), Detected("flux_after_eager"),
                              Detected("llm_decode_eager"), Detected("resnet18_eager")}) {
        const auto found = d.of(kLaunchBoundRule);
        ASSERT_FALSE(found.empty());
        for (const Finding& one : found) {
            EXPECT_EQ(shownTime(one), *one.values.time("length")) << one.title;
            EXPECT_NEAR(*one.values.share("idle_share"),
                        static_cast<double>(one.cost.gpuIdle.count()) /
                            static_cast<double>(shownTime(one).count()),
                        1e-9);
        }
    }
    // A kernel of 3 µs every 20 µs: each step but the first begins with 17 µs of idle time.
    const auto found = Detected(t.dsl).of(kLaunchBoundRule);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].cost.gpuIdle.count(), (4 * 60 - 1) * 17'000);
}

TEST(LaunchBoundRule, DecodingTokenByToken) {
    const Detected d("llm_decode_eager");
    const auto found = d.of(kLaunchBoundRule);
    ASSERT_EQ(found.size(), 1U) << d.text(kLaunchBoundRule);
    EXPECT_EQ(found[0].where.annotation, "generate");
    EXPECT_THAT(found[0].where.python, HasSubstr("modeling_llama.py"));
    EXPECT_EQ(found[0].count, 16U);
    EXPECT_EQ(found[0].perStep, 1);
    EXPECT_TRUE(evidenceExists(d.session(), found[0]));
}

TEST(LaunchBoundRule, KernelsLaunchedOneByOne) {
    const Detected d("graph_small_before");
    const auto found = d.of(kLaunchBoundRule);
    ASSERT_EQ(found.size(), 1U) << d.text(kLaunchBoundRule);
    EXPECT_EQ(found[0].where.annotation, "step");
    EXPECT_EQ(found[0].count, 6U);
    EXPECT_EQ(found[0].values.count("launches"), 432);
    EXPECT_EQ(found[0].values.caseOf("slowed_host"), "no-stacks");
}

// The advice names the rule that removes the launches, and the replay removes the same.
TEST(LaunchBoundRule, LoopsOverTensors) {
    for (const char* name : {"optimizer_loop", "ema_loop_none"}) {
        const Detected d(name);
        const auto all = d.of(kLaunchBoundRule);
        const auto found = std::ranges::find_if(
            all, [](const Finding& one) { return one.values.caseOf("fix") == "loops"; });
        ASSERT_NE(found, all.end()) << d.text(kLaunchBoundRule);
        EXPECT_THAT(found->edits, Each(Field(&ReplayEdit::kind, ReplayEdit::Kind::ScaleHost)));
        EXPECT_FALSE(found->edits.empty());
        EXPECT_TRUE(evidenceExists(d.session(), *found));
    }
}

TEST(LaunchBoundRule, CompiledCode) {
    const Detected d("resnet18_compile");
    const auto found = d.of(kLaunchBoundRule);
    ASSERT_FALSE(found.empty());
    // By its eight digits, not the whole hash.
    EXPECT_EQ(std::count_if(found.begin(), found.end(),
                            [](const Finding& one) {
                                return placesOf(one).back() == "in `CompiledFxGraph fpmac7a7`";
                            }),
              1);
    EXPECT_EQ(found[0].values.caseOf("fix"), "compiled");
}

TEST(LaunchBoundRule, PlacesOfOneLoopWithTheSameFixAreOneFinding) {
    const Detected d(twoRangesAStep("forward", "backward").dsl);
    const auto found = d.of(kLaunchBoundRule);
    ASSERT_EQ(found.size(), 1U) << d.text(kLaunchBoundRule);
    EXPECT_EQ(found[0].where.annotation, "backward");  // idle longest
    EXPECT_EQ(found[0].where.others, 1U);
    EXPECT_THAT(placesOf(found[0]), ElementsAre("in `backward`", "in `forward`"));
    EXPECT_EQ(found[0].values.count("launches"), 6 * (60 + 80));
    EXPECT_EQ(found[0].count, 12U);
    EXPECT_EQ(found[0].cost.gpuIdle.count(), 6 * (59 + 79) * 17'000);
    EXPECT_EQ(found[0].edits.size(), 12U);
    EXPECT_THAT(found[0].title, HasSubstr("one by one in `backward` and in `forward`"));
    EXPECT_TRUE(evidenceExists(d.session(), found[0]));
}

TEST(LaunchBoundRule, PlacesThatNeedDifferentFixesAreFindingsOfTheirOwn) {
    const auto found =
        Detected(twoRangesAStep("Torch-Compiled Region: 0/0", "sample").dsl).of(kLaunchBoundRule);
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].values.caseOf("fix"), "eager");
    EXPECT_EQ(found[1].values.caseOf("fix"), "compiled");
}

TEST(LaunchBoundRule, PlacesOfDifferentStepsAreFindingsOfTheirOwn) {
    PacedTrace t;
    for (int step = 0; step < 8; ++step) {
        t.within("ProfilerStep#" + std::to_string(step), [&] {
            t.within(step < 4 ? "encode" : "decode", [&] { t.launch(60); });
            t.graphLaunch(1);
        });
    }
    EXPECT_EQ(Detected(t.dsl).of(kLaunchBoundRule).size(), 2U);
}

TEST(LaunchBoundRule, SilentWhereLaunchesAreNotTheLimit) {
    for (const char* name :
         {"flux_after_cudagraph", "transformer_compile_cudagraph", "graph_small_after",
          "graph_large_before", "graph_large_after", "flux2_before_compile", "flux2_after_compile",
          "flux2_before_eager", "wan_before_compile", "wan_after_compile", "memory_flat",
          "ddp_balanced_rank0", "ddp_straggler_rank1", "streams_overlap", "host_large_before",
          "compile_time"}) {
        EXPECT_EQ(Detected(name).text(kLaunchBoundRule), "") << name;
    }
}

// 53 % idle, half of it for the profiler: judged by the other half.
TEST(LaunchBoundRule, IsJudgedWithoutTheProfiler) {
    const auto found = Detected("ema_foreach_none").of(kLaunchBoundRule);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_NEAR(*found[0].values.share("unprofiled_share"), 0.27, 0.01);
    ASSERT_TRUE(found[0].unprofiledIdle);
    EXPECT_LT(*found[0].unprofiledIdle, found[0].cost.gpuIdle / 2);
    EXPECT_EQ(found[0].severity, Severity::Warning);
}

// Prompts have sizes that no graph is captured for: servers launch them one by one by design.
TEST(LaunchBoundRule, IsByDesignInPromptsOfServers) {
    const Detected server("serving/prefill_stalls");
    const auto found = server.of("launch-bound");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_TRUE(found[0].isByDesign);
    EXPECT_EQ(found[0].severity, Severity::Info);
    EXPECT_EQ(found[0].values.caseOf("fix"), "prompts");
    EXPECT_GT(found[0].cost.savingShare, 0.05);
}

// A capture of prompts alone: nothing else keeps the GPU busy, so they are what there is to change.
TEST(LaunchBoundRule, IsAFindingWhereAServerOnlyComputesPrompts) {
    PacedTrace t;
    for (int prompt = 0; prompt < 4; ++prompt) {
        t.within("execute_context_1(888)_generation_0(0)", [&] { t.launch(200); });
    }
    const auto found = Detected(t.dsl).of(kLaunchBoundRule);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_FALSE(found[0].isByDesign);
    EXPECT_NE(found[0].severity, Severity::Info);
    EXPECT_EQ(found[0].values.caseOf("fix"), "prompts");
}

TEST(LaunchBoundRule, Thresholds) {
    PacedTrace t;
    t.within("step", [&] { t.launch(60); });
    EXPECT_EQ(Detected(t.dsl).of(kLaunchBoundRule).size(), 1U);
    for (const char* setting : {"launch-bound.min_kernels=61", "launch-bound.min_length=2ms",
                                "launch-bound.max_pause=1us", "launch-bound.min_share=90%",
                                "launch-bound.min_idle=90%"}) {
        EXPECT_TRUE(Detected(t.dsl, {setting}).of(kLaunchBoundRule).empty()) << setting;
    }
    PacedTrace bursts;
    for (int burst = 0; burst < 40; ++burst) {
        bursts.hostTime = 40'000;
        bursts.launch();
        bursts.hostTime = 5'500;
        bursts.launch(2);
    }
    EXPECT_EQ(Detected(bursts.dsl).of(kLaunchBoundRule).size(), 1U);
    EXPECT_TRUE(
        Detected(bursts.dsl, {"launch-bound.min_queue_empty=40%"}).of(kLaunchBoundRule).empty());
    EXPECT_TRUE(
        Detected(bursts.dsl, {"launch-bound.min_queue_empty=33%", "launch-bound.run_ahead=2"})
            .of(kLaunchBoundRule)
            .empty());
}

TEST(LaunchBoundRule, SilentInAFullQueue) {
    PacedTrace t;
    const std::int64_t begin = t.now;
    t.within("step", [&] { t.launch(60); });
    t.dsl.slice(t.dsl.thread("overhead", -1), {begin, t.now}, "overhead", "Command Buffer Full");
    EXPECT_TRUE(Detected(t.dsl).of(kLaunchBoundRule).empty());
}

TEST(LaunchBoundRule, SilentWhereGraphsWereUnderRecorded) {
    PacedTrace t;
    t.within("step", [&] { t.launch(60); });
    t.graphLaunch(0);
    EXPECT_TRUE(Detected(t.dsl).of(kLaunchBoundRule).empty());
}

TEST(LaunchBoundRule, CopiesOneByOne) {
    PacedTrace t;
    for (int at = 0; at < 60; ++at) {
        t.now += 20'000;
        const auto call = t.dsl.call(t.host, {t.now - 5'000, t.now}, "cudaMemcpyAsync");
        t.dsl.memcpy(t.stream, {t.now + 2'000, t.now + 4'000}, call,
                     "Memcpy HtoD (Pinned -> Device)");
    }
    const auto found = Detected(t.dsl).of(kLaunchBoundRule);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].values.caseOf("fix"), "copies");
    EXPECT_EQ(found[0].values.count("copies"), 60);
}

// A CUDA graph of one size is not replayed for another.
TEST(LaunchBoundRule, SizesThatDifferFromPassToPassFitNoGraph) {
    const auto passes = [](bool isVaried) {
        PacedTrace t;
        for (int step = 0; step < 6; ++step) {
            t.within("prefill", [&] {
                t.kernel = "gemm_" + std::to_string(isVaried ? step : 0);
                t.launch(60);
            });
            t.graphLaunch(1);
        }
        return Detected(t.dsl).of(kLaunchBoundRule);
    };
    const auto varied = passes(true);
    ASSERT_EQ(varied.size(), 1U);
    EXPECT_EQ(varied[0].values.caseOf("sizes"), "varied");
    EXPECT_TRUE(varied[0].isBound);
    EXPECT_THAT(varied[0].fix, HasSubstr("differ from pass to pass (6 passes)"));
    const auto equal = passes(false);
    ASSERT_EQ(equal.size(), 1U);
    EXPECT_EQ(equal[0].values.caseOf("sizes"), "");
    EXPECT_FALSE(equal[0].isBound);
}

// Without steps, passes are pieces of the same code: not forward, backward and optimizer.
TEST(LaunchBoundRule, PiecesOfOtherCodeAreNoPasses) {
    const auto pieces = [](const char* shared) {
        PacedTrace t;
        for (const char* code : {"fprop", "dgrad", "adam"}) {
            t.kernel = shared;
            t.launch(30);
            t.kernel = code;
            t.launch(30);
            t.now += 50'000'000;
        }
        return Detected(t.dsl).of(kLaunchBoundRule);
    };
    const auto ofOneCode = pieces("norm");
    ASSERT_EQ(ofOneCode.size(), 1U);
    EXPECT_EQ(ofOneCode[0].values.count("passes"), 3);
    PacedTrace t;
    for (const char* code : {"fprop", "dgrad", "adam"}) {
        t.kernel = code;
        t.launch(60);
        t.now += 50'000'000;
    }
    const auto ofOthers = Detected(t.dsl).of(kLaunchBoundRule);
    ASSERT_EQ(ofOthers.size(), 1U);
    EXPECT_EQ(ofOthers[0].values.count("passes"), 1);
    EXPECT_EQ(ofOthers[0].values.caseOf("sizes"), "");
}

TEST(LaunchBoundRule, WaitsInsideGoFirst) {
    PacedTrace t;
    for (int step = 0; step < 6; ++step) {
        t.within("step", [&] {
            t.launch(60);
            t.sync();
            t.launch(60);
        });
    }
    const Detected d(t.dsl);
    const auto found = d.of(kLaunchBoundRule);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].values.count("launches"), 720);
    EXPECT_EQ(found[0].values.count("waits"), 6);
    EXPECT_EQ(found[0].priceOrder, PriceOrder::IncludesOthers);
    EXPECT_EQ(std::count_if(
                  found[0].edits.begin(), found[0].edits.end(),
                  [](const ReplayEdit& edit) { return edit.kind == ReplayEdit::Kind::DropWait; }),
              6);
}

TEST(LaunchBoundRule, StatesTheBoundWhereCopiesThatAreReadBreakUpTheGraph) {
    PacedTrace t;
    for (int at = 0; at < 40; ++at) {
        t.launch(2);
        const std::int64_t begin = t.now + 15'000;
        const auto call = t.dsl.call(t.host, {begin, begin + 10'000}, "cudaMemcpyAsync");
        t.dsl.memcpy(t.stream, {begin + 4'000, begin + 9'000}, call,
                     "Memcpy DtoH (Device -> Pageable)");
        t.now = begin + 10'000;
    }
    const auto found = Detected(t.dsl).of(kLaunchBoundRule);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].withoutHost.size(), found[0].count);
    EXPECT_THAT(found[0].why, HasSubstr("If the host took no time here"));
}

TEST(LaunchBoundRule, NeedsLaunches) {
    TraceDsl t;
    t.kernel(t.stream(0, 7), {0, 1'000});
    EXPECT_THAT(Detected(t).notApplicable(kLaunchBoundRule), HasSubstr("launch"));
}

TEST(LaunchBoundRule, Texts) {
    EXPECT_TRUE(matchesGolden("findings/rules/launch-bound.txt",
                              textOf("launch-bound", {"flux_after_eager", "graph_small_before",
                                                      "ema_loop_none", "resnet18_compile"})));
}

}  // namespace
}  // namespace gaplight::test
