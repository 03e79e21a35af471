// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/timeline/view_scenes.h"

#include <gtest/gtest.h>

#include "tests/core/scene/scene_fixture.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

using test::kMs;
using test::matchesGolden;
using test::SceneFixture;
using test::TraceDsl;

class CursorScene : public ::testing::Test {
protected:
    static std::shared_ptr<const Trace> trace() {
        TraceDsl t;
        t.op(t.thread("main"), {0, 100 * kMs}, "all");
        return t.trace();
    }
    void set(std::int64_t a, std::int64_t b) {
        m_scene.state.cursors = {timeFromNs(a), timeFromNs(b)};
    }
    // Texts of the display list that are drawn in bold: letters and the difference.
    std::vector<std::string> texts(const Viewport& view) const {
        const DisplayList list = m_scene.build(view);
        std::vector<std::string> found;
        for (const TextItem& item : list.texts) {
            if (item.style == TextStyle::Bold && item.baselineY < Viewport::kRulerHeight) {
                found.emplace_back(list.text(item));
            }
        }
        return found;
    }

    SceneFixture m_scene{trace()};
};

TEST_F(CursorScene, TheDifferenceIsBetweenTheFlags) {
    set(20 * kMs, 60 * kMs);
    EXPECT_TRUE(matchesGolden("scene/cursors_apart.txt",
                              m_scene.dump(m_scene.view(0, 100 * kMs, 720, 100))));
}

TEST_F(CursorScene, CloseCursorsHaveTheDifferenceBesideThem) {
    set(50 * kMs, 50 * kMs + 400'000);
    EXPECT_TRUE(matchesGolden("scene/cursors_close.txt",
                              m_scene.dump(m_scene.view(0, 100 * kMs, 720, 100))));
}

TEST_F(CursorScene, DigitsAreThoseThatAPixelMeans) {
    set(20 * kMs, 60 * kMs + 123'456);
    EXPECT_EQ(texts(m_scene.view(0, 100 * kMs, 720, 100)),
              (std::vector<std::string>{"A", "B", "40.1\u2009ms"}));
    // 1.2 µs a pixel around the end.
    EXPECT_EQ(texts(m_scene.view(60 * kMs - 300'000, 60 * kMs + 300'000, 720, 100)),
              (std::vector<std::string>{"B", "40.123\u2009ms"}));
}

TEST_F(CursorScene, AnEarlierBIsANegativeDifference) {
    set(60 * kMs, 20 * kMs);
    EXPECT_EQ(cursorDifference(m_scene.state), Duration(-40 * kMs));
    EXPECT_EQ(texts(m_scene.view(0, 100 * kMs, 720, 100)).back(), "\u221240.0\u2009ms");
}

TEST_F(CursorScene, OneCursorHasNoDifference) {
    m_scene.state.cursors = {std::nullopt, timeFromNs(20 * kMs)};
    EXPECT_EQ(cursorDifference(m_scene.state), std::nullopt);
    EXPECT_EQ(texts(m_scene.view(0, 100 * kMs, 720, 100)), std::vector<std::string>{"B"});
}

TEST_F(CursorScene, FlagsAreInsideTheRulerAndApart) {
    for (const std::int64_t at : {std::int64_t{0}, 50 * kMs, 100 * kMs}) {
        set(at, at);
        const Viewport view = m_scene.view(0, 100 * kMs, 720, 100);
        const std::vector<CursorFlag> flags = cursorFlags(m_scene.input(view));
        ASSERT_EQ(flags.size(), 2U) << at;
        for (const CursorFlag& flag : flags) {
            EXPECT_GE(flag.x, view.timeLeft()) << at;
            EXPECT_LE(flag.x + flag.width, view.width) << at;
        }
        EXPECT_GE(flags[1].x, flags[0].x + flags[0].width) << at;
    }
}

TEST_F(CursorScene, FlagsCanBePointedAtWhereTheyAreDrawn) {
    set(20 * kMs, 60 * kMs);
    m_scene.state.notes = {{{timeFromNs(60 * kMs), timeFromNs(60 * kMs)}, {}, "here", {}}};
    const Viewport view = m_scene.view(0, 100 * kMs, 720, 100);
    const TimelineInput input = m_scene.input(view);
    for (const CursorFlag& flag : cursorFlags(input)) {
        const Hit hit = hitTest(input, flag.x + flag.width / 2, 10);
        EXPECT_EQ(hit.kind, HitKind::Cursor);
        EXPECT_EQ(hit.cursor, static_cast<std::int32_t>(flag.cursor));
    }
    EXPECT_EQ(hitTest(input, static_cast<float>(view.x(timeFromNs(40 * kMs))), 10).kind,
              HitKind::Ruler);
    // A note's text beside the flag can still be clicked.
    EXPECT_EQ(hitTest(input, static_cast<float>(view.x(timeFromNs(60 * kMs))) + 24, 10).kind,
              HitKind::Note);
}

}  // namespace
}  // namespace gaplight
