// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/torch/place.h"

#include <gtest/gtest.h>

#include "core/analysis/steps/annotations.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

TEST(Place, KnowsTheFramesOfTheUsersProgram) {
    EXPECT_TRUE(isUserFrame("train.py(12): step"));
    EXPECT_TRUE(isUserFrame("C:/project/model.py(40): attention"));
    EXPECT_TRUE(isUserFrame("C:/project/lib/helpers.py(4): load"));
    EXPECT_TRUE(isUserFrame("/usr/bin/torchrun(8): <module>"));
    EXPECT_TRUE(isUserFrame("diffusers/schedulers/scheduling_unipc.py(962): multistep_uni_c"));
    EXPECT_TRUE(isUserFrame("/opt/venv/lib/python3.11/site-packages/transformers/x.py(3): f"));
    EXPECT_TRUE(isUserFrame("/tmp/ipykernel_7/81.py(1): <module>"));
    EXPECT_TRUE(isUserFrame("<ipython-input-3-abc>(4): train"));
}

TEST(Place, PassesOverEverythingElse) {
    EXPECT_FALSE(isUserFrame("torch/nn/modules/module.py(1783): _call_impl"));
    EXPECT_FALSE(isUserFrame("/usr/lib/site-packages/torch/optim/adam.py(214): step"));
    EXPECT_FALSE(isUserFrame("torch/profiler/profiler.py(884): step"));
    EXPECT_FALSE(isUserFrame("triton/runtime/jit.py(1): run"));
    EXPECT_FALSE(isUserFrame("/tmp/torchinductor_me/7o/c7oaa.py(1090): call"));
    EXPECT_FALSE(isUserFrame("tqdm/std.py(1160): __iter__"));
    EXPECT_FALSE(isUserFrame("numpy/_core/function_base.py(27): linspace"));
    EXPECT_FALSE(isUserFrame("inspect.py(3308): signature"));
    EXPECT_FALSE(isUserFrame("/usr/lib/python3.11/inspect.py(3308): signature"));
    EXPECT_FALSE(isUserFrame("logging/__init__.py(1): info"));
    EXPECT_FALSE(isUserFrame("C:/Python311/Lib/contextlib.py(81): inner"));
    EXPECT_FALSE(isUserFrame("C:/envs/x/lib/asyncio/events.py(84): _run"));
    EXPECT_FALSE(
        isUserFrame("C:/project/.venv/Lib/site-packages/torch/nn/linear.py(125): forward"));
    EXPECT_FALSE(isUserFrame("?\?(0): torch::unwind::unwind()"));
    EXPECT_FALSE(isUserFrame("memory_snapshot.cpp(0): gather"));
    EXPECT_FALSE(isUserFrame("<built-in method item of Tensor object at 0x7f>"));
    EXPECT_FALSE(isUserFrame("<frozen importlib._bootstrap>(1): _find"));
    EXPECT_FALSE(isUserFrame("<string>(2): __init__"));
    EXPECT_FALSE(isUserFrame("<eval_with_key>.3(4): forward"));
    EXPECT_FALSE(isUserFrame("nn.Module: Linear_0"));
    EXPECT_FALSE(isUserFrame("train.py(13): wrapper"));
    EXPECT_FALSE(isUserFrame("aten::nonzero"));
    EXPECT_FALSE(isUserFrame(""));
}

TEST(Place, KnowsWhatOnlyPassesCallsOn) {
    EXPECT_TRUE(onlyForwardsCall("<built-in function next>"));
    EXPECT_TRUE(onlyForwardsCall("torch/nn/modules/module.py(1783): _call_impl"));
    EXPECT_TRUE(onlyForwardsCall("contextlib.py(132): __enter__"));
    EXPECT_FALSE(onlyForwardsCall("torch/nn/modules/module.py(2882): named_modules"));
    EXPECT_FALSE(onlyForwardsCall("aten::nonzero"));
}

TEST(Place, ShortensPathsBelowInstalledPackages) {
    EXPECT_EQ(shortFrame("/usr/lib/python3/dist-packages/diffusers/x.py(12): forward"),
              "diffusers/x.py(12): forward");
    EXPECT_EQ(shortFrame("/a/site-packages/b/site-packages/c.py(1): f"), "c.py(1): f");
    EXPECT_EQ(shortFrame("train.py(12): step"), "train.py(12): step");
    EXPECT_EQ(shortFrame("aten::nonzero"), "aten::nonzero");
}

TEST(Place, FindsTheUserInACallStack) {
    EXPECT_EQ(userFrameOf("torch/_ops.py(1): __call__;lib/model.py(7): f;main.py(3): g"),
              "lib/model.py(7): f");
    EXPECT_EQ(userFrameOf("torch/_ops.py(1): __call__"), "");
    EXPECT_EQ(userFrameOf(""), "");
}

// A generator's frame carries the line at which it goes on, any other the first of its function.
TEST(Place, TellsFunctionsApartByTheirLineUnlessTheyWalkModules) {
    const auto key = [](std::string_view name) { return functionKey(name); };
    EXPECT_EQ(key("torch/nn/modules/module.py(2877): named_modules"),
              key("torch/nn/modules/module.py(2882): named_modules"));
    EXPECT_FALSE(key("model.py(10): forward") == key("model.py(90): forward"));
    EXPECT_FALSE(key("a.py(10): forward") == key("b.py(10): forward"));
    EXPECT_FALSE(key("aten::add") == key("aten::mul"));
}

TEST(PlaceFinder, JoinsAnnotationsThatDifferInValues) {
    test::TraceDsl dsl;
    const auto host = dsl.thread("main");
    for (std::int64_t step = 0; step < 3; ++step) {
        dsl.annotation(host, {1000 * step, 1000 * step + 900}, "step_" + std::to_string(step));
        dsl.op(host, {1000 * step + 10, 1000 * step + 20}, "op_" + std::to_string(step));
    }
    dsl.annotation(host, {3000, 3900}, "decode[bs=4]");
    const auto trace = dsl.trace();
    const PlaceFinder places(*trace, annotationSlices(*trace));
    const StringId first = places.placeOf(test::sliceNamed(*trace, "op_0")).annotation;
    EXPECT_EQ(places.placeOf(test::sliceNamed(*trace, "op_2")).annotation, first);
    EXPECT_EQ(places.textOf(first), "step_N");
    const auto nameOf = [&](const char* text) {
        return trace->slices().name(test::sliceNamed(*trace, text));
    };
    EXPECT_EQ(places.textOf(nameOf("decode[bs=4]")), "decode[bs=4]") << "the only one";
    EXPECT_NE(places.functionOf(nameOf("op_1")), places.functionOf(nameOf("op_2")))
        << "an operator's number is part of its name";
}

TEST(PlaceFinder, TakesTheInnermostOfEachKind) {
    test::TraceDsl dsl;
    const auto host = dsl.thread("main");
    dsl.python(host, {0, 1000}, "main.py(1): main");
    dsl.annotation(host, {10, 990}, "outer");
    dsl.annotation(host, {20, 980}, "inner");
    dsl.annotation(host, {30, 970}, "ProfilerStep#4");
    dsl.python(host, {40, 960}, "sched.py(5): index_for_timestep");
    dsl.python(host, {50, 950}, "torch/_ops.py(1): __call__");
    dsl.op(host, {60, 940}, "aten::item");
    dsl.op(host, {70, 930}, "aten::_local_scalar_dense");
    dsl.call(host, {80, 90}, "cudaStreamSynchronize");
    const auto trace = dsl.trace();
    const PlaceFinder places(*trace);
    const Place place = places.placeOf(test::sliceNamed(*trace, "cudaStreamSynchronize"));
    EXPECT_EQ(trace->text(place.annotation), "inner");
    EXPECT_EQ(trace->text(place.op), "aten::_local_scalar_dense");
    EXPECT_EQ(trace->text(place.python), "sched.py(5): index_for_timestep");
    const Place outside = places.placeOf(test::sliceNamed(*trace, "main.py(1): main"));
    EXPECT_FALSE(outside.annotation.isValid());
    EXPECT_FALSE(outside.op.isValid());
    EXPECT_EQ(trace->text(outside.python), "main.py(1): main");
}

TEST(PlaceFinder, TakesTheNamesOfOneFunctionTogether) {
    test::TraceDsl dsl;
    const auto host = dsl.thread("main");
    dsl.python(host, {0, 10}, "torch/nn/modules/module.py(2837): named_modules");
    dsl.python(host, {20, 30}, "torch/nn/modules/module.py(2882): named_modules");
    dsl.python(host, {40, 50}, "model.py(1): forward");
    const auto trace = dsl.trace();
    const PlaceFinder places(*trace);
    const auto nameOf = [&](std::string_view text) { return *trace->findText(text); };
    const StringId first = nameOf("torch/nn/modules/module.py(2837): named_modules");
    EXPECT_EQ(places.functionOf(nameOf("torch/nn/modules/module.py(2882): named_modules")), first);
    EXPECT_EQ(places.functionOf(first), first);
    EXPECT_EQ(places.functionOf(nameOf("model.py(1): forward")), nameOf("model.py(1): forward"));
}

}  // namespace
}  // namespace gaplight
