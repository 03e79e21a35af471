// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/memory/segment_scene.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/scene/display/elided_text.h"
#include "core/scene/memory/memory_stack_scene.h"

namespace gaplight {
namespace {

constexpr float kSegmentGap = 2;
constexpr float kBlockBaseline = 12;
constexpr float kGroupBaseline = 15;
constexpr float kNameInset = 12;
constexpr float kBlockInset = 3;
constexpr float kBlockOutline = 2;
constexpr std::uint8_t kFreeAlpha = 160;
constexpr std::uint8_t kDimmed = 70;

struct RowScale {
    float left = 0;
    double pixelsPerByte = 0;
};

RowScale scaleOf(const SegmentInput& input, const SegmentGroup& group) {
    const float width = std::max(1.0F, input.width - input.namesWidth);
    return {input.namesWidth, static_cast<double>(width) /
                                  static_cast<double>(std::max<std::int64_t>(1, group.largest))};
}

class SegmentPainter {
public:
    SegmentPainter(const SegmentInput& input, const TextMeasure& measure, DisplayList& list,
                   std::vector<MemoryBox>& boxes)
        : m_input(input), m_measure(measure), m_list(list), m_boxes(boxes) {}

    void paint() {
        float y = 0 - m_input.scrollY;
        for (const SegmentGroup& group : m_input.table.groups()) {
            drawHeader(group, y);
            y += kSegmentGroupRow;
            const RowScale scale = scaleOf(m_input, group);
            for (std::uint32_t at = 0; at < group.rowCount; ++at, y += kSegmentRow) {
                if (y + kSegmentRow >= 0 && y < m_input.height) {
                    drawRow(m_input.table.rows()[group.firstRow + at], scale, y);
                }
            }
        }
    }

private:
    void addText(std::string_view text, float x, float baseline, float width, ColorRef color) {
        TextItem item;
        item.x = x;
        item.baselineY = baseline;
        item.color = color;
        item.layer = Layer::SliceLabels;
        addElidedText(m_list, m_measure, text, width, item);
    }

    void drawHeader(const SegmentGroup& group, float y) {
        if (y + kSegmentGroupRow < 0 || y >= m_input.height) {
            return;
        }
        m_list.rects.push_back({{0, y, m_input.width, kSegmentGroupRow - 1},
                                Role::TrackHeader,
                                255,
                                Layer::Background,
                                0});
        const std::int64_t stream =
            group.stream < m_input.streams.size() ? m_input.streams[group.stream] : 0;
        const std::int64_t free = std::max<std::int64_t>(0, group.reserved - group.used);
        addText(
            fmt::format(
                "{} · {} pool · {} · {} reserved, {} ({}) free",
                stream == 0 ? std::string("default stream") : fmt::format("stream {:#x}", stream),
                group.isSmallPool ? "small" : "large",
                countText(group.rowCount, "segment", "segments"), bytesText(group.reserved),
                bytesText(free), percentText(free, group.reserved)),
            kNameInset, y + kGroupBaseline, m_input.width - 2 * kNameInset, Role::Text);
    }

    void drawRow(const SegmentRow& row, const RowScale& scale, float y) {
        const SegmentSpan& segment = m_input.model.segments[row.segment];
        const auto width =
            static_cast<float>(static_cast<double>(segment.size) * scale.pixelsPerByte);
        const Box box{scale.left, y, width, kSegmentRow - kSegmentGap};
        const std::int64_t free = std::max<std::int64_t>(0, segment.size - row.used);
        addText(fmt::format("{} · {} free", bytesText(segment.size), bytesText(free)),
                2 * kNameInset, y + kBlockBaseline, scale.left - 2 * kNameInset - 8,
                Role::SecondaryText);
        m_list.rects.push_back({box, Role::AlternateRow, 255, Layer::Background, 0});
        m_list.hatches.push_back(
            {box, Role::SecondaryText, kFreeAlpha, Layer::Background, 0, 6, 1});
        float painted = box.x - 1;  // right edge of what is painted in this row
        for (const std::uint32_t block : m_input.table.blocksOf(row)) {
            const Allocation& one = m_input.model.allocations[block];
            const auto offset = static_cast<double>(one.address - segment.address);
            const auto left = box.x + static_cast<float>(std::floor(offset * scale.pixelsPerByte));
            const auto right =
                box.x + static_cast<float>(std::ceil((offset + static_cast<double>(one.size)) *
                                                     scale.pixelsPerByte));
            const float begin = std::max(left, painted);
            const float end = std::min(right, box.x + box.width);
            if (end > begin) {
                drawBlock(block, {begin, y, end - begin, box.height});
                painted = right;
            }
        }
    }

    void drawBlock(std::uint32_t block, const Box& box) {
        const Allocation& one = m_input.model.allocations[block];
        const AllocationLook look = lookOf(m_input.frames, m_input.frames.of(one.stack));
        const bool isDimmed = m_input.matches != nullptr && !(*m_input.matches)[block];
        const float gap = box.width > 3 ? 1 : 0;  // between neighbors
        const Box drawn{box.x, box.y, box.width - gap, box.height};
        // No hatch of a hole shows through.
        m_list.rects.push_back({drawn, Role::PanelBackground, 255, Layer::Slices, 0});
        m_list.rects.push_back({drawn, look.color,
                                isDimmed ? std::min(kDimmed, look.alpha) : look.alpha,
                                Layer::Slices, 0});
        m_boxes.push_back({box, block});
        if (!isDimmed) {
            addText(allocationLabel(m_input.frames, one), box.x + kBlockInset,
                    box.y + kBlockBaseline, box.width - 2 * kBlockInset, look.textColor);
        }
        if (m_input.selected == block) {
            addOutline(box);
        }
    }

    void addOutline(const Box& box) {
        const auto add = [this](Box edge) {
            m_list.rects.push_back({edge, Role::SelectionOutline, 255, Layer::Selection, 0});
        };
        add({box.x, box.y, box.width, kBlockOutline});
        add({box.x, box.y + box.height - kBlockOutline, box.width, kBlockOutline});
        add({box.x, box.y, kBlockOutline, box.height});
        add({box.x + box.width - kBlockOutline, box.y, kBlockOutline, box.height});
    }

    const SegmentInput& m_input;
    const TextMeasure& m_measure;
    DisplayList& m_list;
    std::vector<MemoryBox>& m_boxes;
};

// The free bytes of a segment at an address.
std::optional<SegmentHole> holeIn(const SegmentInput& input, const SegmentRow& row,
                                  std::uint64_t address) {
    const SegmentSpan& segment = input.model.segments[row.segment];
    std::uint64_t begin = segment.address;
    for (const std::uint32_t block : input.table.blocksOf(row)) {
        const Allocation& one = input.model.allocations[block];
        if (one.address > address) {
            return SegmentHole{begin, static_cast<std::int64_t>(one.address - begin), row.segment};
        }
        begin = std::max(begin, one.address + static_cast<std::uint64_t>(one.size));
        if (begin > address) {
            return {};
        }
    }
    const std::uint64_t end = segment.address + static_cast<std::uint64_t>(segment.size);
    return SegmentHole{begin, static_cast<std::int64_t>(end - begin), row.segment};
}

}  // namespace

void buildSegments(const SegmentInput& input, const TextMeasure& measure, DisplayList& list,
                   std::vector<MemoryBox>& boxes) {
    list.clear(input.width, input.height);
    boxes.clear();
    list.rects.push_back(
        {{0, 0, input.width, input.height}, Role::PanelBackground, 255, Layer::Background, 0});
    SegmentPainter(input, measure, list, boxes).paint();
}

float segmentsHeight(const SegmentTable& table) {
    return static_cast<float>(table.groups().size()) * kSegmentGroupRow +
           static_cast<float>(table.rows().size()) * kSegmentRow;
}

std::optional<SegmentHole> holeAt(const SegmentInput& input, float x, float y) {
    float top = -input.scrollY;
    for (const SegmentGroup& group : input.table.groups()) {
        top += kSegmentGroupRow;
        const float end = top + static_cast<float>(group.rowCount) * kSegmentRow;
        if (y >= top && y < end) {
            const auto number = static_cast<std::uint32_t>((y - top) / kSegmentRow);
            const SegmentRow& row = input.table.rows()[group.firstRow + number];
            const SegmentSpan& segment = input.model.segments[row.segment];
            const RowScale scale = scaleOf(input, group);
            const double offset = static_cast<double>(x - scale.left) / scale.pixelsPerByte;
            const bool isInside = offset >= 0 && offset < static_cast<double>(segment.size);
            return isInside
                       ? holeIn(input, row, segment.address + static_cast<std::uint64_t>(offset))
                       : std::nullopt;
        }
        top = end;
    }
    return {};
}

}  // namespace gaplight
