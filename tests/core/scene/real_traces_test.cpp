// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// Conditions that every display list of every recorded trace meets.
#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "core/scene/interaction/hit_test.h"
#include "core/scene/interaction/navigation.h"
#include "core/scene/timeline/timeline_scene.h"
#include "core/session/scene_data.h"
#include "core/session/session.h"
#include "tests/support/checks/fixed_text_measure.h"
#include "tests/support/traces/recorded_traces.h"

namespace gaplight {
namespace {

struct Extent {
    float x0;
    float x1;
    float y0;
    float y1;
};

// Where a text shows: cut by its clip.
Extent extentOf(const DisplayList& list, const TextItem& item) {
    const Box& clip = list.clips[item.clip];
    return {std::max(item.x, clip.x), std::min(item.x + item.width, clip.x + clip.width),
            std::max(item.baselineY - 9, clip.y),
            std::min(item.baselineY + 2, clip.y + clip.height)};
}

// Slice labels are hidden where a mark of a later layer covers them whole; none may lie over
// another.
void expectNoLabelOverAnother(const DisplayList& list) {
    std::vector<std::pair<Extent, const TextItem*>> texts;
    for (const TextItem& item : list.texts) {
        const Extent extent = extentOf(list, item);
        if (extent.x1 > extent.x0 && extent.y1 > extent.y0) {
            texts.emplace_back(extent, &item);
        }
    }
    std::sort(texts.begin(), texts.end(),
              [](const auto& a, const auto& b) { return a.first.x0 < b.first.x0; });
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const Extent& a = texts[i].first;
        for (std::size_t j = i + 1; j < texts.size() && texts[j].first.x0 < a.x1; ++j) {
            const Extent& b = texts[j].first;
            ASSERT_FALSE(b.y0 < a.y1 && a.y0 < b.y1)
                << '"' << list.text(*texts[i].second) << "\" and \"" << list.text(*texts[j].second)
                << "\" at " << b.x0 << ',' << b.y0;
        }
    }
}

void expectFinite(const DisplayList& list) {
    constexpr float kFar = 100'000;
    for (const RectItem& item : list.rects) {
        ASSERT_TRUE(item.box.width > 0 && item.box.height > 0);
        ASSERT_TRUE(std::abs(item.box.x) < kFar && item.box.width < kFar);
    }
    for (const LineItem& item : list.lines) {
        ASSERT_TRUE(std::abs(item.x0) < kFar && std::abs(item.x1) < kFar);
    }
}

class RealTraces : public ::testing::TestWithParam<std::string> {
protected:
    void SetUp() override {
        const auto session = test::recordedSession(GetParam());
        ASSERT_NE(session, nullptr);
        data = SceneData::build(session);
        model = data->model();
        layout = TrackLayout::build(*model.trace, model.counters);
    }

    std::shared_ptr<const SceneData> data;
    SceneModel model;
    TrackLayout layout;
};

TEST_P(RealTraces, LabelsNeverLieOverEachOther) {
    const ViewLimits limits = viewLimits(model, layout);
    TimelineState state;
    DisplayList list;
    Viewport view;
    view.width = 1600;
    view.height = 900;
    view = fitted(view, limits.range, limits);
    const std::size_t slices = model.trace->slices().size();
    for (int step = 0; step < 40; ++step) {
        // Zooms in about a point that wanders, and scrolls, with this and that selected.
        state.selected = SliceId(static_cast<std::size_t>(step) * 7919 % slices);
        state.showOverlays = step % 5 != 4;
        state.pixelRatio = step % 3 == 0 ? 2.0F : 1.0F;
        view.scrollY = static_cast<double>(step % 4) * limits.contentHeight / 5;
        view = clamped(view, limits);
        buildTimeline({model, layout, view, state}, test::FixedTextMeasure(), list);
        SCOPED_TRACE("step " + std::to_string(step) + ", " + std::to_string(view.nsPerPixel) +
                     " ns/px");
        expectFinite(list);
        expectNoLabelOverAnother(list);
        if (HasFatalFailure()) {
            return;
        }
        view = zoomedAbout(view, 300 + step * 977 % 1200, 1.6, limits);
    }
}

// The number of items depends on pixels, not on slices.
TEST_P(RealTraces, ItemsAreBoundedByPixels) {
    const ViewLimits limits = viewLimits(model, layout);
    Viewport view;
    view.width = 1600;
    view.height = 900;
    view = fitted(view, limits.range, limits);
    DisplayList list;
    buildTimeline({model, layout, view, {}}, test::FixedTextMeasure(), list);
    const std::size_t rows = 46;
    EXPECT_LE(list.rects.size(), rows * 2 * 1380);
    EXPECT_LE(list.texts.size(), rows * 1380 / 24 + 100);
}

// At 1280 x 800 header, verdict, overview, panel and status line leave at least this much
// (NarrowWindow.TheTimelineHasItsShare).
constexpr float kFirstScreenHeight = 340;

class FirstScreen : public RealTraces {};

TEST_P(FirstScreen, HasKernels) {
    layout = TrackLayout::build(*model.trace, model.counters, model.annotations);
    const ViewLimits limits = viewLimits(model, layout);
    Viewport view;
    view.width = 1280;
    view.height = kFirstScreenHeight;
    view = fitted(view, model.trace->range(), limits);
    const TimelineState state;
    const TimelineInput input{model, layout, view, state};
    bool isSeen = model.trace->gpuActivities().empty();
    for (float y = view.tracksTop(); y < view.height && !isSeen; y += 4) {
        for (float x = view.timeLeft(); x < view.width && !isSeen; x += 2) {
            const Hit hit = hitTest(input, x, y);
            isSeen = hit.kind == HitKind::Slice && !hit.mirrored &&
                     isGpuActivity(model.trace->kind(hit.slice));
        }
    }
    EXPECT_TRUE(isSeen);
}

INSTANTIATE_TEST_SUITE_P(Data, RealTraces,
                         ::testing::Values("wan_before_compile", "llm_decode_eager",
                                           "flux_after_cudagraph", "streams_overlap",
                                           "memory_growth", "ddp_straggler_rank0"),
                         [](const auto& trace) { return trace.param; });

INSTANTIATE_TEST_SUITE_P(Data, FirstScreen, ::testing::ValuesIn(test::recordedTraces()),
                         [](const auto& trace) { return trace.param; });

}  // namespace
}  // namespace gaplight
