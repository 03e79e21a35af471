// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/render/pixel_runs.h"

#include <gtest/gtest.h>

#include "tests/widgets/support/example_list.h"
#include "widgets/render/shape_mesh.h"

namespace gaplight::ui {
namespace {

constexpr std::size_t kMany = 100;

RectItem boxAt(float x, float y, float width = 1) {
    RectItem item;
    item.box = {x, y, width, 10};
    item.color = Role::Accent;  // pure red
    item.layer = Layer::Slices;
    return item;
}

// Boxes of one pixel, `step` apart.
void addRow(DisplayList& list, float x, float y, float step = 1, std::size_t count = kMany) {
    for (std::size_t at = 0; at < count; ++at) {
        list.rects.push_back(boxAt(x + static_cast<float>(at) * step, y));
    }
}

DisplayList emptyList() {
    DisplayList list;
    list.clear(1000, 100);
    return list;
}

PixelRuns runsOf(const DisplayList& list, double ratio = 1) {
    PixelRuns runs;
    runs.build(list, PixelColors(test::exampleTheme()), ratio);
    return runs;
}

std::size_t runCount(const DisplayList& list, double ratio = 1) {
    return runsOf(list, ratio).runs().size();
}

TEST(PixelRuns, HoldThePixelsOfTheirBoxes) {
    DisplayList list = emptyList();
    list.rects.push_back(boxAt(500, 50, 3));
    addRow(list, 20, 0);
    list.rects.push_back(boxAt(125, 0, 2));  // behind a gap of five
    list.rects[1].color = Role::Background;
    list.rects[2].alpha = 51;
    const PixelRuns runs = runsOf(list);
    ASSERT_EQ(runs.runs().size(), 1U);
    const PixelRun& run = runs.runs().front();
    EXPECT_EQ(run.first, 1U);
    EXPECT_EQ(run.count, kMany + 1);
    EXPECT_EQ(run.layer, Layer::Slices);
    EXPECT_EQ(run.box.x, 20);
    EXPECT_EQ(run.box.width, 107);
    EXPECT_EQ(run.imageWidth, 107);
    const auto pixel = [&](int x) { return runs.image().pixelColor(run.imageX + x, run.imageY); };
    EXPECT_EQ(pixel(0), QColor(16, 16, 16));
    EXPECT_EQ(pixel(1).alpha(), 51);
    EXPECT_EQ(pixel(2), QColor(255, 0, 0));
    EXPECT_EQ(pixel(99), QColor(255, 0, 0));
    EXPECT_EQ(pixel(100).alpha(), 0);
    EXPECT_EQ(pixel(104).alpha(), 0);
    EXPECT_EQ(pixel(106), QColor(255, 0, 0));
}

TEST(PixelRuns, AreLong) {
    DisplayList list = emptyList();
    addRow(list, 0, 0, 1, 20);
    addRow(list, 0, 20, 40, 20);
    EXPECT_EQ(runCount(list), 0U);
}

TEST(PixelRuns, EndAtALargeGapAndAtAnotherRow) {
    DisplayList list = emptyList();
    addRow(list, 0, 0);
    addRow(list, 200, 0);
    addRow(list, 0, 12);
    EXPECT_EQ(runCount(list), 3U);
}

// They are drawn below the other boxes of their layer.
TEST(PixelRuns, CoverNoEarlierBox) {
    DisplayList list = emptyList();
    list.rects.push_back(boxAt(0, 0, 10));
    addRow(list, 10, 0);
    list.rects.push_back(boxAt(50, 20, 10));
    addRow(list, 10, 20);
    list.rects.push_back(boxAt(50, 40, 10));
    addRow(list, 10, 50);
    RectItem below = boxAt(50, 70, 10);
    below.layer = Layer::Background;
    list.rects.push_back(below);
    addRow(list, 10, 70);
    const PixelRuns runs = runsOf(list);
    ASSERT_EQ(runs.runs().size(), 3U);
    EXPECT_EQ(runs.runs()[0].box.y, 0);
    EXPECT_EQ(runs.runs()[1].box.y, 50) << "the row above ends where this one begins";
    EXPECT_EQ(runs.runs()[2].box.y, 70);
}

TEST(PixelRuns, LieOnWholeDevicePixels) {
    DisplayList list = emptyList();
    addRow(list, 0.5F, 0);
    EXPECT_EQ(runCount(list, 1), 0U);
    EXPECT_EQ(runCount(list, 2), 1U);
    EXPECT_EQ(runsOf(list, 2).runs().front().imageWidth, 200);
}

TEST(PixelRuns, AreForgottenWithTheirList) {
    DisplayList list = emptyList();
    addRow(list, 0, 0);
    PixelRuns runs = runsOf(list);
    runs.build(emptyList(), PixelColors(test::exampleTheme()), 1);
    EXPECT_TRUE(runs.runs().empty());
}

TEST(PixelRuns, AreNoTriangles) {
    DisplayList list = emptyList();
    list.rects.push_back(boxAt(500, 50, 3));
    addRow(list, 0, 0);
    list.rects.push_back(boxAt(500, 70, 3));
    const PixelRuns runs = runsOf(list);
    ShapeMeshes meshes;
    buildShapeMeshes(list, test::exampleTheme(), 1, meshes, runs.runs());
    const Mesh& mesh = meshes[static_cast<std::size_t>(Layer::Slices)].front();
    ASSERT_EQ(mesh.vertices.size(), 8U);
    EXPECT_EQ(mesh.vertices.front().y, 50);
    EXPECT_EQ(mesh.vertices.back().y, 80);
}

}  // namespace
}  // namespace gaplight::ui
