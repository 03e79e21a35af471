// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <array>

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

constexpr const char* kRecompileRule = "recompile";
constexpr std::chrono::milliseconds kMillisecond(1);

// The frames and versions that are compiled.
TextList idsOf(const Finding& finding) {
    TextList ids;
    for (const FindingValues& row : finding.values.rows("ids")) {
        ids.push_back(row.text("id"));
    }
    return ids;
}

TEST(Recompile, TheCaptureHoldsTheWarmUp) {
    const Detected result("compile_time");
    const auto findings = result.of(kRecompileRule);
    ASSERT_THAT(findings, SizeIs(1)) << result.text(kRecompileRule);
    const Finding& finding = findings[0];
    EXPECT_EQ(finding.count, 3U) << "two frames, and the backward graph of one";
    EXPECT_EQ(idsOf(finding), (TextList{"0/0", "1/0"}));
    const ValueRows& longest = finding.values.rows("longest");
    ASSERT_THAT(longest, SizeIs(3));
    EXPECT_EQ(longest[0].text("id"), "0/0");
    EXPECT_NEAR(static_cast<double>(*longest[0].time("span_time") / kMillisecond), 1430, 5);
    EXPECT_EQ(longest[2].caseOf(kRowCase), "backward");
    EXPECT_NEAR(static_cast<double>(*longest[2].time("span_time") / kMillisecond), 117, 1);
    EXPECT_EQ(finding.values.caseOf("fix"), "warm-up");
    EXPECT_EQ(finding.severity, Severity::Info) << "it is first use";
    EXPECT_FALSE(finding.cost.saving.has_value());
    EXPECT_NEAR(static_cast<double>(finding.cost.host / kMillisecond), 2251, 1);
    EXPECT_GT(finding.cost.gpuIdle, 2200 * kMillisecond);
    EXPECT_TRUE(evidenceExists(result.session(), finding));
}

// dynamic=False, and another batch size in each step.
TEST(Recompile, AVersionForEachShape) {
    const Detected result("compile/shapes_before");
    const auto findings = result.of(kRecompileRule);
    ASSERT_THAT(findings, SizeIs(1)) << result.text(kRecompileRule);
    const Finding& finding = findings[0];
    EXPECT_EQ(finding.count, 4U) << "tuning kernels is part of each";
    EXPECT_EQ(finding.values.text("frame_id"), "0");
    EXPECT_EQ(idsOf(finding), (TextList{"0/2", "0/3", "0/4", "0/5"}));
    EXPECT_EQ(finding.values.caseOf("fix"), "guard");
    EXPECT_EQ(finding.severity, Severity::Critical);
    EXPECT_GT(finding.cost.host, 1500 * kMillisecond);
    EXPECT_TRUE(evidenceExists(result.session(), finding));
}

TEST(Recompile, SilentWhereNothingIsCompiledTwice) {
    for (const char* trace : {"resnet18_compile", "no_graph_breaks", "graph_breaks_stack",
                              "transformer_compile", "transformer_compile_cudagraph",
                              "flux_after_cudagraph", "flux2_before_compile", "flux2_after_compile",
                              "wan_before_compile", "wan_after_compile", "compile/shapes_after"}) {
        EXPECT_THAT(Detected(trace).of(kRecompileRule), IsEmpty()) << trace;
    }
}

TEST(Recompile, NotApplicableWithoutCompiledCode) {
    EXPECT_THAT(Detected("resnet18_eager").notApplicable(kRecompileRule),
                HasSubstr("torch.compile"));
    EXPECT_THAT(Detected("resnet18_compile").notApplicable(kRecompileRule), IsEmpty());
}

// A dynamic version made before the capture: a finding, with nothing to gain.
TEST(Recompile, AVersionFromBeforeCostsNothing) {
    const Detected result("compile/dynamic");
    const auto findings = result.of(kRecompileRule);
    ASSERT_THAT(findings, SizeIs(1));
    EXPECT_EQ(findings[0].values.caseOf("title"), "versions");
    EXPECT_EQ(findings[0].values.text("highest_version"), "1");
    EXPECT_EQ(findings[0].values.caseOf("fix"), "version-stays");
    EXPECT_EQ(findings[0].severity, Severity::Info);
    EXPECT_THAT(findings[0].edits, IsEmpty());
    EXPECT_TRUE(evidenceExists(result.session(), findings[0]));
}

// Four layers of one class, each with a version of its own: 0/0 to 0/3 in every step.
TEST(Recompile, VersionsOfDifferentLayersAreNone) {
    EXPECT_THAT(Detected("compile/layers").of(kRecompileRule), IsEmpty());
}

// Steps of 10 ms; in each, a compiled region of this version.
TraceDsl versions(const std::vector<std::vector<int>>& steps) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    for (std::size_t step = 0; step < steps.size(); ++step) {
        auto at = static_cast<std::int64_t>(10'000'000 * step);
        t.annotation(host, {at, at + 9'900'000}, "ProfilerStep#" + std::to_string(step));
        for (const int version : steps[step]) {
            at += 1'000'000;
            t.op(host, {at - 200'000, at - 50'000}, "TorchDynamo Cache Lookup");
            t.op(host, {at, at + 500'000}, "Torch-Compiled Region: 0/" + std::to_string(version));
            t.kernel(stream, {at + 200'000, at + 300'000},
                     t.launch(host, {at + 100'000, at + 110'000}));
        }
    }
    return t;
}

TEST(Recompile, VersionsThatChangeFromStepToStep) {
    const std::vector<std::string> quiet{"recompile.min_lookup=1ms"};
    const auto findings = Detected(versions({{0}, {0}, {1}, {2}}), quiet).of(kRecompileRule);
    ASSERT_THAT(findings, SizeIs(1));
    EXPECT_EQ(findings[0].count, 2U);
    EXPECT_EQ(findings[0].values.count("version_count"), 3);
    EXPECT_EQ(findings[0].values.text("highest_version"), "2");
    EXPECT_EQ(findings[0].values.caseOf("change"), "inputs");
    EXPECT_THAT(Detected(versions({{0}, {0}, {0}}), quiet).of(kRecompileRule), IsEmpty());
    EXPECT_THAT(Detected(versions({{0, 1}, {0, 1}, {0, 1}}), quiet).of(kRecompileRule), IsEmpty());
}

// A program in C++ with nvFuser's ranges around what it compiles: before the loop, or in each step.
TraceDsl fusing(std::array<bool, 3> compiles) {
    TraceDsl t;
    const auto host = t.thread("main");
    for (std::size_t step = 0; step < compiles.size(); ++step) {
        const std::int64_t at = 100'000'000LL * static_cast<std::int64_t>(step);
        t.annotation(host, {at, at + 90'000'000}, "step");
        if (compiles[step]) {
            t.annotation(host, {at + 1'000'000, at + 40'000'000}, "KernelExecutor::compileFusion");
            t.annotation(host, {at + 5'000'000, at + 39'000'000},
                         "executor_utils::Nvrtc::CompileProgram");
        }
        t.kernel(t.stream(0, 7), {at + 10'000, at + 900'000}, t.launch(host, {at, at + 10'000}));
        t.kernel(t.stream(0, 7), {at + 42'000'000, at + 43'000'000},
                 t.launch(host, {at + 41'000'000, at + 41'010'000}));
    }
    return t;
}

TEST(Recompile, Texts) {
    std::string text =
        test::textOf(kRecompileRule, {"compile_time", "compile/shapes_before", "compile/dynamic"});
    // Versions that change, and look-ups that the GPU waits for.
    text += Detected(versions({{0}, {0}, {1}, {2}})).text(kRecompileRule);
    text += Detected(fusing({true, false, false})).text(kRecompileRule);
    text += Detected(fusing({true, true, true})).text(kRecompileRule);
    EXPECT_TRUE(test::matchesGolden("findings/rules/recompile.txt", text));
}

TEST(Recompile, LookUpsCountWhileTheGpuWaits) {
    // 150 µs each, one in a step of 10 ms.
    const TraceDsl t = versions({{0}, {0}, {0}});
    const auto findings = Detected(t).of(kRecompileRule);
    ASSERT_THAT(findings, SizeIs(1));
    EXPECT_EQ(findings[0].count, 2U) << "the first step is warm-up";
    EXPECT_EQ(findings[0].cost.gpuIdle, std::chrono::microseconds(300));
    EXPECT_EQ(findings[0].values.time("mean_time"), std::chrono::microseconds(150));
    EXPECT_NEAR(*findings[0].values.share("idle_share"), 0.015, 0.0005);
    EXPECT_THAT(Detected(t, {"recompile.lookup_share=1.6%"}).of(kRecompileRule), IsEmpty());
    EXPECT_THAT(Detected(t, {"recompile.min_lookup=151us"}).of(kRecompileRule), IsEmpty());
}

TEST(Recompile, LookUpsBesideABusyGpuCostNothing) {
    TraceDsl t = versions({{0}, {0}, {0}});
    t.kernel(t.stream(0, 9), {500'000, 29'000'000});
    EXPECT_THAT(Detected(t).of(kRecompileRule), IsEmpty());
}

TEST(Recompile, OtherCompilersCountAsOne) {
    const Detected once(fusing({true, false, false}));
    const auto warmUp = once.of(kRecompileRule);
    ASSERT_THAT(warmUp, SizeIs(1));
    EXPECT_EQ(warmUp[0].cost.host, 39 * kMillisecond);
    EXPECT_EQ(warmUp[0].values.caseOf("fix"), "warm-up-other");
    EXPECT_EQ(warmUp[0].values.rows("longest")[0].text("compiler"),
              "KernelExecutor::compileFusion");
    for (const Finding& hotspot : once.of("host-hotspot")) {
        EXPECT_THAT(hotspot.title, Not(HasSubstr("ompile"))) << "that is no code to make faster";
    }

    EXPECT_EQ(warmUp[0].severity, Severity::Info);
    const auto firstUse = once.of("first-use");
    ASSERT_THAT(firstUse, SizeIs(1));
    EXPECT_EQ(firstUse[0].values.caseOf("fix"), "compiling-other");

    const auto steady = Detected(fusing({true, true, true})).of(kRecompileRule);
    ASSERT_THAT(steady, SizeIs(1));
    EXPECT_EQ(steady[0].count, 3U);
    EXPECT_EQ(steady[0].values.caseOf("fix"), "other");
    EXPECT_THAT(steady[0].title, HasSubstr("`KernelExecutor::compileFusion` while the loop runs"));
}

// A program of two parts compiles in each: no loop compiles again.
TEST(Recompile, OtherCompilersInOneSteadyStepAreFirstUse) {
    const Detected result(fusing({true, true, false}));
    const auto findings = result.of(kRecompileRule);
    ASSERT_THAT(findings, SizeIs(1));
    EXPECT_EQ(findings[0].values.caseOf("fix"), "warm-up-other");
    EXPECT_EQ(findings[0].severity, Severity::Info);
    EXPECT_EQ(result.session().analysis.firstUse.calls().size(), 2U);
}

TEST(Recompile, ShortSpansAreNoCompilations) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.kernel(t.stream(0, 7), {100, 200}, t.launch(host, {0, 10}));
    t.op(host, {1000, 4'900'000}, "dynamo");
    EXPECT_THAT(Detected(t).of(kRecompileRule), IsEmpty());
    EXPECT_THAT(Detected(t, {"recompile.min_compile=4ms"}).of(kRecompileRule), SizeIs(1));
}

}  // namespace
}  // namespace gaplight
