// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// Small hand-written traces (tests/data/cases), each of a kind of fault that a rule had on traces
// of other programs, with the right opinion of it.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/detectors/engine/finding_text.h"
#include "tests/core/detectors/detected.h"
#include "tests/support/traces/gpu_facts.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight::test {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::Ge;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Le;

Detected judged(const std::string& name) {
    return Detected("cases/" + name);
}

// Rules with a warning or worse.
std::vector<std::string> alarms(const Detected& d) {
    std::vector<std::string> rules;
    for (const Finding& finding : d.set().findings) {
        if (finding.severity != Severity::Info) {
            rules.emplace_back(finding.rule);
        }
    }
    return rules;
}

double savedShare(const Detected& d) {
    return static_cast<double>(d.set().combinedSaving.value_or(Duration{}).count()) /
           static_cast<double>(d.set().replay.pricedWindow.count());
}

const Steps& stepsOf(const Detected& d) {
    return d.session().analysis.steps;
}

TEST(Cases, NumberedAnnotationsAreJudgedAsOneKind) {
    const Detected numbered = judged("numbered_annotations");
    const Detected control = judged("numbered_annotations_control");
    EXPECT_EQ(stepsOf(numbered).rows.size(), 12U);
    EXPECT_EQ(alarms(numbered), alarms(control));
    EXPECT_EQ(numbered.set().combinedSaving, control.set().combinedSaving);
    EXPECT_NEAR(savedShare(numbered), 0.553, 0.001);
    EXPECT_EQ(stepsOf(judged("numbered_place")).rows.size(), 6U);
}

TEST(Cases, IterationsOfServersAreSteps) {
    const Detected sglang = judged("sglang_step_markers");
    EXPECT_EQ(stepsOf(sglang).rows.size(), 22U);
    EXPECT_THAT(stepsOf(sglang).markers.stepsOfKind, ElementsAre(20, 2));
    EXPECT_THAT(alarms(sglang), ElementsAre("host-sync"));
    const Detected vllm = judged("vllm_execute_markers");
    EXPECT_EQ(stepsOf(vllm).rows.size(), 22U);
    EXPECT_THAT(alarms(vllm), ElementsAre("host-sync"));
}

TEST(Cases, RangesOfLibrariesAreNoSteps) {
    EXPECT_EQ(stepsOf(judged("library_ranges_phantom_steps")).markers.source, StepSource::None);
}

// Without launches, what starts in a step is its work.
TEST(Cases, StepsWithoutLaunchesHaveTheirKernels) {
    const Detected d = judged("gpu_only_steps_zero");
    ASSERT_EQ(stepsOf(d).rows.size(), 8U);
    EXPECT_FALSE(stepsOf(d).hasLaunches);
    for (const StepRow& row : stepsOf(d).rows) {
        EXPECT_EQ(row.kernels, 5U);
        EXPECT_EQ(ns(row.gpuBusy), 400'000);
    }
}

TEST(Cases, WorkThatWasLaunchedIsNotTheHosts) {
    const Detected d = judged("r1_already_launched_headline");
    const auto& parts = d.set().explanations.at(0).parts;
    EXPECT_EQ(parts.front().reason.name(), "already_launched");
    EXPECT_EQ(parts.front().reason.idleClass(), IdleClass::Other);
}

// 38 % idle as recorded, some 20 % without the profiler.
TEST(Cases, LaunchBoundIsJudgedWithoutTheProfiler) {
    const auto found = judged("r2_launch_bound_22_percent").of("launch-bound");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_THAT(*found[0].values.share("unprofiled_share"), AllOf(Ge(0.17), Le(0.24)));
    EXPECT_NE(found[0].severity, Severity::Info);
}

TEST(Cases, ProgramsThatMostlyCopyAreWarned) {
    for (const char* name : {"r3_only_copies_t4", "pageable_copies"}) {
        const Detected d = judged(name);
        const std::vector<std::string> rules = alarms(d);
        EXPECT_THAT(rules, testing::Contains("pageable-copy")) << name;
        for (const Finding& finding : d.of("pageable-copy")) {
            EXPECT_TRUE(finding.isBound) << finding.title;
        }
        const auto waits = std::ranges::find(d.set().checklist, ChecklistQuestion::HostBlocking,
                                             &ChecklistItem::question);
        EXPECT_EQ(waits->status, ChecklistStatus::Unhealthy) << waits->value;
    }
}

TEST(Cases, RecompilationInEarlySteps) {
    const Detected d = judged("r5_recompile_in_early_steps");
    EXPECT_THAT(alarms(d), ElementsAre("recompile"));
    EXPECT_EQ(d.of("recompile").front().severity, Severity::Critical);
    EXPECT_GT(savedShare(d), 0.98);
}

TEST(Cases, JitterIsNoOperators) {
    const Detected d = judged("r6_jitter_named_as_operator");
    const std::vector<std::string> rules = alarms(d);
    EXPECT_EQ(rules.front(), "host-jitter");
    EXPECT_THAT(rules, testing::Not(testing::Contains("host-hotspot")));
    EXPECT_THAT(rules, testing::Not(testing::Contains("gpu-idle")));
}

TEST(Cases, PiecesOfCodeThatAlternateAreNamed) {
    const std::string text = judged("r8_two_codes_alternate").text("gpu-idle");
    EXPECT_THAT(text, AllOf(HasSubstr("SubclassDispatch"), HasSubstr("aten::a2a_prepare")));
}

TEST(Cases, WhatOneCauseHidesIsPricedAfterIt) {
    const auto found = judged("r9_price_alone").of("tensor-cores-unused");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_THAT(found[0].cost.savingShare, AllOf(Ge(0.14), Le(0.17)));
    EXPECT_EQ(found[0].severity, Severity::Warning);
}

// Its products gain more than the launches, but nothing before those: one begins with the launches.
TEST(Cases, WhatGainsOnlyAfterOthersIsNotFirst) {
    TraceDsl t;
    GpuFacts().addTo(t);
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    for (std::int64_t at = 1'000'000; at < 41'000'000; at += 100'000) {
        t.op(host, {at, at + 100'000}, "aten::mm");
        t.kernel(stream, {at + 57'000, at + 127'000}, t.launch(host, {at + 50'000, at + 55'000}),
                 "ampere_sgemm_128x64_tn");
        Launched{{132, 1, 1}}.addTo(t);
    }
    const auto rules = [&](const std::vector<std::string>& settings) {
        std::vector<std::string> all;
        const Detected judgedSo(t, settings);
        for (const Finding& finding : judgedSo.set().findings) {
            if (finding.severity == Severity::Warning && finding.cost.saving) {
                all.emplace_back(finding.rule);
            }
        }
        return all;
    };
    const std::vector<std::string> both{"launch-bound.severity=warning",
                                        "tensor-cores-unused.severity=warning"};
    EXPECT_THAT(rules(both), ElementsAre("launch-bound", "tensor-cores-unused"));
    const Detected d(t);
    const auto products = d.of("tensor-cores-unused");
    ASSERT_EQ(products.size(), 1U);
    EXPECT_TRUE(products[0].values.time(kAlone));
    EXPECT_GT(*products[0].cost.saving, *d.of("launch-bound").at(0).cost.saving);
}

TEST(Cases, ACaptureIncludesWhatPreparesIt) {
    const auto found = judged("r11_graph_captured_again").of("graph-capture-in-loop");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_GT(found[0].cost.savingShare, 0.9);
}

TEST(Cases, WorkThatWasNotRecordedIsNoSaving) {
    for (const char* name : {"sync_outlasts_work", "graph_while_node"}) {
        const Detected d = judged(name);
        EXPECT_THAT(alarms(d), IsEmpty()) << name;
        EXPECT_EQ(d.set().explanations.at(0).parts.front().reason.name(), "work_not_recorded")
            << name;
    }
}

// 43.2 ms of waiting, 1.5 ms of idle time in it, 137 ms after it.
TEST(Cases, TheIdleTimeAfterAWaitIsNotInIt) {
    const auto found = judged("sync_why_text").of("host-sync");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].values.caseOf("cost"), "after");
    EXPECT_THAT(ns(*found[0].values.time("idle_inside")), AllOf(Ge(1'450'000), Le(1'550'000)));
    EXPECT_THAT(ns(*found[0].values.time("idle_after")), AllOf(Ge(135'900'000), Le(137'100'000)));
}

}  // namespace
}  // namespace gaplight::test
