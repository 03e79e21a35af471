// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>

#include <gmock/gmock.h>

#include "tests/core/detectors/detected.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/paced_trace.h"

namespace gaplight::test {
namespace {

using ::testing::HasSubstr;

constexpr const char* kForeachCandidateRule = "foreach-candidate";

TEST(ForeachCandidate, EmaTensorByTensor) {
    const Detected d("ema_loop_none");
    const auto found = d.of(kForeachCandidateRule);
    ASSERT_EQ(found.size(), 1U) << d.text(kForeachCandidateRule);
    EXPECT_EQ(found[0].where.annotation, "ema");
    EXPECT_EQ(found[0].where.python, "diffusers/training_utils.py(764): step");
    EXPECT_EQ(found[0].count, 4U);
    EXPECT_EQ(found[0].perStep, 1);
    EXPECT_EQ(found[0].values.count("turns"), 240);
    EXPECT_EQ(found[0].values.count("kernels"), 2'880);
    EXPECT_EQ(found[0].values.get<TextList>("operator_names"),
              (TextList{"`aten::sub`", "`aten::mul`", "`aten::sub_`"}));
    EXPECT_EQ(found[0].values.caseOf("fix"), "ema");
    EXPECT_EQ(found[0].evidence.size(), 4U);
    EXPECT_TRUE(evidenceExists(d.session(), found[0]));
    ASSERT_EQ(found[0].edits.size(), 4U + 2'880U);  // loops, and what they launched
    EXPECT_EQ(found[0].edits[0].kind, ReplayEdit::Kind::ScaleHost);
    EXPECT_EQ(found[0].edits[1].kind, ReplayEdit::Kind::ScaleActivity);
    EXPECT_GT(found[0].edits[1].factor, 0);
    EXPECT_LT(found[0].edits[1].factor, 1);
    EXPECT_DOUBLE_EQ(found[0].edits[0].factor, 1.0 / 240);
    EXPECT_EQ(found[0].edits[0].range, found[0].evidence[0].range);
    // The GPU is idle for nearly all of the loops' time.
    EXPECT_GT(found[0].cost.gpuIdle * 10, found[0].cost.host * 9);
    EXPECT_LT(found[0].cost.gpuIdle, found[0].cost.host);
}

TEST(ForeachCandidate, OptimizerTensorByTensor) {
    const Detected d("optimizer_loop");
    const auto found = d.of(kForeachCandidateRule);
    ASSERT_EQ(found.size(), 1U) << d.text(kForeachCandidateRule);
    EXPECT_EQ(found[0].where.annotation, "Optimizer.step#AdamW.step");
    EXPECT_EQ(found[0].count, 6U);
    EXPECT_EQ(found[0].values.count("turns"), 240);
    EXPECT_EQ(found[0].values.text("optimizer"), "AdamW");
    EXPECT_EQ(found[0].values.caseOf("fix"), "fused-optimizer");
    EXPECT_TRUE(evidenceExists(d.session(), found[0]));
}

TEST(ForeachCandidate, PlainSgd) {
    const Detected d("train_workers_pinned");
    const auto found = d.of(kForeachCandidateRule);
    ASSERT_EQ(found.size(), 1U) << d.text(kForeachCandidateRule);
    EXPECT_EQ(found[0].where.op, "aten::add_");
    EXPECT_EQ(found[0].values.count("turns"), 161);
    EXPECT_EQ(found[0].values.text("optimizer"), "SGD");
    EXPECT_EQ(found[0].values.caseOf("fix"), "fused-optimizer");
}

TEST(ForeachCandidate, SilentWhereTensorsAreTakenTogether) {
    for (const char* name :
         {"ema_foreach_none", "ema_foreach_pageable", "ema_foreach_pinned", "optimizer_foreach",
          "optimizer_fused", "memory_flat", "flux_after_eager", "llm_decode_eager",
          "resnet18_eager", "resnet18_compile", "flux2_before_eager", "wan_before_compile",
          "ddp_balanced_rank0", "graph_small_before", "transformer_compile"}) {
        EXPECT_EQ(Detected(name).text(kForeachCandidateRule), "") << name;
    }
}

PacedTrace loop(const std::string& annotation, const std::string& op, int turns) {
    PacedTrace t;
    t.within(annotation, [&] { t.op(op, turns); });
    return t;
}

TEST(ForeachCandidate, Thresholds) {
    const PacedTrace t = loop("update", "aten::mul_", 20);
    EXPECT_EQ(Detected(t.dsl).of(kForeachCandidateRule).size(), 1U);
    EXPECT_TRUE(
        Detected(t.dsl, {"foreach-candidate.min_turns=21"}).of(kForeachCandidateRule).empty());
    EXPECT_TRUE(Detected(t.dsl, {"foreach-candidate.tiny=3us"}).of(kForeachCandidateRule).empty());
    EXPECT_TRUE(
        Detected(t.dsl, {"foreach-candidate.max_cycle=0"}).of(kForeachCandidateRule).empty());
    PacedTrace longer = t;
    longer.work = 100'000'000;
    longer.launch();
    EXPECT_TRUE(Detected(longer.dsl).of(kForeachCandidateRule).empty());
    EXPECT_EQ(
        Detected(longer.dsl, {"foreach-candidate.min_share=0.1%"}).of(kForeachCandidateRule).size(),
        1U);
}

struct Advised {
    const char* annotation;
    const char* op;
    const char* fix;
    const char* function;
};
constexpr std::array kAdvised{
    Advised{"update", "aten::lerp_", "lists", "`torch._foreach_lerp_`"},
    Advised{"update", "aten::copy_", "lists", "`torch._foreach_copy_`"},
    Advised{"DistributedDataParallel.forward", "aten::copy_", "ddp-buffers",
            "`torch._foreach_copy_`"},
    Advised{"update", "aten::zero_", "zeros", "`torch._foreach_zero_`"},
    Advised{"clip", "aten::linalg_vector_norm", "norms", "`torch._foreach_norm`"},
    Advised{"Optimizer.step#RMSprop.step", "aten::addcdiv_", "foreach-optimizer",
            "`torch._foreach_addcdiv_`"},
    Advised{"Optimizer.step#Lion.step", "aten::add_", "other-optimizer", "`torch._foreach_add_`"},
    Advised{"Optimizer.zero_grad#SGD.zero_grad", "aten::zero_", "zero-grad",
            "`torch._foreach_zero_`"},
};

TEST(ForeachCandidate, FixNamesTheFunction) {
    for (const Advised& one : kAdvised) {
        const auto found = Detected(loop(one.annotation, one.op, 20).dsl).of(kForeachCandidateRule);
        ASSERT_EQ(found.size(), 1U) << one.op;
        EXPECT_EQ(found[0].values.caseOf("fix"), one.fix) << one.op;
        EXPECT_EQ(found[0].values.get<TextList>("functions"), TextList{one.function});
    }
}

TEST(ForeachCandidate, Texts) {
    std::string text =
        textOf(kForeachCandidateRule, {"ema_loop_none", "optimizer_loop", "train_workers_pinned"});
    for (const Advised& one : kAdvised) {
        text += Detected(loop(one.annotation, one.op, 20).dsl).text(kForeachCandidateRule) + "\n";
    }
    EXPECT_TRUE(matchesGolden("findings/rules/foreach-candidate.txt", text));
}

TEST(ForeachCandidate, ForeachThatFellBack) {
    PacedTrace t;
    t.inside("cpu_op", "aten::_foreach_mul_", [&] {
        t.pause(1'000);
        t.op("aten::mul_", 20);
    });
    const auto found = Detected(t.dsl).of(kForeachCandidateRule);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].values.caseOf("fix"), "separated");
    EXPECT_EQ(found[0].values.text("foreach_operator"), "aten::_foreach_mul_");
}

// Older traces carry the stack with the operator.
TEST(ForeachCandidate, PlaceFromTheCallStack) {
    PacedTrace t;
    for (int at = 0; at < 20; ++at) {
        t.op("aten::lerp_");
        t.dsl.arg("Call stack",
                  "\"torch/_tensor.py(3): lerp_;ema.py(12): update;run.py(1): <module>\"");
    }
    const auto found = Detected(t.dsl).of(kForeachCandidateRule);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].where.python, "ema.py(12): update");
    EXPECT_THAT(found[0].values.text("place"), HasSubstr("ema.py(12): update"));
}

TEST(ForeachCandidate, NeedsOperators) {
    PacedTrace t;
    t.launch(40);
    EXPECT_THAT(Detected(t.dsl).notApplicable(kForeachCandidateRule), HasSubstr("no operators"));
}

}  // namespace
}  // namespace gaplight::test
