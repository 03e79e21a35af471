// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/ranks/heat_map_scene.h"

#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "tests/support/checks/fixed_text_measure.h"
#include "tests/support/checks/golden.h"

namespace gaplight {
namespace {

HeatMap mapOf(std::size_t rows, std::size_t columns) {
    HeatMap map;
    for (std::size_t row = 0; row < rows; ++row) {
        map.rows.push_back("rank " + std::to_string(row));
    }
    for (std::size_t column = 0; column < columns; ++column) {
        map.columns.push_back("step " + std::to_string(column + 1));
    }
    map.cells.resize(rows * columns);
    return map;
}

TEST(HeatMapScene, StrengthIsTheShare) {
    HeatMap map = mapOf(2, 3);
    map.cells[0] = {0, true, false, ""};
    map.cells[1] = {0.5F, true, true, "5 ms"};
    map.cells[5] = {1, true, false, "10 ms"};
    HeatMapInput input{map, Role::IdleRank};
    input.width = 400;
    input.height = 100;
    input.currentRow = 1;
    input.hovered = 5;
    DisplayList list;
    buildHeatMap(input, test::FixedTextMeasure(), list);
    EXPECT_TRUE(test::matchesGolden("scene/heat_map.txt", list.dump()));
}

TEST(HeatMapScene, CellsAreHitWhereTheyAreDrawn) {
    const HeatMap map = mapOf(2, 3);
    HeatMapInput input{map, Role::IdleRank};
    input.width = 400;
    input.height = 64;  // rows of 24
    EXPECT_EQ(heatCellAt(input, 53, 17), 0U);
    EXPECT_EQ(heatCellAt(input, 52 + 111, 17), 1U);
    EXPECT_EQ(heatCellAt(input, 53, 16 + 25), 3U);
    EXPECT_FALSE(heatCellAt(input, 20, 30));
    EXPECT_FALSE(heatCellAt(input, 53, 3));
    EXPECT_FALSE(heatCellAt(input, 53, 16 + 49));
}

// Of 64 late ranks, and of a late rank's many steps, the waits are seen beside the marks.
TEST(HeatMapScene, MarksLeaveTheColorOfSmallCells) {
    const auto markedShare = [](std::size_t rows, std::size_t columns) {
        HeatMap map = mapOf(rows, columns);
        for (HeatMap::Cell& cell : map.cells) {
            cell = {1, true, true, ""};
        }
        HeatMapInput input{map, Role::IdleRank};
        input.width = 400;
        input.height = 176;
        DisplayList list;
        buildHeatMap(input, test::FixedTextMeasure(), list);
        float cells = 0;
        float marks = 0;
        for (const RectItem& rect : list.rects) {
            (rect.layer == Layer::Overlays ? marks : cells) += rect.box.width * rect.box.height;
        }
        return marks / cells;
    };
    for (const auto& [rows, columns] : {std::pair{4, 3}, {64, 3}, {4, 100}, {64, 100}}) {
        const float share = markedShare(rows, columns);
        EXPECT_GT(share, 0.01F) << rows << " × " << columns;
        EXPECT_LT(share, 0.4F) << rows << " × " << columns;
    }
}

// A peak among more steps than pixels is seen.
TEST(HeatMapScene, OfManyColumnsAPixelShowsTheStrongest) {
    HeatMap map = mapOf(1, 5'000);
    for (HeatMap::Cell& cell : map.cells) {
        cell.isKnown = true;
    }
    map.cells[2'501].share = 1;
    HeatMapInput input{map, Role::IdleRank};
    input.width = 252;
    input.height = 40;
    DisplayList list;
    buildHeatMap(input, test::FixedTextMeasure(), list);
    EXPECT_LE(list.rects.size(), 210U);
    int strong = 0;
    for (const RectItem& rect : list.rects) {
        strong += rect.alpha > 180 ? 1 : 0;
    }
    EXPECT_EQ(strong, 1);
}

}  // namespace
}  // namespace gaplight
