// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// The strip of a GPU whose capture began while the GPU worked.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/scene/timeline/track_scenes.h"
#include "tests/core/scene/scene_fixture.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

using test::kMs;
using test::SceneFixture;
using test::TraceDsl;

// 40 ms of earlier work, 20 ms without any, 40 ms of the window with 10 ms idle.
class EarlierWork : public ::testing::Test {
protected:
    EarlierWork() : scene(workTrace()) {
        GpuTime time;
        time.gpu = scene.model.busy[0].gpu();
        time.window = {timeFromNs(60 * kMs), timeFromNs(100 * kMs)};
        time.gaps = {{timeFromNs(80 * kMs), timeFromNs(90 * kMs)}};
        time.earlier = {{timeFromNs(0), timeFromNs(40 * kMs)}};
        busy.push_back(BusyProfile::build(std::move(time)));
        scene.model.busy = busy;
    }

    static std::shared_ptr<const Trace> workTrace() {
        TraceDsl t;
        const auto host = t.thread("main");
        const auto stream = t.stream(0, 7);
        t.kernel(stream, {0, 40 * kMs});
        t.kernel(stream, {60 * kMs, 80 * kMs}, t.launch(host, {55 * kMs, 56 * kMs}));
        t.kernel(stream, {90 * kMs, 100 * kMs}, t.launch(host, {85 * kMs, 86 * kMs}));
        return t.trace();
    }
    bool shows(const Viewport& view, const std::string& text) const {
        const DisplayList list = scene.build(view);
        return std::any_of(list.texts.begin(), list.texts.end(),
                           [&](const TextItem& item) { return list.text(item) == text; });
    }

    SceneFixture scene;
    std::vector<BusyProfile> busy;
};

TEST_F(EarlierWork, IsPaleWithALabel) {
    EXPECT_TRUE(test::matchesGolden("scene/earlier_work.txt",
                                    scene.dump(scene.view(0, 100 * kMs, 1220, 160))));
    EXPECT_TRUE(shows(scene.view(0, 100 * kMs, 1220), std::string(kEarlierLabel)));
    // The longest label that there is room for.
    EXPECT_FALSE(shows(scene.view(0, 100 * kMs, 820), std::string(kEarlierLabel)));
    EXPECT_TRUE(shows(scene.view(0, 100 * kMs, 820), "before the capture, not counted"));
    EXPECT_TRUE(shows(scene.view(0, 100 * kMs, 500), "not counted"));
    EXPECT_FALSE(shows(scene.view(0, 100 * kMs, 300), "not counted"));
    EXPECT_FALSE(shows(scene.view(60 * kMs, 100 * kMs), std::string(kEarlierLabel)));
}

TEST_F(EarlierWork, TheShareNamesItsBase) {
    EXPECT_TRUE(shows(scene.view(0, 100 * kMs), "75.0\u2009% busy of 40.0\u2009ms"));
    EXPECT_TRUE(shows(scene.view(70 * kMs, 90 * kMs), "50.0\u2009% busy in view"));
    EXPECT_FALSE(shows(scene.view(0, 40 * kMs), "0.00\u2009% busy in view"));
}

TEST_F(EarlierWork, ThePointerFindsIt) {
    const Viewport view = scene.view(0, 100 * kMs);
    const auto isEarlier = [&](std::int64_t at) {
        const float x =
            view.timeLeft() + static_cast<float>(static_cast<double>(at) / view.nsPerPixel);
        return hitTest(scene.input(view), x, Viewport::kRulerHeight + 30).isEarlier;
    };
    EXPECT_TRUE(isEarlier(20 * kMs));
    EXPECT_FALSE(isEarlier(50 * kMs));
    EXPECT_FALSE(isEarlier(70 * kMs));
}

// Communication that only waits for another rank is busy, and drawn as in the lanes of ranks.
TEST(Utilization, WaitsForAnotherRankAreHatched) {
    GpuTime time;
    time.window = {timeFromNs(0), timeFromNs(1000)};
    time.communicationAlone = {{timeFromNs(600), timeFromNs(700)}};
    time.waiting = {{timeFromNs(200), timeFromNs(600)}};
    const BusyProfile profile = BusyProfile::build(std::move(time));
    const GpuTimeParts parts = profile.partsWithin(profile.window());
    EXPECT_EQ(ns(parts.waiting), 400);
    EXPECT_EQ(ns(parts.compute), 500);
    EXPECT_EQ(parts.busy(), profile.window().length());
    DisplayList list;
    UtilizationArea area;
    area.box = {0, 0, 1000, 20};
    drawUtilization(list, profile, area);
    const auto wait = std::find_if(list.hatches.begin(), list.hatches.end(), [](const auto& hatch) {
        return hatch.color == ColorRef(Role::IdleRank);
    });
    ASSERT_NE(wait, list.hatches.end());
    EXPECT_EQ(wait->box.x, 200);
    EXPECT_EQ(wait->box.width, 400);
}

// What recording costs has the share in the strip that it has in the bar: near, at the end of its
// gap; in a column of many gaps, as high as its part of the time.
TEST(Utilization, WhatRecordingCostsIsDrawnApart) {
    GpuTime time;
    time.window = {timeFromNs(0), timeFromNs(1000)};
    time.gaps = {{timeFromNs(200), timeFromNs(600)}};
    time.gapColors = {Role::IdleLaunch};
    time.recordings = {{timeFromNs(500), timeFromNs(600)}};
    const BusyProfile profile = BusyProfile::build(std::move(time));
    UtilizationArea area;
    area.box = {0, 0, 1000, 20};
    const auto hatches = [&](Role color) {
        DisplayList list;
        drawUtilization(list, profile, area);
        std::vector<Box> boxes;
        for (const auto& hatch : list.hatches) {
            if (hatch.color == ColorRef(color)) {
                boxes.push_back(hatch.box);
            }
        }
        return boxes;
    };
    ASSERT_EQ(hatches(Role::IdleOther).size(), 1U);
    EXPECT_EQ(hatches(Role::IdleOther)[0], (Box{500, 0, 100, 20}));
    EXPECT_EQ(hatches(Role::IdleLaunch), (std::vector<Box>{{200, 0, 300, 20}}));
    // One column of 1,024 ns.
    area.nsPerPixel = 1000;
    area.box = {0, 0, 1, 20};
    ASSERT_EQ(hatches(Role::IdleOther).size(), 1U);
    EXPECT_NEAR(hatches(Role::IdleOther)[0].height, 20 * 0.1, 0.25);
    EXPECT_NEAR(hatches(Role::IdleLaunch)[0].height, 20 * 0.9, 0.25);
}

// The GPU runs work from before the capture in its window, too: that is neither busy nor idle.
TEST(Utilization, EarlierWorkInTheWindowCounts) {
    GpuTime time;
    time.window = {timeFromNs(0), timeFromNs(1000)};
    time.gaps = {{timeFromNs(800), timeFromNs(900)}};
    time.earlier = {{timeFromNs(100), timeFromNs(600)}};
    const BusyProfile profile = BusyProfile::build(std::move(time));
    const GpuTimeParts parts = profile.partsWithin(profile.window());
    EXPECT_EQ(ns(parts.compute), 400);
    EXPECT_EQ(ns(parts.idle), 100);
    BusyWalk walk(profile, timeFromNs(0));
    EXPECT_EQ(ns(walk.next(timeFromNs(500)).parts.compute), 100);
    EXPECT_EQ(ns(walk.next(timeFromNs(1000)).parts.compute), 300);
}

// Of several GPUs the strips are lower, with the labels of gaps inside them.
TEST(Utilization, StripsOfTwoGpusTakeLittleMoreThanThatOfOne) {
    const auto heightOf = [](int gpus) {
        test::TraceDsl t;
        const auto main = t.thread("main");
        for (int gpu = 0; gpu < gpus; ++gpu) {
            t.kernel(t.stream(gpu, 7), {500, 900}, t.launch(main, {gpu * 10, gpu * 10 + 5}));
        }
        return TrackLayout::build(*t.trace(), {}).stripsHeight();
    };
    constexpr float kStrip = TrackLayout::kUtilizationHeight + TrackLayout::kLaneGap;
    EXPECT_EQ(heightOf(1), TrackLayout::kGapLabelHeight + kStrip + TrackLayout::kQueueHeight);
    EXPECT_LE(heightOf(2), heightOf(1) + kStrip);
}

}  // namespace
}  // namespace gaplight
