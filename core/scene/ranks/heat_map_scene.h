// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/scene/display/display_list.h"
#include "core/scene/display/text_measure.h"

namespace gaplight {

// Rows by columns of shares, of ranks by steps.
struct HeatMap {
    struct Cell {
        float share = 0;       // 0 to 1
        bool isKnown = false;  // else the cell stays empty
        bool isFramed = false;
        std::string text;  // shown where it fits
    };

    std::vector<std::string> rows;     // names
    std::vector<std::string> columns;  // names
    std::vector<Cell> cells;           // row by row

    const Cell& at(std::size_t row, std::size_t column) const {
        return cells[row * columns.size() + column];
    }
};

struct HeatMapInput {
    const HeatMap& map;
    ColorRef color;  // of a share of 1
    float width = 0;
    float height = 0;
    std::optional<std::size_t> currentRow = {};
    std::optional<std::size_t> hovered = {};  // cell
};

// Width that a map has use for: names, and cells as wide as they get.
[[nodiscard]] float fullHeatMapWidth(std::size_t columns);

// The color's strength is the share. Of more columns than pixels, a pixel shows the largest share.
// O(cells).
void buildHeatMap(const HeatMapInput& input, const TextMeasure& measure, DisplayList& list);

// The cell at a point; of several in a pixel the first.
[[nodiscard]] std::optional<std::size_t> heatCellAt(const HeatMapInput& input, float x, float y);

}  // namespace gaplight
