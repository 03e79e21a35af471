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

// A row as the slices of a timeline: with a gap of 5 pixels, one of 20, and a box that has a
// hairline over its left end.
DisplayList listWithRow(float left, double ratio) {
    DisplayList list = emptyList();
    list.rects.push_back(boxAt(500, 50, 3));
    list.spanRows.push_back({list.rects.size(), 1, 0, left, ratio});
    list.spans.push_back({});  // of another row
    std::int32_t at = 10;
    for (int box = 0; box < 400; ++box) {
        at += box == 30 ? 5 : box == 100 ? 20 : 0;
        const bool isSeparated = box == 200;
        const auto color = ColorRef::hue(static_cast<std::uint16_t>(box % 7 * 40));
        const auto alpha = static_cast<std::uint8_t>(box % 5 == 0 ? 115 : 255);
        SliceInk ink(color, alpha, false);
        ink = isSeparated ? SliceInk::fromBits(ink.bits() | SliceInk::kSeparated) : ink;
        const int width = box % 3 + 1;
        list.spans.push_back({at, at + width, ink});
        RectItem rect =
            boxAt(left + static_cast<float>(at / ratio), 0, static_cast<float>(width / ratio));
        rect.color = color;
        rect.alpha = alpha;
        list.rects.push_back(rect);
        if (isSeparated) {
            rect.box.width = static_cast<float>(1 / ratio);
            rect.color = Role::Background;
            list.rects.push_back(rect);
        }
        at += width;
        ++list.spanRows.back().spanCount;
    }
    addRow(list, 20, 20);
    return list;
}

TEST(PixelRuns, OfRowsAreThoseThatAreFoundInTheirBoxes) {
    for (const double ratio : {1.0, 2.0}) {
        DisplayList list = listWithRow(220, ratio);
        const PixelRuns known = runsOf(list, ratio);
        ASSERT_EQ(known.runs().size(), 4U);
        list.spanRows.clear();
        const PixelRuns found = runsOf(list, ratio);
        // What is found behind the box with a hairline begins with the hairline.
        ASSERT_EQ(found.runs().size(), 4U);
        for (std::size_t at = 0; at < 4; ++at) {
            const PixelRun& a = known.runs()[at];
            const PixelRun& b = found.runs()[at];
            EXPECT_EQ(a.first + a.count, b.first + b.count);
            EXPECT_EQ(a.imageWidth, at == 2 ? b.imageWidth - 3 : b.imageWidth);
            for (int x = 1; x <= a.imageWidth; ++x) {
                ASSERT_EQ(known.image().pixel(a.imageX + a.imageWidth - x, a.imageY),
                          found.image().pixel(b.imageX + b.imageWidth - x, b.imageY))
                    << at << " " << x;
            }
        }
    }
}

TEST(PixelRuns, OfRowsInOtherPixelsAreFoundInTheirBoxes) {
    EXPECT_EQ(runCount(listWithRow(220, 1), 2), 4U) << "made for another screen";
    EXPECT_EQ(runCount(listWithRow(220.5F, 1), 1), 1U) << "only the row that is none of the list's";
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
