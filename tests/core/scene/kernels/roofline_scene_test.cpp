// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/kernels/roofline_scene.h"

#include <chrono>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/checks/fixed_text_measure.h"
#include "tests/support/checks/golden.h"

namespace gaplight {
namespace {

using std::chrono::microseconds;

const std::vector<RooflinePoint> kPoints{
    {"gemm 75 %", 742e12, 1e12, microseconds(4000), ColorRef::hue(0)},
    {"gemv 40 %", 2e12, 2e12, microseconds(1000), ColorRef::hue(0)},
    {"add 92 %", 0, 4.4e12, microseconds(250), ColorRef::hue(120)},
    {"tiny", 742e12, 1e12, microseconds(1), ColorRef::hue(200)},
};
const std::vector<RooflineCeiling> kCeilings{{"bf16", 989.5e12}, {"fp32", 67e12}};

TEST(RooflineScene, DrawsKernelsUnderTheirCeilings) {
    DisplayList list;
    std::vector<KernelMark> marks;
    buildRoofline({kPoints, kCeilings, 4.8e12, 700, 400}, test::FixedTextMeasure(), list, marks);
    EXPECT_TRUE(test::matchesGolden("scene/roofline.txt", list.dump()));
    ASSERT_EQ(marks.size(), 4U);
    // Area by time: a quarter of the time is half of the radius.
    EXPECT_FLOAT_EQ(marks[0].radius, 2 * marks[1].radius);
    // The small point in front of the large one is found, then the large one beside it.
    EXPECT_EQ(kernelPointAt(marks, marks[0].x, marks[0].y), 3U);
    EXPECT_EQ(kernelPointAt(marks, marks[0].x + 10, marks[0].y), 0U);
    EXPECT_EQ(kernelPointAt(marks, 1, 1), std::nullopt);
}

TEST(RooflineScene, RingsThePointUnderThePointerAndTheSelectedOne) {
    RooflineInput input{kPoints, kCeilings, 4.8e12, 700, 400, {}, {}};
    DisplayList list;
    std::vector<KernelMark> marks;
    buildRoofline(input, test::FixedTextMeasure(), list, marks);
    const std::size_t plain = list.lines.size();
    input.hovered = 1;
    input.selected = 2;
    buildRoofline(input, test::FixedTextMeasure(), list, marks);
    EXPECT_EQ(list.lines.size(), plain + 2 * 28);
    input.hovered = 2;
    buildRoofline(input, test::FixedTextMeasure(), list, marks);
    EXPECT_EQ(list.lines.size(), plain + 28) << "one ring for both";
}

// Height of a label's line around its baseline.
Box labelBox(const TextItem& item) {
    return {item.x, item.baselineY - 9, item.width, 11};
}

bool overlap(const Box& a, const Box& b) {
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height &&
           b.y < a.y + a.height;
}

// Whether a line comes within a pixel of a box.
bool crosses(const LineItem& line, const Box& box) {
    constexpr int kSteps = 400;
    for (int step = 0; step <= kSteps; ++step) {
        const float share = static_cast<float>(step) / kSteps;
        const Box at{line.x0 + (line.x1 - line.x0) * share, line.y0 + (line.y1 - line.y0) * share,
                     0.1F, 0.1F};
        if (overlap(at, box)) {
            return true;
        }
    }
    return false;
}

// A report of 60 kernels of ten names, in a plot as low as that of a low window: what does not fit
// beside the others has no label, and each name has at most one.
TEST(RooflineScene, LabelsOfACrowdAreOverNothing) {
    std::vector<RooflinePoint> points;
    for (int at = 0; at < 60; ++at) {
        const double rate = std::pow(10, 9 + (at * 7 % 60) / 10.0);
        points.push_back({"kernel_of_a_kind_" + std::to_string(at % 10), at % 4 == 0 ? 0 : rate,
                          rate / std::pow(10, (at * 11 % 40) / 10.0 - 1),
                          microseconds(2000 / (at + 1)), ColorRef::hue(0)});
    }
    for (const float height : {110.0F, 140.0F, 260.0F, 500.0F}) {
        DisplayList list;
        std::vector<KernelMark> marks;
        buildRoofline({points, kCeilings, 4.8e12, 900, height}, test::FixedTextMeasure(), list,
                      marks);
        std::set<std::string_view> names;
        for (const TextItem& text : list.texts) {
            const Box box = labelBox(text);
            for (const KernelMark& mark : marks) {
                const float size = 2 * mark.radius;
                EXPECT_FALSE(overlap(box, {mark.x - mark.radius, mark.y - mark.radius, size, size}))
                    << list.text(text) << " at " << height;
            }
            for (const LineItem& line : list.lines) {
                EXPECT_TRUE(line.layer != Layer::Overlays || !crosses(line, box))
                    << list.text(text) << " at " << height;
            }
            for (const TextItem& other : list.texts) {
                EXPECT_TRUE(&text == &other || !overlap(box, labelBox(other)))
                    << list.text(text) << " over " << list.text(other) << " at " << height;
            }
            const bool isName = list.text(text).starts_with("kernel");
            EXPECT_TRUE(!isName || names.insert(list.text(text)).second) << list.text(text);
        }
        EXPECT_GE(names.size(), 1U);
    }
}

TEST(RooflineScene, NoLabelIsOverAnother) {
    // All at one place, on a ceiling and near the right edge.
    std::vector<RooflinePoint> points;
    for (int at = 0; at < 12; ++at) {
        const double share = 1 - 0.004 * at;
        points.push_back({"a_kernel_with_a_name_" + std::to_string(at), 989e12 * share,
                          2e11 * share, microseconds(1000 - at), ColorRef::hue(0)});
    }
    DisplayList list;
    std::vector<KernelMark> marks;
    buildRoofline({points, kCeilings, 4.8e12, 700, 400}, test::FixedTextMeasure(), list, marks);
    std::size_t named = 0;
    for (const TextItem& a : list.texts) {
        named += list.text(a).starts_with("a_kernel") ? 1 : 0;
        for (const TextItem& b : list.texts) {
            EXPECT_TRUE(&a == &b || !overlap(labelBox(a), labelBox(b)))
                << list.text(a) << " over " << list.text(b);
        }
    }
    EXPECT_GE(named, 1U);
}

TEST(RooflineScene, StaysWithinTheView) {
    constexpr double kHuge = std::numeric_limits<double>::max();
    const std::vector<RooflinePoint> points{
        {"fast", kHuge, 1, microseconds(1), ColorRef::hue(0)},
        {"slow", 1e-300, 1e-300, microseconds(1), ColorRef::hue(0)},
        {"nothing", 0, 0, microseconds(1), ColorRef::hue(0)},
        {"no time", 1, 1, Duration::zero(), ColorRef::hue(0)},
    };
    DisplayList list;
    std::vector<KernelMark> marks;
    for (const float size : {0.0F, 1.0F, 300.0F}) {
        buildRoofline({points, {}, 0, size, size}, test::FixedTextMeasure(), list, marks);
        ASSERT_EQ(marks.size(), 2U);
        for (const KernelMark& mark : marks) {
            EXPECT_TRUE(mark.x >= 0 && mark.x <= std::max(size, 110.0F)) << mark.x;
            EXPECT_TRUE(mark.y >= 0 && mark.y <= std::max(size, 30.0F)) << mark.y;
        }
    }
}

}  // namespace
}  // namespace gaplight
