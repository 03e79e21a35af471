// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/timeline/view_scenes.h"

#include <gtest/gtest.h>

#include "tests/core/scene/scene_fixture.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

using test::matchesGolden;
using test::SceneFixture;
using test::TraceDsl;

using test::kMs;

class NoteScene : public ::testing::Test {
protected:
    NoteScene() : m_scene(trace()) {
        const auto at = [](std::int64_t begin, std::int64_t end) {
            return TimeRange{timeFromNs(begin), timeFromNs(end)};
        };
        m_scene.state.notes = {
            {at(10 * kMs, 10 * kMs), {}, "warm-up ends", NoteColor::Green},
            {at(12 * kMs, 12 * kMs), {}, "", NoteColor::Red},
            {at(30 * kMs, 60 * kMs), {}, "the slow part", NoteColor::Yellow},
            {at(70 * kMs, 72 * kMs), m_scene.sliceAt(70 * kMs), "look here", NoteColor::Purple},
        };
    }
    static std::shared_ptr<const Trace> trace() {
        TraceDsl t;
        const auto host = t.thread("main");
        t.op(host, {0, 100 * kMs}, "all");
        t.op(host, {70 * kMs, 72 * kMs}, "slow");
        return t.trace();
    }

    SceneFixture m_scene;
};

TEST_F(NoteScene, FlagsGiveWayToEachOther) {
    m_scene.state.currentNote = 2;
    EXPECT_TRUE(
        matchesGolden("scene/notes_whole.txt", m_scene.dump(m_scene.view(0, 100 * kMs, 720, 100))));
}

TEST_F(NoteScene, ANoteThatBeganBeforeTheViewStandsAtItsEdge) {
    EXPECT_TRUE(matchesGolden("scene/notes_middle.txt",
                              m_scene.dump(m_scene.view(40 * kMs, 75 * kMs, 720, 100))));
}

TEST_F(NoteScene, InsideARange) {
    EXPECT_TRUE(matchesGolden("scene/notes_inside.txt",
                              m_scene.dump(m_scene.view(45 * kMs, 46 * kMs, 720, 100))));
}

TEST_F(NoteScene, FlagsCanBePointedAtWhereTheyAreDrawn) {
    const Viewport view = m_scene.view(0, 100 * kMs, 720, 100);
    const TimelineInput input = m_scene.input(view);
    for (const NoteFlag& flag : noteFlags(input)) {
        const Hit hit = hitTest(input, flag.x + flag.width / 2, 10);
        EXPECT_EQ(hit.kind, HitKind::Note);
        EXPECT_EQ(hit.note, static_cast<std::int32_t>(flag.note));
    }
    EXPECT_EQ(hitTest(input, static_cast<float>(view.x(timeFromNs(5 * kMs))), 10).kind,
              HitKind::Ruler);
}

}  // namespace
}  // namespace gaplight
