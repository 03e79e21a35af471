// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/ranks/heat_map_scene.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/scene/display/elided_text.h"

namespace gaplight {
namespace {

constexpr float kNamesWidth = 52;
constexpr float kHeadHeight = 16;
constexpr float kMaxCellWidth = 110;
constexpr float kMaxCellHeight = 40;
constexpr float kCellGap = 1;
constexpr float kMinGapWidth = 6;  // narrower cells touch
constexpr float kTextInset = 5;
constexpr float kMinTextHeight = 12;
constexpr float kColumnNameSpace = 44;
constexpr float kFrame = 1.5F;
// In lower or narrower cells a frame would hide their color: they have a mark at an edge.
constexpr float kMinFramed = 9;
constexpr float kMark = 3;
constexpr float kGround = 20;  // alpha of a share of 0: the cell is seen
constexpr float kStrongest = 200;
constexpr int kStrong = 140;  // alpha from which the text of slices is read better, at least 3.9:1

struct HeatGrid {
    float cellWidth = 0;
    float cellHeight = 0;

    explicit HeatGrid(const HeatMapInput& input) {
        const auto columns = static_cast<float>(std::max<std::size_t>(1, input.map.columns.size()));
        const auto rows = static_cast<float>(std::max<std::size_t>(1, input.map.rows.size()));
        cellWidth = std::min(kMaxCellWidth, (input.width - kNamesWidth) / columns);
        cellHeight = std::min(kMaxCellHeight, (input.height - kHeadHeight) / rows);
    }

    float x(std::size_t column) const {
        return kNamesWidth + cellWidth * static_cast<float>(column);
    }
    float y(std::size_t row) const { return kHeadHeight + cellHeight * static_cast<float>(row); }
    Box box(std::size_t row, std::size_t column) const {
        const float gap = cellWidth >= kMinGapWidth ? kCellGap : 0;
        return {x(column), y(row), std::max(0.5F, cellWidth - gap),
                std::max(1.0F, cellHeight - (cellHeight >= 4 ? kCellGap : 0))};
    }
};

void addFrame(DisplayList& list, const Box& box, Role role, Layer layer) {
    list.rects.push_back({{box.x, box.y, box.width, kFrame}, role, 255, layer, 0});
    list.rects.push_back(
        {{box.x, box.y + box.height - kFrame, box.width, kFrame}, role, 255, layer, 0});
    list.rects.push_back({{box.x, box.y, kFrame, box.height}, role, 255, layer, 0});
    list.rects.push_back(
        {{box.x + box.width - kFrame, box.y, kFrame, box.height}, role, 255, layer, 0});
}

void addMark(DisplayList& list, const Box& box, Role role, Layer layer) {
    const bool isUpright = box.height >= kMinFramed;
    Box mark = box;
    mark.width = isUpright ? box.width : std::min(kMark, box.width / 3);
    mark.height = isUpright ? kMark : box.height;
    list.rects.push_back({mark, role, 255, layer, 0});
}

void drawCell(const HeatMapInput& input, const HeatGrid& grid, std::size_t row, std::size_t column,
              const TextMeasure& measure, DisplayList& list) {
    const HeatMap::Cell& cell = input.map.at(row, column);
    if (!cell.isKnown) {
        return;
    }
    const Box box = grid.box(row, column);
    const auto alpha = static_cast<std::uint8_t>(
        std::lround(kGround + (kStrongest - kGround) * std::clamp(cell.share, 0.0F, 1.0F)));
    list.rects.push_back({box, input.color, alpha, Layer::Slices, 0});
    if (cell.isFramed) {
        const bool hasSpace = std::min(box.width, box.height) >= kMinFramed;
        (hasSpace ? addFrame : addMark)(list, box, Role::Unhealthy, Layer::Overlays);
    }
    if (box.height >= kMinTextHeight) {
        TextItem item;
        item.x = box.x + kTextInset;
        item.baselineY = std::round(box.y + box.height / 2 + 4);
        item.color = alpha < kStrong ? Role::Text : Role::TextOnSlice;
        item.style = TextStyle::Small;
        item.layer = Layer::SliceLabels;
        addWholeText(list, measure, cell.text, box.width - 2 * kTextInset, item);
    }
}

void drawNames(const HeatMapInput& input, const HeatGrid& grid, const TextMeasure& measure,
               DisplayList& list) {
    TextItem item;
    item.style = TextStyle::Small;
    item.color = Role::SecondaryText;
    const auto everyRow =
        static_cast<std::size_t>(std::ceil(kMinTextHeight / std::max(1.0F, grid.cellHeight)));
    for (std::size_t row = 0; row < input.map.rows.size(); row += everyRow) {
        item.x = 0;
        item.baselineY = std::round(grid.y(row) + grid.cellHeight / 2 + 3);
        item.color = input.currentRow == row ? Role::Text : Role::SecondaryText;
        addElidedText(list, measure, input.map.rows[row], kNamesWidth - 4, item, Elide::Middle);
    }
    item.color = Role::SecondaryText;
    const auto everyColumn =
        static_cast<std::size_t>(std::ceil(kColumnNameSpace / std::max(1.0F, grid.cellWidth)));
    for (std::size_t column = 0; column < input.map.columns.size(); column += everyColumn) {
        item.x = grid.x(column);
        item.baselineY = kHeadHeight - 5;
        addWholeText(list, measure, input.map.columns[column],
                     std::max(kColumnNameSpace, grid.cellWidth), item);
    }
}

}  // namespace

float fullHeatMapWidth(std::size_t columns) {
    return kNamesWidth + kMaxCellWidth * static_cast<float>(columns);
}

void buildHeatMap(const HeatMapInput& input, const TextMeasure& measure, DisplayList& list) {
    list.clear(input.width, input.height);
    if (input.map.cells.empty()) {
        return;
    }
    const HeatGrid grid(input);
    drawNames(input, grid, measure, list);
    for (std::size_t row = 0; row < input.map.rows.size(); ++row) {
        for (std::size_t column = 0; column < input.map.columns.size(); ++column) {
            // Of the cells in one pixel, the one with the largest share.
            std::size_t strongest = column;
            while (column + 1 < input.map.columns.size() &&
                   std::floor(grid.x(column + 1)) == std::floor(grid.x(strongest))) {
                ++column;
                strongest = input.map.at(row, column).share > input.map.at(row, strongest).share
                                ? column
                                : strongest;
            }
            drawCell(input, grid, row, strongest, measure, list);
        }
    }
    if (input.hovered && *input.hovered < input.map.cells.size()) {
        const std::size_t columns = input.map.columns.size();
        addFrame(list, grid.box(*input.hovered / columns, *input.hovered % columns),
                 Role::HoverOutline, Layer::Selection);
    }
}

std::optional<std::size_t> heatCellAt(const HeatMapInput& input, float x, float y) {
    const HeatGrid grid(input);
    const float column = (x - kNamesWidth) / std::max(0.01F, grid.cellWidth);
    const float row = (y - kHeadHeight) / std::max(0.01F, grid.cellHeight);
    if (column < 0 || row < 0 || column >= static_cast<float>(input.map.columns.size()) ||
        row >= static_cast<float>(input.map.rows.size())) {
        return std::nullopt;
    }
    return static_cast<std::size_t>(row) * input.map.columns.size() +
           static_cast<std::size_t>(column);
}

}  // namespace gaplight
