// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/timeline/track_scenes.h"

#include <gtest/gtest.h>

#include "core/trace/trace_builder.h"
#include "tests/core/scene/scene_fixture.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

using test::matchesGolden;
using test::SceneFixture;

using test::kMs;

// A thread with one slice and instants, and one that has instants alone.
std::shared_ptr<const Trace> trace() {
    EventBatch batch;
    const BatchString pid = batch.strings.intern("1");
    const BatchCategory category = batch.category("cpu_op", SliceKind::CpuOp);
    batch.tracks.push_back({pid, pid});
    batch.tracks.push_back({pid, batch.strings.intern("marks")});
    batch.slices.start.push_back(0);
    batch.slices.duration.push_back(100 * kMs);
    batch.slices.name.push_back(batch.strings.intern("all"));
    batch.slices.category.push_back(category);
    batch.slices.track.push_back(BatchTrack(std::size_t{0}));
    batch.slices.event.push_back(EventId(0));
    for (std::int64_t i = 0; i < 50; ++i) {
        const std::int64_t time = i < 40 ? 10 * kMs + i * kMs / 10 : i * 2 * kMs;
        batch.instants.push_back({time, batch.strings.intern("tick"), category,
                                  BatchTrack(static_cast<std::size_t>(i % 2)), EventId(0)});
    }
    batch.events = 51;
    TraceBuilder builder;
    builder.add(std::move(batch));
    return builder.finish({});
}

TEST(InstantScene, PinsThatWouldOverlapAreOne) {
    const SceneFixture scene(trace());
    EXPECT_TRUE(
        matchesGolden("scene/instants_whole.txt", scene.dump(scene.view(0, 100 * kMs, 520, 100))));
}

TEST(InstantScene, EachOneStandsAloneWhereThereIsRoom) {
    const SceneFixture scene(trace());
    EXPECT_TRUE(matchesGolden("scene/instants_middle.txt",
                              scene.dump(scene.view(10 * kMs, 12 * kMs, 520, 100))));
}

TEST(InstantScene, NoneInSight) {
    const SceneFixture scene(trace());
    EXPECT_TRUE(matchesGolden("scene/instants_between.txt",
                              scene.dump(scene.view(30 * kMs, 40 * kMs, 520, 100))));
}

TEST(InstantScene, PinsCanBePointedAt) {
    const SceneFixture scene(trace());
    const Viewport view = scene.view(0, 100 * kMs, 520, 100);
    const TimelineInput input = scene.input(view);
    const float y = view.y(scene.layout.lanes()[1].y) + 3;
    const Hit pin = hitTest(input, static_cast<float>(view.x(timeFromNs(80 * kMs))) + 2, y);
    EXPECT_EQ(pin.kind, HitKind::Instant);
    EXPECT_EQ(ns(scene.trace().instants()[pin.instant.index()].time), 80 * kMs);
    EXPECT_EQ(hitTest(input, static_cast<float>(view.x(timeFromNs(50 * kMs))), y).kind,
              HitKind::Slice);
}

}  // namespace
}  // namespace gaplight
