// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/timeline/track_scenes.h"

#include <gtest/gtest.h>

#include "tests/core/scene/scene_fixture.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

using test::SceneFixture;
using test::TraceDsl;

using test::kUs;

std::shared_ptr<const Trace> steps() {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    for (int step = 0; step < 40; ++step) {
        const std::int64_t at = step * 100 * kUs;
        t.annotation(host, {at, at + 90 * kUs}, "step");
        t.annotation(host, {at + 10 * kUs, at + 50 * kUs}, "forward");
        t.kernel(stream, {at + 20 * kUs, at + 95 * kUs},
                 t.launch(host, {at + 11 * kUs, at + 12 * kUs}));
    }
    return t.trace();
}

// The annotations of one GPU above its streams, each from its begin on for 85 us.
class AnnotationScene : public ::testing::Test {
protected:
    AnnotationScene() : m_scene(steps()) {
        std::vector<AnnotationSpan> spans;
        for (int step = 0; step < 40; ++step) {
            for (const std::int64_t inside : {0, 10}) {
                const std::int64_t at = (step * 100 + inside) * kUs;
                spans.push_back(
                    {m_scene.sliceAt(at),
                     {timeFromNs(at + 10 * kUs), timeFromNs(at + (95 - inside) * kUs)}});
            }
        }
        m_rows = {AnnotationRows::build(GpuId(SourceId(), 0), spans)};
        m_scene.model.annotations = m_rows;
        m_scene.layout = TrackLayout::build(m_scene.trace(), {}, m_rows);
    }

    std::size_t laneIndex() const {
        for (std::size_t at = 0; at < m_scene.layout.lanes().size(); ++at) {
            if (m_scene.layout.lanes()[at].kind == LaneKind::Annotations) {
                return at;
            }
        }
        return m_scene.layout.lanes().size();
    }

    std::vector<AnnotationRows> m_rows;
    SceneFixture m_scene;
};

TEST_F(AnnotationScene, StandsAboveTheStreams) {
    const Lane& lane = m_scene.layout.lanes()[laneIndex()];
    EXPECT_EQ(lane.visibleRows, 2);
    EXPECT_EQ(m_scene.layout.groups()[lane.group].gpu, GpuId(SourceId(), 0));
    EXPECT_EQ(m_scene.layout.groups()[lane.group].firstLane + 1, laneIndex());
    m_scene.layout.setLaneCollapsed(laneIndex(), true);
    EXPECT_EQ(lane.visibleRows, 1);
    m_scene.layout.setHidden(laneIndex(), true);
    EXPECT_EQ(lane.height, 0);
}

TEST_F(AnnotationScene, AtThreeZooms) {
    for (const auto& [name, end] :
         {std::pair{"annotations_close", 150 * kUs}, std::pair{"annotations_middle", 2000 * kUs}}) {
        EXPECT_TRUE(test::matchesGolden(std::string("scene/") + name + ".txt",
                                        m_scene.dump(m_scene.view(0, end, 620, 230))));
    }
    // Far out all of them are a few rectangles.
    const DisplayList far = m_scene.build(m_scene.view(0, 4'000'000 * kUs, 620, 230));
    const DisplayList near = m_scene.build(m_scene.view(0, 4000 * kUs, 620, 230));
    EXPECT_LT(far.rects.size(), 60U);
    EXPECT_GT(near.rects.size(), 200U);
}

TEST_F(AnnotationScene, AnswersWithTheAnnotation) {
    const Viewport view = m_scene.view(0, 200 * kUs, 620, 230);
    const Lane& lane = m_scene.layout.lanes()[laneIndex()];
    const float y = view.y(lane.y) + 5;
    const auto hitAt = [&](std::int64_t time, float below) {
        return hitTest(m_scene.input(view), static_cast<float>(view.x(timeFromNs(time))),
                       y + below);
    };
    const Hit step = hitAt(60 * kUs, 0);
    EXPECT_EQ(step.kind, HitKind::Slice);
    EXPECT_EQ(m_scene.trace().name(step.slice), "step");
    EXPECT_EQ(step.mirrored, (TimeRange{timeFromNs(10 * kUs), timeFromNs(95 * kUs)}));
    const Hit forward = hitAt(160 * kUs, TrackLayout::kRowPitch);
    EXPECT_EQ(m_scene.trace().name(forward.slice), "forward");
    EXPECT_EQ(hitAt(102 * kUs, 0).kind, HitKind::Lane);
}

// Streams are what one looks for first.
TEST_F(AnnotationScene, ShowsMoreThanItsFirstRowsWhereThereIsRoom) {
    std::vector<AnnotationSpan> deep;
    for (int depth = 0; depth < 6; ++depth) {
        deep.push_back({SliceId(0), {timeFromNs(depth), timeFromNs(100 - depth)}});
    }
    m_rows = {AnnotationRows::build(GpuId(SourceId(), 0), deep)};
    m_scene.layout = TrackLayout::build(m_scene.trace(), {}, m_rows);
    const Lane& lane = m_scene.layout.lanes()[laneIndex()];
    EXPECT_EQ(lane.visibleRows, TrackLayout::kMaxAnnotationRows);
    EXPECT_EQ(m_scene.layout.foldedRows(laneIndex()), 3);
    m_scene.layout.fillRoom(m_scene.layout.contentHeight() + 2 * TrackLayout::kRowPitch + 1);
    EXPECT_EQ(lane.visibleRows, TrackLayout::kMaxAnnotationRows + 2);
    m_scene.layout.fillRoom(0);
    m_scene.layout.setShowsAllRows(laneIndex(), true);
    EXPECT_EQ(lane.visibleRows, 6);
}

TEST_F(AnnotationScene, RowsNeverOverlapAndAreNotEndless) {
    std::vector<AnnotationSpan> deep;
    for (int depth = 0; depth < 20; ++depth) {
        deep.push_back({SliceId(0), {timeFromNs(depth), timeFromNs(100 - depth)}});
    }
    EXPECT_EQ(AnnotationRows::build(GpuId(SourceId(), 0), deep).rowCount(),
              AnnotationRows::kMaxRows);
    for (std::size_t row = 0; row < m_rows[0].rowCount(); ++row) {
        const auto spans = m_rows[0].row(row);
        for (std::size_t at = 1; at < spans.size(); ++at) {
            EXPECT_LE(spans[at - 1].range.end, spans[at].range.begin);
        }
    }
}

}  // namespace
}  // namespace gaplight
