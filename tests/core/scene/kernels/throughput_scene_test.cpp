// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/kernels/throughput_scene.h"

#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/checks/fixed_text_measure.h"
#include "tests/support/checks/golden.h"

namespace gaplight {
namespace {

using std::chrono::microseconds;

TEST(ThroughputScene, DrawsComputeOverMemory) {
    const std::vector<ThroughputPoint> points{
        {"gemm", 86, 68, microseconds(400), ColorRef::hue(0)},
        {"copy", 14, 92, microseconds(100), ColorRef::hue(120)},
        {"tiny", 0.5, 1, microseconds(2), ColorRef::hue(200)}};
    DisplayList list;
    std::vector<KernelMark> marks;
    buildThroughputPlot({points, 700, 400, {}, 1}, test::FixedTextMeasure(), list, marks);
    EXPECT_TRUE(test::matchesGolden("scene/throughput.txt", list.dump()));
    ASSERT_EQ(marks.size(), 3U);
    EXPECT_FLOAT_EQ(marks[0].radius, 2 * marks[1].radius);
    EXPECT_EQ(kernelPointAt(marks, marks[1].x, marks[1].y), 1U);
}

TEST(ThroughputScene, StaysWithinTheView) {
    const std::vector<ThroughputPoint> points{
        {"over", 1e300, std::numeric_limits<double>::max(), microseconds(1), ColorRef::hue(0)},
        {"under", -5, -5, microseconds(1), ColorRef::hue(0)},
        {"no time", 1, 1, Duration::zero(), ColorRef::hue(0)}};
    DisplayList list;
    std::vector<KernelMark> marks;
    for (const float size : {0.0F, 1.0F, 300.0F}) {
        buildThroughputPlot({points, size, size, {}, {}}, test::FixedTextMeasure(), list, marks);
        ASSERT_EQ(marks.size(), 2U);
        for (const KernelMark& mark : marks) {
            EXPECT_TRUE(mark.x >= 0 && mark.x <= std::max(size, 60.0F)) << mark.x;
            EXPECT_TRUE(mark.y >= 0 && mark.y <= std::max(size, 30.0F)) << mark.y;
        }
    }
}

}  // namespace
}  // namespace gaplight
