// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/panels/flame_scene.h"

#include <gtest/gtest.h>

#include "core/scene/panels/occupancy_scene.h"
#include "tests/core/scene/scene_fixture.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

using test::FixedTextMeasure;
using test::matchesGolden;
using test::TraceDsl;

class FlameSceneTest : public ::testing::Test {
protected:
    FlameSceneTest()
        : m_trace(makeTrace()),
          m_names(NameTable::build(*m_trace, {})),
          m_tree(FlameTree::build(*m_trace, RowIndex::build(*m_trace), std::array{TrackId(0)},
                                  m_trace->range())) {}

    static std::shared_ptr<const Trace> makeTrace() {
        TraceDsl t;
        const auto host = t.thread("main");
        t.op(host, {0, 1'000'000}, "step");
        t.op(host, {10, 600'000}, "aten::linear");
        t.op(host, {20, 400'000}, "aten::mm");
        t.op(host, {700'000, 900'000}, "aten::softmax");
        for (std::int64_t at = 910'000; at < 990'000; at += 1'000) {
            t.op(host, {at, at + 500}, "op " + std::to_string(at));  // too narrow to see alone
        }
        return t.trace();
    }
    FlameInput input(std::uint32_t top = 0) const {
        return {m_tree, m_names, {.top = top, .width = 400, .height = 100}};
    }
    std::string dump(const FlameInput& input) const {
        DisplayList list;
        buildFlame(input, FixedTextMeasure(), list);
        return list.dump();
    }
    std::uint32_t named(std::string_view name) const {
        for (std::uint32_t i = 1; i < m_tree.nodes().size(); ++i) {
            if (m_trace->text(m_tree[i].name) == name) {
                return i;
            }
        }
        return FlameNode::kNone;
    }

    std::shared_ptr<const Trace> m_trace;
    NameTable m_names;
    FlameTree m_tree;
};

TEST_F(FlameSceneTest, Whole) {
    EXPECT_TRUE(matchesGolden("scene/flame_whole.txt", dump(input())));
}

TEST_F(FlameSceneTest, OneFillsTheWidth) {
    FlameInput close = input(named("aten::linear"));
    close.view.hovered = named("aten::mm");
    EXPECT_TRUE(matchesGolden("scene/flame_close.txt", dump(close)));
}

// "aten::mm" takes what it did, "aten::linear" less, "aten::softmax" is new, "aten::to" is gone.
TEST_F(FlameSceneTest, ColorsWhatDiffersFromABase) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.op(host, {0, 1'000'000}, "step");
    t.op(host, {10, 900'000}, "aten::linear");
    t.op(host, {20, 400'000}, "aten::mm");
    t.op(host, {500'000, 800'000}, "aten::to");
    const auto trace = t.trace();
    const FlameTree base =
        FlameTree::build(*trace, RowIndex::build(*trace), std::array{TrackId(0)}, trace->range());
    const auto names = sameFlameNames(*m_trace, m_tree, *trace, base);
    const FlameTree tree =
        flameAgainst(m_tree, base, [&](StringId name) { return names.at(name); });
    EXPECT_TRUE(matchesGolden("scene/flame_compared.txt",
                              dump({tree, m_names, {.width = 400, .height = 100}, "step 12"})));
}

TEST(FlameScene, SaysWhichWayATimeChanges) {
    EXPECT_EQ(changeText(Duration(1'200)), "+1.20\u2009µs");
    EXPECT_EQ(changeText(Duration(-300)), "−300\u2009ns");
    EXPECT_EQ(changeText(Duration(0)), "±0");
}

TEST_F(FlameSceneTest, FindsWhatItDrew) {
    EXPECT_EQ(flameAt(input(), 10, 5), 0U);
    EXPECT_EQ(flameAt(input(), 10, kIciclePitch + 5), named("step"));
    EXPECT_EQ(flameAt(input(), 10, 2 * kIciclePitch + 5), named("aten::linear"));
    EXPECT_EQ(flameAt(input(), 200, 3 * kIciclePitch + 5), FlameNode::kNone);
    const FlameInput close = input(named("aten::linear"));
    EXPECT_EQ(flameAt(close, 390, kIciclePitch + 5), named("step"));
    EXPECT_EQ(flameAt(close, 390, 2 * kIciclePitch + 5), named("aten::linear"));
    EXPECT_EQ(flameAt(close, 200, 3 * kIciclePitch + 5), named("aten::mm"));
    EXPECT_EQ(flameAt(close, 500, 5), FlameNode::kNone);
}

std::string occupancy(const OccupancyDiagram& diagram) {
    DisplayList list;
    buildOccupancy(diagram, 320, FixedTextMeasure(), list);
    return list.dump();
}

TEST(OccupancyScene, AFewWaves) {
    EXPECT_TRUE(matchesGolden("scene/occupancy_few.txt", occupancy({64, 8, 5, 660, 3, 220})));
}

TEST(OccupancyScene, ManyWaves) {
    EXPECT_TRUE(matchesGolden("scene/occupancy_many.txt", occupancy({64, 1, 32, 4224, 90, 0})));
}

TEST(OccupancyScene, LessThanOneWave) {
    EXPECT_TRUE(matchesGolden("scene/occupancy_part.txt", occupancy({64, 32, 2, 264, 0, 8})));
}

}  // namespace
}  // namespace gaplight
