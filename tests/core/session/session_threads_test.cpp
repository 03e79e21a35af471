// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// What the window does from several threads at once, without the window: for the thread sanitizer.
#include <atomic>
#include <thread>

#include <gtest/gtest.h>

#include "core/scene/timeline/timeline_scene.h"
#include "core/session/scene_data.h"
#include "core/session/session.h"
#include "tests/support/checks/fixed_text_measure.h"
#include "tests/support/checks/golden.h"

namespace gaplight {
namespace {

std::shared_ptr<const SceneData> openScene(const std::string& name) {
    auto session = openSession(test::dataFile(name));
    EXPECT_TRUE(session);
    return session ? SceneData::build(std::move(*session)) : nullptr;
}

// Draws frames, each at another zoom, until told to stop; counts them.
void draw(const SceneData& data, const std::atomic<bool>& stop, std::atomic<int>& frames) {
    const SceneModel model = data.model();
    const TrackLayout layout = TrackLayout::build(*model.trace, model.counters);
    const ViewLimits limits{model.trace->range(), layout.contentHeight(), layout.pinnedHeight()};
    const test::FixedTextMeasure measure;
    DisplayList list;
    const TimelineState state;
    Viewport whole;
    whole.width = 1280;
    whole.height = 720;
    whole = fitted(whole, limits.range, limits);
    Viewport viewport = whole;
    while (!stop) {
        buildTimeline({model, layout, viewport, state}, measure, list);
        EXPECT_FALSE(list.rects.empty());
        viewport = ++frames % 20 == 0 ? whole : zoomedAbout(viewport, 700, 1.5, limits);
    }
}

TEST(SessionThreads, SceneDataIsNotBuiltAfterAStop) {
    const auto session = openSession(test::dataFile("resnet18_eager.json.zst"));
    ASSERT_TRUE(session);
    std::stop_source cancel;
    EXPECT_NE(SceneData::build(*session, cancel.get_token()), nullptr);
    cancel.request_stop();
    EXPECT_EQ(SceneData::build(*session, cancel.get_token()), nullptr);
}

TEST(SessionThreads, LoadsAndCancelsWhileAnotherSessionIsDrawn) {
    const auto shown = openScene("flux_after_eager.json.zst");
    ASSERT_NE(shown, nullptr);
    std::atomic<bool> stop = false;
    std::atomic<int> frames = 0;
    std::jthread drawer([&] { draw(*shown, stop, frames); });
    for (int round = 0; round < 3; ++round) {
        std::stop_source cancel;
        OpenOptions options;
        options.stop = cancel.get_token();
        std::jthread canceller([&] { cancel.request_stop(); });
        const auto cancelled = openSession(test::dataFile("llm_decode_eager.json.zst"), options);
        EXPECT_TRUE(cancelled || cancelled.error().code == ErrorCode::Cancelled);
        const auto next = openScene("resnet18_eager.json.zst");
        ASSERT_NE(next, nullptr);
    }
    stop = true;
    drawer.join();
    EXPECT_GT(frames, 0);
}

}  // namespace
}  // namespace gaplight
