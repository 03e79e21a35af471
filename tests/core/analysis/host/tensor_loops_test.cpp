// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/host/tensor_loops.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/traces/paced_trace.h"

namespace gaplight {
namespace {

using test::PacedTrace;

std::vector<TensorLoop> loopsOf(const PacedTrace& t, const TensorLoopLimits& limits = {}) {
    const auto trace = t.dsl.trace();
    return tensorLoops(*trace, LaunchIndex::build(*trace), limits);
}

void turns(PacedTrace& t, int count, const std::vector<std::string>& ops) {
    for (int turn = 0; turn < count; ++turn) {
        for (const std::string& op : ops) {
            t.op(op);
        }
    }
}

TEST(ForeachOps, EquivalentsByName) {
    EXPECT_EQ(foreachEquivalent("aten::mul_"), "torch._foreach_mul_");
    EXPECT_EQ(foreachEquivalent("aten::lerp_"), "torch._foreach_lerp_");
    EXPECT_EQ(foreachEquivalent("aten::sub"), "torch._foreach_sub");
    EXPECT_EQ(foreachEquivalent("aten::copy_"), "torch._foreach_copy_");
    EXPECT_EQ(foreachEquivalent("aten::zero_"), "torch._foreach_zero_");
    EXPECT_EQ(foreachEquivalent("aten::addcdiv_"), "torch._foreach_addcdiv_");
    EXPECT_EQ(foreachEquivalent("aten::linalg_vector_norm"), "torch._foreach_norm");
    for (const char* op : {"aten::mm", "aten::linear", "aten::layer_norm", "aten::copy", "mul_",
                           "aten::_foreach_mul_", "aten::cat", "aten::relu_", "aten::"}) {
        EXPECT_EQ(foreachEquivalent(op), "") << op;
    }
}

TEST(TensorLoops, OneOperatorAgainAndAgain) {
    PacedTrace t;
    t.within("ema", [&] { turns(t, 20, {"aten::lerp_"}); });
    const auto trace = t.dsl.trace();
    const auto loops = tensorLoops(*trace, LaunchIndex::build(*trace));
    ASSERT_EQ(loops.size(), 1U);
    EXPECT_EQ(loops[0].turns, 20U);
    EXPECT_EQ(loops[0].activities, 20U);
    EXPECT_EQ(loops[0].gpuTime.count(), 20 * 3'000);
    EXPECT_EQ(loops[0].host.length().count(), 20 * 20'000);
    ASSERT_EQ(loops[0].cycle.size(), 1U);
    EXPECT_EQ(trace->text(loops[0].cycle[0]), "aten::lerp_");
    EXPECT_EQ(loopAround(loops, loops[0].lastLaunch), &loops[0]);
    EXPECT_EQ(loopAround(loops, SliceId(0)), nullptr);  // the annotation, before the loop
}

TEST(TensorLoops, ShortCycle) {
    PacedTrace t;
    t.within("ema", [&] { turns(t, 16, {"aten::sub", "aten::mul", "aten::sub_"}); });
    const auto loops = loopsOf(t);
    ASSERT_EQ(loops.size(), 1U);
    EXPECT_EQ(loops[0].turns, 16U);
    EXPECT_EQ(loops[0].cycle.size(), 3U);
}

TEST(TensorLoops, NeedsTurns) {
    PacedTrace t;
    t.within("ema", [&] { turns(t, 15, {"aten::sub", "aten::sub_"}); });
    EXPECT_TRUE(loopsOf(t).empty());
    TensorLoopLimits limits;
    limits.minTurns = 15;
    EXPECT_EQ(loopsOf(t, limits).size(), 1U);
}

TEST(TensorLoops, NoLoopOverLayers) {
    PacedTrace layers;
    layers.within("forward", [&] { turns(layers, 40, {"aten::mm", "aten::add_", "aten::mul_"}); });
    EXPECT_TRUE(loopsOf(layers).empty());

    PacedTrace large;
    large.work = 50'000;
    large.within("forward", [&] { turns(large, 40, {"aten::add_"}); });
    EXPECT_TRUE(loopsOf(large).empty());
    TensorLoopLimits limits;
    limits.smallActivity = std::chrono::microseconds(60);
    EXPECT_EQ(loopsOf(large, limits).size(), 1U);
}

// Twenty different operators in a row, thirty times: a program, not a loop over tensors.
TEST(TensorLoops, NoLongCycle) {
    std::vector<std::string> ops{"aten::add_"};
    for (const char* op : {"abs", "exp", "log", "sin", "cos", "tan", "sqrt", "rsqrt", "floor",
                           "ceil", "neg", "mul", "sub"}) {
        ops.push_back(std::string("aten::") + op);
    }
    PacedTrace t;
    turns(t, 30, ops);
    EXPECT_TRUE(loopsOf(t).empty());
    TensorLoopLimits limits;
    limits.maxCycle = ops.size();
    EXPECT_EQ(loopsOf(t, limits).size(), 1U);
}

// h = a * h + x, turn by turn, needs the turn before.
TEST(TensorLoops, NoRecurrence) {
    PacedTrace t;
    turns(t, 100, {"aten::mul", "aten::add"});
    EXPECT_TRUE(loopsOf(t).empty());
}

TEST(TensorLoops, NotInCompiledCode) {
    PacedTrace t;
    t.inside("cpu_op", "Torch-Compiled Region: 0/0", [&] { turns(t, 30, {"aten::add_"}); });
    t.within("## Call CompiledFxGraph fabc ##", [&] { turns(t, 30, {"aten::add_"}); });
    EXPECT_TRUE(loopsOf(t).empty());
}

TEST(TensorLoops, UnderOneAnnotationAndOneOperator) {
    PacedTrace t;
    for (int at = 0; at < 4; ++at) {
        t.within("block", [&] { turns(t, 10, {"aten::add_"}); });
    }
    EXPECT_TRUE(loopsOf(t).empty());
    for (int at = 0; at < 4; ++at) {
        t.inside("cpu_op", "aten::native_batch_norm", [&] { turns(t, 10, {"aten::add_"}); });
    }
    EXPECT_TRUE(loopsOf(t).empty());
    t.inside("cpu_op", "aten::_foreach_add_", [&] { turns(t, 20, {"aten::add_"}); });
    const auto trace = t.dsl.trace();
    const auto loops = tensorLoops(*trace, LaunchIndex::build(*trace));
    ASSERT_EQ(loops.size(), 1U);
    EXPECT_EQ(trace->name(loops[0].enclosingOp), "aten::_foreach_add_");
}

TEST(TensorLoops, CopiesWithinTheGpuOnly) {
    for (const char* name :
         {"Memcpy DtoD (Device -> Device)", "Memcpy DtoH (Device -> Pageable)"}) {
        PacedTrace t;
        for (int at = 0; at < 20; ++at) {
            t.now += 20'000;
            t.dsl.op(t.host, {t.now - 10'000, t.now}, "aten::copy_");
            const auto call = t.dsl.call(t.host, {t.now - 9'000, t.now}, "cudaMemcpyAsync");
            t.dsl.memcpy(t.stream, {t.now + 2'000, t.now + 4'000}, call, name);
        }
        EXPECT_EQ(loopsOf(t).size(), std::string(name).find("DtoD") == std::string::npos ? 0U : 1U)
            << name;
    }
}

// zero_ fills: the operator for one tensor is the outer one.
TEST(TensorLoops, OutermostOperatorOfOneTensor) {
    PacedTrace t;
    for (int at = 0; at < 20; ++at) {
        t.inside("cpu_op", "aten::zero_", [&] {
            t.pause(1'000);
            t.op("aten::fill_");
        });
    }
    const auto trace = t.dsl.trace();
    const auto loops = tensorLoops(*trace, LaunchIndex::build(*trace));
    ASSERT_EQ(loops.size(), 1U);
    EXPECT_EQ(trace->text(loops[0].cycle.at(0)), "aten::zero_");
}

}  // namespace
}  // namespace gaplight
