// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/layout/viewport.h"

#include <gtest/gtest.h>

namespace gaplight {
namespace {

constexpr std::int64_t kFar = 1'700'000'000'000'000'000;
const ViewLimits kLimits{{timeFromNs(kFar), timeFromNs(kFar + 10'000'000'000)}, 2000, 0};

Viewport wholeTrace() {
    Viewport view;
    view.width = 1220;
    view.height = 524;
    return fitted(view, kLimits.range, kLimits);
}

TEST(Viewport, MapsTimesFarFromZeroExactly) {
    Viewport view = wholeTrace();
    view.nsPerPixel = 1;
    view.begin = timeFromNs(kFar + 5'000'000'000);
    EXPECT_EQ(view.x(timeFromNs(kFar + 5'000'000'007)), 227);
    EXPECT_EQ(view.timeAt(227), timeFromNs(kFar + 5'000'000'007));
    EXPECT_EQ(view.bucketShift(), 0);
}

TEST(Viewport, BucketsAreTheLargestPowerOfTwoWithinAPixel) {
    Viewport view;
    for (const auto& [nsPerPixel, shift] :
         {std::pair{1.0, 0}, {1.99, 0}, {2.0, 1}, {1000.0, 9}, {1024.0, 10}}) {
        view.nsPerPixel = nsPerPixel;
        EXPECT_EQ(view.bucketShift(), shift) << nsPerPixel;
    }
    view.nsPerPixel = 1024;
    EXPECT_EQ(view.bucketShift(2), 9);  // finer where a logical pixel is two device pixels
}

TEST(Viewport, ZoomKeepsTheTimeUnderThePointer) {
    Viewport view = wholeTrace();
    const double pointer = 700;
    const Time under = view.timeAt(pointer);
    for (int i = 0; i < 40; ++i) {
        view = zoomedAbout(view, pointer, 1.5, kLimits);
        // Times are whole nanoseconds; below two per pixel that shows.
        EXPECT_NEAR(view.x(under), pointer, 1.0);
    }
    EXPECT_EQ(view.nsPerPixel, Viewport::kMinNsPerPixel);
    for (int i = 0; i < 80; ++i) {
        view = zoomedAbout(view, pointer, 1 / 1.5, kLimits);
    }
    EXPECT_LE(view.begin, kLimits.range.begin);
    EXPECT_GE(view.end(), kLimits.range.end);
}

TEST(Viewport, CannotBeLost) {
    Viewport view = zoomedAbout(wholeTrace(), 600, 100, kLimits);
    for (const double dx : {1e15, -1e15, 1e9, -1e9}) {
        const Viewport moved = pannedBy(view, dx, 1e9, kLimits);
        EXPECT_TRUE(moved.range().overlaps(kLimits.range)) << dx;
        EXPECT_EQ(moved.scrollY, 0);
    }
    EXPECT_EQ(pannedBy(view, 0, -1e9, kLimits).scrollY, 2000 - 500);
    EXPECT_EQ(clamped(view, {kLimits.range, 100, 0}).scrollY, 0);
}

TEST(Viewport, FitsARangeWithAir) {
    const TimeRange range{timeFromNs(kFar + 1'000'000), timeFromNs(kFar + 2'000'000)};
    const Viewport view = fitted(wholeTrace(), range, kLimits, 0.1);
    EXPECT_NEAR(view.x(range.begin), 220 + 1000.0 / 12, 0.01);
    EXPECT_NEAR(view.x(range.end), 1220 - 1000.0 / 12, 0.01);
}

TEST(Viewport, RevealsOnlyWhatIsHidden) {
    const Viewport view = zoomedAbout(wholeTrace(), 720, 10, kLimits);
    const TimeRange seen{view.begin + Duration(1000), view.begin + Duration(2000)};
    EXPECT_EQ(revealing(view, seen, kLimits), view);
    const TimeRange hidden{timeFromNs(kFar + 1000), timeFromNs(kFar + 2000)};
    const Viewport moved = revealing(view, hidden, kLimits);
    EXPECT_EQ(moved.nsPerPixel, view.nsPerPixel);
    EXPECT_TRUE(moved.range().contains(hidden.begin));
    // Longer than the view, with a corner of it in sight: its nearer end is brought in.
    const Duration length = view.range().length();
    const TimeRange after{view.end() - length / 20, view.end() + 3 * length};
    EXPECT_NEAR(revealing(view, after, kLimits).x(after.begin),
                view.timeLeft() + view.timeWidth() / 10, 1);
    const TimeRange before{view.begin - 3 * length, view.begin + length / 20};
    EXPECT_NEAR(revealing(view, before, kLimits).x(before.end),
                view.timeLeft() + view.timeWidth() * 0.9, 1);
    EXPECT_EQ(revealing(view, {view.begin - length, view.end()}, kLimits), view);
}

}  // namespace
}  // namespace gaplight
