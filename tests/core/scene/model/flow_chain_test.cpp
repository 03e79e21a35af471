// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/model/flow_chain.h"

#include <string>

#include <gtest/gtest.h>

#include "tests/core/scene/scene_fixture.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

using test::matchesGolden;
using test::SceneFixture;
using test::TraceDsl;

// A forward operator with a kernel, the arrow to its backward operator on another thread, and that
// one's two kernels.
std::shared_ptr<const Trace> training() {
    TraceDsl t;
    const auto main = t.thread("main");
    const auto autograd = t.thread("autograd");
    const auto stream = t.stream(0, 7);
    t.python(main, {0, 400}, "forward");
    t.op(main, {100, 300}, "aten::mul");
    t.kernel(stream, {260, 320}, t.launch(main, {200, 220}), "mul");
    t.op(autograd, {500, 900}, "MulBackward0");
    t.op(autograd, {550, 800}, "aten::mul");
    t.kernel(stream, {640, 700}, t.launch(autograd, {600, 620}), "grad a");
    t.kernel(stream, {720, 760}, t.launch(autograd, {700, 715}), "grad b");
    t.flow(main, 100, autograd, 500, "fwdbwd");
    return t.trace();
}

// "aten::mul > MulBackward0 1", the nearest first.
std::string words(const SceneFixture& scene, std::int64_t selectedAt) {
    std::string text;
    for (const FlowLink& link : flowChain(scene.model, scene.sliceAt(selectedAt)).links) {
        text += std::string(scene.trace().name(link.from)) + " > " +
                std::string(scene.trace().name(link.to)) + " " + std::to_string(link.hop) + "\n";
    }
    return text;
}

TEST(FlowChain, LeadsThroughWhatASliceCallsAndWhatCallsIt) {
    const SceneFixture scene(training());
    // From the first operator to its own kernel, and to the kernels of its backward operator.
    EXPECT_EQ(words(scene, 100),
              "cudaLaunchKernel > mul 1\n"
              "aten::mul > MulBackward0 1\n"
              "cudaLaunchKernel > grad a 2\n"
              "cudaLaunchKernel > grad b 2\n");
    // From a kernel of the backward operator to the forward one.
    EXPECT_EQ(words(scene, 720),
              "cudaLaunchKernel > grad b 1\n"
              "aten::mul > MulBackward0 2\n");
    EXPECT_EQ(words(scene, 550),
              "cudaLaunchKernel > grad a 1\n"
              "cudaLaunchKernel > grad b 1\n"
              "aten::mul > MulBackward0 1\n");
    EXPECT_TRUE(flowChain(scene.model, SliceId()).links.empty());
}

TEST(FlowChain, FadesWithTheDistance) {
    SceneFixture scene(training());
    scene.state.selected = scene.sliceAt(720);
    scene.state.arrows = ArrowScope::Chain;
    EXPECT_TRUE(matchesGolden("scene/flow_chain.txt", scene.dump(scene.view(0, 1000, 720, 300))));
    // While it is followed nothing of it fades.
    scene.state.dimUnrelated = true;
    const auto faded = [&](std::int64_t at) {
        const DisplayList list = scene.build(scene.view(0, 1000, 720, 300));
        const auto x = static_cast<float>(scene.view(0, 1000, 720, 300).x(timeFromNs(at)));
        bool isFaded = false;
        for (const RectItem& rect : list.rects) {
            isFaded = isFaded || (rect.layer == Layer::Slices && std::abs(rect.box.x - x) < 1 &&
                                  rect.alpha < 255);
        }
        return isFaded;
    };
    EXPECT_FALSE(faded(100));
    EXPECT_FALSE(faded(500));
    EXPECT_TRUE(faded(260));
    scene.state.arrows = ArrowScope::Selection;
    EXPECT_TRUE(faded(500));
}

TEST(FlowChain, StaysWithinItsLimits) {
    // Each of twenty operators leads to the next one, and a graph launches a thousand kernels.
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    for (std::int64_t i = 0; i < 20; ++i) {
        t.op(host, {i * 100, i * 100 + 50}, "op");
    }
    for (std::int64_t i = 0; i < 19; ++i) {
        t.flow(host, i * 100, host, (i + 1) * 100, "next");
    }
    const std::uint64_t graph = t.call(host, {5000, 5100}, "cudaGraphLaunch");
    for (std::int64_t i = 0; i < 1000; ++i) {
        t.kernel(stream, {5200 + i * 10, 5209 + i * 10}, graph);
    }
    const SceneFixture scene(t.trace());
    const FlowChain far = flowChain(scene.model, scene.sliceAt(1000));
    EXPECT_TRUE(far.isCut);
    EXPECT_EQ(far.links.size(), 2U * FlowChain::kMaxHops);
    const FlowChain wide = flowChain(scene.model, scene.sliceAt(5000));
    EXPECT_TRUE(wide.isCut);
    EXPECT_EQ(wide.links.size(), FlowChain::kMaxPerSlice);
    EXPECT_FALSE(flowChain(scene.model, scene.sliceAt(5200)).isCut);
}

}  // namespace
}  // namespace gaplight
