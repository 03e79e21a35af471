// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/torch/annotation_name.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/analysis/torch/torch_names.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

TEST(AnnotationName, GroupsByKind) {
    EXPECT_EQ(annotationGroup("ProfilerStep#12"), "ProfilerStep");
    EXPECT_EQ(annotationGroup("ProfilerStep*"), "ProfilerStep");
    EXPECT_EQ(annotationGroup("## Call CompiledFxGraph fabcdef0123456789 ##"),
              "CompiledFxGraph fabcdef0");
    EXPECT_EQ(annotationGroup("## Call CompiledFxGraph ab ##"), "CompiledFxGraph ab");
    EXPECT_EQ(annotationGroup("## Call CompiledFxGraph "), "## Call CompiledFxGraph ");
    EXPECT_EQ(annotationGroup("scheduler_step"), "scheduler_step");
}

TEST(AnnotationName, HasATemplateWithoutValues) {
    const std::vector<std::pair<std::string, std::string>> kTemplates{
        {"denoise_step_3", "denoise_step_N"},
        {"iteration 7", "iteration N"},
        {"train_step[4]", "train_step[N]"},
        {"step[DECODE bs=16]", "step[DECODE bs=N]"},
        {"execute_context_0(0)_generation_16(16)", "execute_context_N(N)_generation_N(N)"},
        {"iteration0", "iterationN"},
        {"request 4f9a01bc77de", "request N"},
        {"conv2d", "conv2d"},
        {"cast_bf16", "cast_bf16"},
        {"layer.12.attention", "layer.N.attention"},
        {"forward", "forward"},
    };
    for (const auto& [name, expected] : kTemplates) {
        EXPECT_EQ(nameTemplate(name), expected);
    }
}

TEST(AnnotationName, HasAFamilyWithoutWhatStandsInBrackets) {
    EXPECT_EQ(nameFamily("step[EXTEND bs=1 toks=1024]"), nameFamily("step[DECODE bs=16]"));
    EXPECT_EQ(nameFamily("train_step[4]"), nameFamily("train_step[11]"));
    EXPECT_NE(nameFamily("range(train)"), nameFamily("range(eval)"));
    EXPECT_EQ(nameFamily("denoise_step_3"), "denoise_step_N");
    EXPECT_EQ(nameFamily("open[ without end 3"), "open[ without end N");
}

TEST(AnnotationName, KnowsRangesOfLibraries) {
    EXPECT_TRUE(isLibraryRange("cub::DeviceReduce::Sum"));
    EXPECT_TRUE(isLibraryRange("nccl:all_reduce"));
    EXPECT_TRUE(isLibraryRange("record_param_comms"));
    EXPECT_FALSE(isLibraryRange("train_step"));
}

TEST(AnnotationName, HasTheKeyOfACompiledGraph) {
    EXPECT_EQ(compiledGraphKey("## Call CompiledFxGraph fey7 ##"), "fey7");
    EXPECT_EQ(compiledGraphKey("## Call CompiledFxGraph fey7"), "fey7");
    EXPECT_EQ(compiledGraphKey("step"), "");
}

TEST(AnnotationName, HasTheNumberOfAStep) {
    EXPECT_EQ(profilerStepNumber("ProfilerStep#12"), 12U);
    for (const char* name : {"ProfilerStep*", "ProfilerStep#", "ProfilerStep#x", "step#12"}) {
        EXPECT_FALSE(profilerStepNumber(name)) << name;
    }
}

TEST(AnnotationName, HasTheOptimizer) {
    EXPECT_EQ(steppedOptimizer("Optimizer.step#AdamW.step"), "AdamW");
    EXPECT_EQ(steppedOptimizer("Optimizer.zero_grad#AdamW.zero_grad"), "");
    EXPECT_TRUE(isZeroGrad("Optimizer.zero_grad#AdamW.zero_grad"));
    EXPECT_FALSE(isZeroGrad("Optimizer.step#AdamW.step"));
    EXPECT_TRUE(isOptimizerCall("Optimizer.step#AdamW.step"));
    EXPECT_FALSE(isOptimizerCall("optimizer"));
}

TEST(ModuleCall, NamesTheModule) {
    EXPECT_EQ(moduleNameOf("nn.Module: Linear_0"), "Linear_0");
    EXPECT_EQ(moduleNameOf("model.py(3): forward"), "model.py(3): forward");
    EXPECT_TRUE(namesOneModule("FSDP::pre_forward (layers.0)"));
    EXPECT_FALSE(namesOneModule("FSDP::all_gather (3)"));
}

TEST(OperatorName, HasANamespace) {
    EXPECT_EQ(withoutAten("aten::mm"), "mm");
    EXPECT_EQ(withoutAten("c10d::allreduce_"), "c10d::allreduce_");
    EXPECT_TRUE(isForeachOperator("aten::_foreach_mul_"));
    EXPECT_FALSE(isForeachOperator("_foreach_mul_"));
    EXPECT_FALSE(isForeachOperator("aten::mul_"));
}

TEST(StepNumber, IsTheProfilersWhereAStepOfItStarts) {
    test::TraceDsl dsl;
    dsl.annotation(dsl.thread("main"), {100, 400}, "ProfilerStep#7");
    const auto trace = dsl.trace();
    EXPECT_EQ(stepNumber(*trace, trace->slices().start(SliceId(0)), 1), 7U);
    EXPECT_EQ(stepNumber(*trace, trace->slices().end(SliceId(0)), 2), 2U);
}

}  // namespace
}  // namespace gaplight
