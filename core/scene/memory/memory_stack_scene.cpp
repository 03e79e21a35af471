// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/memory/memory_stack_scene.h"

#include <algorithm>
#include <cmath>

#include "core/base/quantity_text.h"
#include "core/scene/display/elided_text.h"
#include "core/scene/model/name_color.h"

namespace gaplight {
namespace {

constexpr std::size_t kMaxDrawn = 8192;
constexpr std::int64_t kMinPixels = 2;
constexpr float kMinLabelHeight = 12;
constexpr float kLabelInset = 3;
constexpr float kBaseline = 10;  // of a label below the upper edge of its rectangle

class MemoryStack {
public:
    MemoryStack(const MemoryStackInput& input, const TextMeasure& measure, DisplayList& list,
                std::vector<MemoryBox>& boxes)
        : m_input(input), m_measure(measure), m_list(list), m_boxes(boxes) {}

    void draw() {
        const MemoryViewport& view = m_input.view;
        m_columns = static_cast<std::int64_t>(view.width);
        if (m_columns <= 0 || view.height <= 0 || view.endUs <= view.beginUs) {
            return;
        }
        findMoments();
        m_top = view.bytes > 0 ? view.bytes : std::max<std::int64_t>(1, m_peak + m_peak / 10);
        drawTotals();
        const std::int64_t span = view.endUs - view.beginUs;
        m_drawn = m_input.index.largestIn(
            view.beginUs, view.endUs,
            std::max<std::int64_t>(1, kMinPixels * m_top / static_cast<std::int64_t>(view.height)),
            std::max<std::int64_t>(1, kMinPixels * span / m_columns), kMaxDrawn);
        for (std::int64_t column = 0; column < m_columns; ++column) {
            update(column);
        }
        for (Placed& one : m_live) {
            emit(one, m_columns);
        }
    }

private:
    struct Placed {
        std::uint32_t allocation = 0;
        std::int64_t base = -1;   // bytes below it; -1: not placed yet
        std::int64_t column = 0;  // from which on it lies there
    };

    [[nodiscard]] std::int64_t columnTime(std::int64_t column) const {
        __extension__ using Wide = __int128;
        const MemoryViewport& view = m_input.view;
        return view.beginUs +
               static_cast<std::int64_t>(static_cast<Wide>(view.endUs - view.beginUs) * column /
                                         m_columns);
    }

    // The first moment of each column, and one more.
    void findMoments() {
        const MemoryModel& model = m_input.model;
        for (std::int64_t column = 0; column <= m_columns; ++column) {
            m_moments.push_back(model.momentAt(columnTime(column)));
        }
        for (std::int64_t column = 0; column < m_columns; ++column) {
            const std::int64_t total =
                m_input.index.peakOf(m_moments[column], m_moments[column + 1]);
            m_totals.push_back(total);
            m_peak = std::max(m_peak, total);
        }
    }

    [[nodiscard]] float heightOf(std::int64_t bytes) const {
        return static_cast<float>(static_cast<double>(bytes) / static_cast<double>(m_top) *
                                  static_cast<double>(m_input.view.height));
    }

    // The sum of everything: what is not covered by rectangles of its own stays visible.
    void drawTotals() {
        for (std::int64_t column = 0; column < m_columns;) {
            std::int64_t end = column + 1;
            while (end < m_columns && m_totals[end] == m_totals[column]) {
                ++end;
            }
            const float height = heightOf(m_totals[column]);
            if (height > 0) {
                m_list.rects.push_back({{static_cast<float>(column), m_input.view.height - height,
                                         static_cast<float>(end - column), height},
                                        Role::CounterFill,
                                        255,
                                        Layer::Background,
                                        0});
            }
            column = end;
        }
    }

    // Brings the stack to the state at the end of a column.
    void update(std::int64_t column) {
        const Moment moment = m_moments[column + 1];
        const MemoryModel& model = m_input.model;
        const std::size_t before = m_live.size();
        std::erase_if(m_live, [&](Placed& one) {
            const bool isGone = model.allocations[one.allocation].end <= moment;
            if (isGone) {
                emit(one, column);
            }
            return isGone;
        });
        bool isChanged = m_live.size() != before;
        while (m_next < m_drawn.size() && model.allocations[m_drawn[m_next]].begin <= moment) {
            if (model.allocations[m_drawn[m_next]].isHeldAt(moment)) {
                m_live.push_back({m_drawn[m_next], -1, column});
                isChanged = true;
            }
            ++m_next;
        }
        if (!isChanged) {
            return;
        }
        std::int64_t base = 0;
        for (Placed& one : m_live) {
            if (one.base != base) {
                emit(one, column);
                one.base = base;
                one.column = column;
            }
            base += model.allocations[one.allocation].size;
        }
    }

    void emit(const Placed& one, std::int64_t endColumn) {
        if (one.base < 0 || endColumn <= one.column) {
            return;
        }
        const Allocation& allocation = m_input.model.allocations[one.allocation];
        const float bottom = m_input.view.height - heightOf(one.base);
        const float height = heightOf(allocation.size);
        const Box box{static_cast<float>(one.column), bottom - height,
                      static_cast<float>(endColumn - one.column), height};
        if (box.y + box.height <= 0) {
            return;
        }
        const FrameId frame = m_input.frames.of(allocation.stack);
        const std::string text = m_input.frames.text(frame);
        // A line of the background between neighbors.
        m_list.rects.push_back({{box.x, box.y + 0.5F, box.width, std::max(0.5F, box.height - 0.5F)},
                                frame.isValid() ? nameColor(text) : ColorRef::neutralSlice(),
                                255,
                                Layer::Slices,
                                0});
        m_boxes.push_back({box, one.allocation});
        if (box.height >= kMinLabelHeight) {
            TextItem label;
            label.x = box.x + kLabelInset;
            label.baselineY = box.y + kBaseline;
            label.color = Role::TextOnSlice;
            addElidedText(m_list, m_measure, bytesText(allocation.size) + " " + text,
                          box.width - 2 * kLabelInset, label);
        }
    }

    const MemoryStackInput& m_input;
    const TextMeasure& m_measure;
    DisplayList& m_list;
    std::vector<MemoryBox>& m_boxes;
    std::int64_t m_columns = 0;
    std::int64_t m_peak = 0;
    std::int64_t m_top = 1;
    std::vector<Moment> m_moments;
    std::vector<std::int64_t> m_totals;
    std::vector<std::uint32_t> m_drawn;
    std::size_t m_next = 0;
    std::vector<Placed> m_live;  // by begin
};

}  // namespace

void buildMemoryStack(const MemoryStackInput& input, const TextMeasure& measure, DisplayList& list,
                      std::vector<MemoryBox>& boxes) {
    list.clear(input.view.width, input.view.height);
    boxes.clear();
    MemoryStack(input, measure, list, boxes).draw();
}

std::optional<std::uint32_t> allocationAt(const std::vector<MemoryBox>& boxes, float x, float y) {
    const auto at = std::ranges::find_if(boxes, [&](const MemoryBox& one) {
        return one.box.x <= x && x < one.box.x + one.box.width && one.box.y <= y &&
               y < one.box.y + one.box.height;
    });
    return at == boxes.end() ? std::nullopt : std::optional(at->allocation);
}

}  // namespace gaplight
