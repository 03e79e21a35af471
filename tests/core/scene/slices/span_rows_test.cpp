// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/scene/timeline/timeline_scene.h"
#include "tests/core/scene/scene_fixture.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

using test::SceneFixture;
using test::TraceDsl;

// Three threads: crowded, crowded with pauses, and equal neighbors of 20 pixels with hairlines
// between them.
std::shared_ptr<const Trace> crowdedTrace() {
    TraceDsl t;
    const auto dense = t.thread("dense");
    const auto torn = t.thread("torn");
    const auto equal = t.thread("equal");
    for (std::int64_t at = 0; at < 600; ++at) {
        t.op(dense, {at * 10, at * 10 + 9}, "op" + std::to_string(at % 7));
        if (at % 50 < 30) {
            t.op(torn, {at * 10, at * 10 + 4}, at % 2 == 0 ? "a" : "b");
        }
        if (at % 20 == 0) {
            t.op(equal, {at * 10, at * 10 + 200}, "same");
        }
    }
    return t.trace();
}

class SpanRows : public ::testing::Test {
protected:
    // How many spans of rows the rects of a list have; each at the place of its rect.
    static std::size_t checkedSpans(const DisplayList& list) {
        std::size_t spans = 0;
        std::size_t end = 0;  // behind the row before
        for (const SpanRow& row : list.spanRows) {
            EXPECT_GE(row.firstRect, end);
            end = row.firstRect;
            for (std::size_t at = 0; at < row.spanCount; ++at) {
                const SliceSpan& span = list.spans[row.firstSpan + at];
                const RectItem& rect = list.rects[end++];
                const auto pixel = [&](float x) {
                    return static_cast<double>(x - row.left) * row.devicePixels;
                };
                EXPECT_NEAR(pixel(rect.box.x), span.from, 1e-2);
                EXPECT_NEAR(pixel(rect.box.x + rect.box.width), span.to, 1e-2);
                EXPECT_EQ(rect.color, span.ink.color());
                EXPECT_EQ(rect.alpha, span.ink.alpha());
                EXPECT_EQ(rect.box.y, list.rects[row.firstRect].box.y);
                EXPECT_EQ(rect.layer, Layer::Slices);
                if (span.ink.isSeparated()) {
                    EXPECT_EQ(list.rects[end++].box.x, rect.box.x);
                }
            }
            spans += row.spanCount;
        }
        return spans;
    }
    static std::size_t sliceRects(const DisplayList& list) {
        std::size_t rects = 0;
        for (const RectItem& rect : list.rects) {
            const bool isHairline = rect.color == ColorRef(Role::Background);
            rects += rect.layer == Layer::Slices && !isHairline ? 1 : 0;
        }
        return rects;
    }

    SceneFixture m_scene{crowdedTrace()};
};

TEST_F(SpanRows, AreTheRectsOfSlices) {
    for (const float ratio : {1.0F, 1.5F, 2.0F}) {
        m_scene.state.pixelRatio = ratio;
        for (const std::int64_t end : {600, 6000}) {
            const DisplayList list = m_scene.build(m_scene.view(0, end));
            EXPECT_EQ(list.spanRows.size(), 3U);
            EXPECT_GT(sliceRects(list), 30U);
            EXPECT_EQ(checkedSpans(list), sliceRects(list));
        }
    }
}

TEST_F(SpanRows, OfPinnedTracksStayBesideThoseOfOthers) {
    m_scene.layout.setPinned(m_scene.layout.laneOf(m_scene.trace().trackOf(m_scene.sliceAt(0))),
                             true);
    ASSERT_EQ(m_scene.layout.pinnedTracks().size(), 1U);
    const DisplayList list = m_scene.build(m_scene.view(0, 6000));
    EXPECT_EQ(list.spanRows.size(), 3U);
    EXPECT_EQ(checkedSpans(list), sliceRects(list));
}

TEST_F(SpanRows, GoWithTheirList) {
    DisplayList list = m_scene.build(m_scene.view(0, 6000));
    ASSERT_FALSE(list.spanRows.empty());
    list.clear(100, 100);
    EXPECT_TRUE(list.spanRows.empty());
}

}  // namespace
}  // namespace gaplight
