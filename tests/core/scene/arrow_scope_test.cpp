// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gtest/gtest.h>

#include "tests/core/scene/scene_fixture.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

using test::matchesGolden;
using test::SceneFixture;
using test::TraceDsl;

// Sixty launches on two threads, and a graph of forty kernels.
std::shared_ptr<const Trace> launches() {
    TraceDsl t;
    const auto first = t.thread("first");
    const auto second = t.thread("second");
    const auto stream = t.stream(0, 7);
    for (std::int64_t i = 0; i < 60; ++i) {
        const auto& host = i % 3 == 0 ? second : first;
        const std::int64_t at = i * 100;
        t.kernel(stream, {at + 60, at + 140}, t.launch(host, {at, at + 20}));
    }
    const std::uint64_t graph = t.call(first, {7000, 7100}, "cudaGraphLaunch");
    for (std::int64_t i = 0; i < 40; ++i) {
        t.kernel(stream, {7200 + i * 60, 7250 + i * 60}, graph);
    }
    return t.trace();
}

TEST(ArrowScope, AllInSightBundledWhereDense) {
    SceneFixture scene(launches());
    scene.state.arrows = ArrowScope::View;
    EXPECT_TRUE(matchesGolden("scene/arrows_view.txt", scene.dump(scene.view(0, 6000, 420, 300))));
    EXPECT_TRUE(
        matchesGolden("scene/arrows_view_close.txt", scene.dump(scene.view(0, 400, 420, 300))));
}

TEST(ArrowScope, ThoseOfATrack) {
    SceneFixture scene(launches());
    scene.state.arrows = ArrowScope::Track;
    const auto lines = [&] {
        const DisplayList list = scene.build(scene.view(0, 6000, 1420, 300));
        return std::count_if(list.lines.begin(), list.lines.end(),
                             [](const LineItem& line) { return line.layer == Layer::Flows; });
    };
    EXPECT_EQ(lines(), 0);  // of which track?
    scene.state.selected = scene.sliceAt(0);
    const auto second = lines();
    scene.state.selected = scene.sliceAt(100);
    const auto first = lines();
    scene.state.selected = scene.sliceAt(60);
    const auto stream = lines();
    EXPECT_GT(second, 0);
    EXPECT_GT(first, second);
    EXPECT_GT(stream, first);
}

TEST(ArrowScope, AGraphIsOneBracket) {
    SceneFixture scene(launches());
    scene.state.selected = scene.sliceAt(7000);
    EXPECT_TRUE(
        matchesGolden("scene/arrows_graph.txt", scene.dump(scene.view(6900, 9700, 620, 300))));
}

}  // namespace
}  // namespace gaplight
