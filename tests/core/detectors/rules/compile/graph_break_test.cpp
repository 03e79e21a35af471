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
using ::testing::SizeIs;

constexpr const char* kGraphBreakRule = "graph-break";

std::size_t countOf(const Finding& finding, EvidenceShape shape) {
    return static_cast<std::size_t>(
        std::count_if(finding.evidence.begin(), finding.evidence.end(),
                      [&](const Evidence& evidence) { return evidence.shape == shape; }));
}

// Three steps of one function with three breaks each: 0/0 ⊃ 1/0 ⊃ 2/0 ⊃ 3/0.
TEST(GraphBreak, ThreeAStepWithoutStacks) {
    const Detected result("graph_breaks");
    const auto findings = result.of(kGraphBreakRule);
    ASSERT_THAT(findings, SizeIs(1)) << result.text(kGraphBreakRule);
    const Finding& finding = findings[0];
    EXPECT_EQ(finding.count, 9U);
    EXPECT_EQ(finding.perStep, 3);
    EXPECT_EQ(finding.values.count("breaks_per_step"), 3);
    EXPECT_EQ(finding.values.text("regions"), "0/0 ⊃ 1/0 ⊃ 2/0 ⊃ 3/0");
    EXPECT_EQ(finding.where.op, "Torch-Compiled Region: 0/0");
    EXPECT_EQ(finding.values.caseOf("stacks"), "missing");
    EXPECT_EQ(countOf(finding, EvidenceShape::Outline), 12U) << "4 regions in 3 steps";
    EXPECT_EQ(countOf(finding, EvidenceShape::Bracket), 9U);
    EXPECT_EQ(finding.edits.size(), 9U);
    EXPECT_GT(finding.cost.host, std::chrono::microseconds(500));
    EXPECT_LT(finding.cost.host, std::chrono::microseconds(700));
    EXPECT_TRUE(evidenceExists(result.session(), finding));
}

TEST(GraphBreak, StacksNameTheLines) {
    const Detected result("graph_breaks_stack");
    const auto findings = result.of(kGraphBreakRule);
    ASSERT_THAT(findings, SizeIs(1)) << result.text(kGraphBreakRule);
    EXPECT_EQ(findings[0].perStep, 3);
    EXPECT_EQ(findings[0].where.python, "cap_breaks.py(9): forward");
    ASSERT_THAT(findings[0].values.rows("causes"), SizeIs(1));
    const FindingValues& cause = findings[0].values.rows("causes")[0];
    EXPECT_EQ(cause.caseOf("what"), "explicit");
    EXPECT_EQ(cause.get<TextList>("lines"), (TextList{"11", "13", "15"}));
    EXPECT_EQ(cause.text("break_function"), "forward");
    EXPECT_EQ(cause.text("break_file"), "cap_breaks.py");
    ASSERT_THAT(findings[0].values.rows("cures"), SizeIs(1));
    EXPECT_EQ(findings[0].values.rows("cures")[0].caseOf(kRowCase), "explicit");
    EXPECT_TRUE(evidenceExists(result.session(), findings[0]));
}

// Real breaks, each recorded for one kind of cause.
TEST(GraphBreak, NamesWhatBreaks) {
    struct Case {
        const char* trace;
        const char* what;
        const char* name;
        TextList lines;
        const char* cure;
    };
    for (const Case& one : {
             Case{"compile/print", "code", "print", {"42"}, "print"},
             Case{"compile/condition", "condition", "", {"44"}, "condition"},
             Case{"compile/mask", "mask", "", {"49"}, "dynamic-shape"},
             Case{"compile/disabled", "code", "dis", {"34", "36"}, "disabled"},
             Case{"compile/item_before", "item", "", {}, "item"},
         }) {
        const Detected result(one.trace);
        const auto findings = result.of(kGraphBreakRule);
        ASSERT_THAT(findings, SizeIs(1)) << one.trace;
        const ValueRows& causes = findings[0].values.rows("causes");
        EXPECT_TRUE(std::any_of(causes.begin(), causes.end(), [&](const FindingValues& cause) {
            return cause.caseOf("what") == one.what && cause.text("name") == one.name &&
                   (one.lines.empty() || cause.get<TextList>("lines") == one.lines);
        })) << one.trace;
        const ValueRows& cures = findings[0].values.rows("cures");
        EXPECT_TRUE(std::any_of(cures.begin(), cures.end(), [&](const FindingValues& cure) {
            return cure.caseOf(kRowCase) == one.cure;
        })) << one.trace;
        EXPECT_TRUE(evidenceExists(result.session(), findings[0]));
    }
}

// The same program without its two .item(): 1.844 → 1.101 ms for six steps.
TEST(GraphBreak, SavesNoMoreThanMendingThemDid) {
    const auto findings = Detected("compile/item_before").of(kGraphBreakRule);
    ASSERT_THAT(findings, SizeIs(1));
    ASSERT_TRUE(findings[0].cost.saving);
    EXPECT_GT(*findings[0].cost.saving, std::chrono::microseconds(370));
    EXPECT_LT(*findings[0].cost.saving, std::chrono::microseconds(743));
}

TEST(GraphBreak, SilentWhereFramesAreOneGraphEach) {
    for (const char* trace : {"no_graph_breaks", "resnet18_compile", "transformer_compile",
                              "transformer_compile_cudagraph", "flux_after_cudagraph",
                              "compile_time", "compile/item_after", "compile/dynamic"}) {
        EXPECT_THAT(Detected(trace).of(kGraphBreakRule), IsEmpty()) << trace;
    }
}

// Regional compilation: a region for each layer, one after the other.
TEST(GraphBreak, SilentForLayersCompiledOneByOne) {
    for (const char* trace :
         {"wan_before_compile", "flux2_before_compile", "flux2_after_compile", "compile/layers"}) {
        EXPECT_THAT(Detected(trace).of(kGraphBreakRule), IsEmpty()) << trace;
    }
}

TEST(GraphBreak, NotApplicableWithoutCompiledCode) {
    EXPECT_THAT(Detected("resnet18_eager").notApplicable(kGraphBreakRule),
                HasSubstr("torch.compile"));
    EXPECT_THAT(Detected("no_graph_breaks").notApplicable(kGraphBreakRule), IsEmpty());
}

// `steps` steps of a compiled function whose region holds `inside` others.
TraceDsl breaking(int steps, int inside) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    for (int step = 0; step < steps; ++step) {
        const std::int64_t at = 1'000'000LL * step;
        t.annotation(host, {at, at + 990'000}, "ProfilerStep#" + std::to_string(step));
        t.op(host, {at + 1000, at + 900'000}, "Torch-Compiled Region: 0/0");
        t.op(host, {at + 2000, at + 50'000}, "## Call CompiledFxGraph abc ##");
        t.kernel(stream, {at + 20'000, at + 30'000}, t.launch(host, {at + 10'000, at + 11'000}));
        for (int i = 0; i < inside; ++i) {
            const std::int64_t begin = at + 100'000 + 100'000LL * i;
            t.op(host, {begin - 40'000, begin - 10'000}, "aten::cumsum");
            t.op(host, {begin, begin + 50'000},
                 "Torch-Compiled Region: " + std::to_string(i + 1) + "/0");
            t.op(host, {begin + 5000, begin + 40'000}, "## Call CompiledFxGraph def ##");
            t.kernel(stream, {begin + 20'000, begin + 30'000},
                     t.launch(host, {begin + 10'000, begin + 11'000}));
        }
    }
    return t;
}

TEST(GraphBreak, CostsTheTimeFromGraphToGraph) {
    const Detected result(breaking(3, 2));
    const auto findings = result.of(kGraphBreakRule);
    ASSERT_THAT(findings, SizeIs(1));
    EXPECT_EQ(findings[0].perStep, 2);
    // 50 → 105, and from the end of the first region inside, 150 → 205.
    EXPECT_EQ(findings[0].cost.host, std::chrono::microseconds(3 * (55 + 55)));
    // From 50 and from 150 on, but not while kernels run.
    EXPECT_EQ(findings[0].cost.gpuIdle, std::chrono::microseconds(3 * (55 + 55)));
    EXPECT_EQ(findings[0].values.text("regions"), "0/0 ⊃ (1/0, 2/0)");
    EXPECT_EQ(findings[0].values.rows("causes").at(0).text("name"), "aten::cumsum");
    EXPECT_TRUE(evidenceExists(result.session(), findings[0]));
}

TEST(GraphBreak, Threshold) {
    EXPECT_THAT(Detected(breaking(3, 2), {"graph-break.min_breaks=2"}).of(kGraphBreakRule),
                SizeIs(1));
    EXPECT_THAT(Detected(breaking(3, 2), {"graph-break.min_breaks=3"}).of(kGraphBreakRule),
                IsEmpty());
    EXPECT_THAT(Detected(breaking(3, 0)).of(kGraphBreakRule), IsEmpty());
}

// What TorchDynamo compiles between two regions belongs to `recompile`.
TEST(GraphBreak, CompilingInBetweenIsNotItsCost) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.op(host, {0, 9'000'000}, "Torch-Compiled Region: 0/0");
    t.op(host, {1000, 2000}, "## Call CompiledFxGraph abc ##");
    t.op(host, {3000, 8'000'000}, "dynamo");
    t.op(host, {8'500'000, 8'900'000}, "Torch-Compiled Region: 1/0");
    t.kernel(t.stream(0, 7), {1500, 1600}, t.launch(host, {1100, 1200}));
    const auto findings = Detected(t).of(kGraphBreakRule);
    ASSERT_THAT(findings, SizeIs(1));
    EXPECT_EQ(findings[0].cost.host, Duration(0));
    EXPECT_THAT(findings[0].edits, IsEmpty());
    EXPECT_EQ(findings[0].values.time("mean_time"), std::nullopt);
}

TEST(GraphBreak, Texts) {
    EXPECT_TRUE(test::matchesGolden(
        "findings/rules/graph-break.txt",
        test::textOf("graph-break",
                     {"graph_breaks", "graph_breaks_stack", "compile/print", "compile/condition",
                      "compile/mask", "compile/disabled", "compile/item_before"})));
}

}  // namespace
}  // namespace gaplight
