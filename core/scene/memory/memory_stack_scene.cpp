// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/memory/memory_stack_scene.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/base/quantity_text.h"
#include "core/scene/display/elided_text.h"
#include "core/scene/memory/memory_index.h"
#include "core/scene/model/name_table.h"

namespace gaplight {
namespace {

constexpr std::uint8_t kUnknownAlpha = 80;

}  // namespace

AllocationLook lookOf(const OwnFrames& frames, FrameId frame) {
    if (!frame.isValid()) {
        return {ColorRef::neutralSlice(), kUnknownAlpha, Role::Text};
    }
    return {nameColor(frames.text(frame))};
}

std::string allocationLabel(const OwnFrames& frames, const Allocation& allocation) {
    const bool isOld = allocation.begin == 0 && !allocation.stack.isValid();
    return bytesText(allocation.size) + " " +
           (isOld ? "before the history" : frames.label(frames.of(allocation.stack)));
}

namespace {

constexpr std::size_t kMaxDrawn = 2048;
// Where each rectangle would have fewer pixels than this on average, each column shows another
// stack and nobody can see one in it. Edges then are at every second pixel, or every fourth, up to
// the last one.
constexpr float kMinArea = 64;
constexpr std::int64_t kMaxStep = 16;
constexpr std::size_t kMinLimit = 4096;  // that cost nothing, however small they are
constexpr std::int64_t kMinPixels = 2;
constexpr std::int64_t kMinSpike = 8;  // px high: of an allocation of a single column
constexpr float kMinLabelHeight = 12;
constexpr float kLabelInset = 3;
constexpr float kBaseline = 10;  // of a label below the upper edge of its rectangle
constexpr float kMinSegmentHeight = 0.5F;
constexpr std::uint8_t kHoleAlpha = 110;
constexpr std::int64_t kNsPerUs = 1000;

std::int64_t floorUs(std::int64_t timeNs) {
    const std::int64_t rest = timeNs % kNsPerUs;
    return timeNs / kNsPerUs - (rest < 0 ? 1 : 0);
}

// `number` of `parts` parts of a range, exactly.
std::int64_t partOf(std::int64_t length, std::int64_t number, std::int64_t parts) {
    __extension__ using Wide = __int128;
    return static_cast<std::int64_t>(static_cast<Wide>(length) * number / parts);
}

// What both stacks share: which allocations are large enough, and how one is drawn.
class BoxPainter {
public:
    BoxPainter(const MemoryStackInput& input, const TextMeasure& measure, DisplayList& list,
               std::vector<MemoryBox>& boxes)
        : m_input(input), m_measure(measure), m_list(list), m_boxes(boxes) {}

    std::vector<std::uint32_t> visibleAllocations() const {
        const MemoryViewport& view = m_input.view;
        // In a stack, what is shorter than two columns would be drawn in none; at its address it is
        // a pixel wide.
        const std::int64_t minNs = m_input.order == StackOrder::Address
                                       ? 0
                                       : partOf(view.endNs - view.beginNs, kMinPixels,
                                                static_cast<std::int64_t>(view.width));
        return allocationsOf(kMinPixels, minNs);
    }

    // Also the shortest of those that are high.
    std::vector<std::uint32_t> highAllocations() const { return allocationsOf(kMinSpike, 0); }

    // Of a minimum height and length.
    std::vector<std::uint32_t> allocationsOf(std::int64_t minPixels, std::int64_t minNs) const {
        const MemoryViewport& view = m_input.view;
        const auto height = static_cast<std::int64_t>(std::max(1.0F, view.height));
        std::vector<std::uint32_t> found = m_input.index.largestIn(
            floorUs(view.beginNs), floorUs(view.endNs) + 1,
            std::max<std::int64_t>(1, partOf(view.bytes, minPixels, height)),
            std::max<std::int64_t>(1, minNs / kNsPerUs), kMaxDrawn);
        if (m_input.matches != nullptr) {
            std::erase_if(found, [&](std::uint32_t one) { return !(*m_input.matches)[one]; });
        }
        return found;
    }

    AllocationLook lookOf(std::uint32_t number) const {
        const Allocation& allocation = m_input.model.allocations[number];
        return gaplight::lookOf(m_input.frames, m_input.frames.of(allocation.stack));
    }

    // `base`: bytes at the lower edge of the rectangle.
    void add(std::uint32_t number, const AllocationLook& look, float x0, float x1,
             std::int64_t base) {
        const MemoryViewport& view = m_input.view;
        const Allocation& allocation = m_input.model.allocations[number];
        if (x1 <= x0 || base >= view.bottom + view.bytes || base + allocation.size <= view.bottom) {
            return;
        }
        const float top = view.clampedY(base + allocation.size);
        const Box box{x0, top, x1 - x0, view.clampedY(base) - top};
        // A line of the background between neighbors.
        const Box drawn{box.x, box.y + 0.5F, box.width, std::max(0.5F, box.height - 0.5F)};
        if (m_input.order == StackOrder::Address && look.alpha < 255) {
            // No hatch of a hole shows through.
            m_list.rects.push_back({drawn, Role::Background, 255, Layer::Slices, 0});
        }
        m_list.rects.push_back({drawn, look.color, look.alpha, Layer::Slices, 0});
        m_boxes.push_back({box, number});
        const float room = box.width - 2 * kLabelInset;
        if (box.height >= kMinLabelHeight && room >= kMinLabelWidth) {
            TextItem label;
            label.x = box.x + kLabelInset;
            label.baselineY = std::max(0.0F, box.y) + kBaseline;
            label.color = look.textColor;
            addElidedText(m_list, m_measure, allocationLabel(m_input.frames, allocation), room,
                          label);
        }
    }

    // A column of its own up to `top` bytes, below the rectangles.
    void addSpike(std::uint32_t number, float x, std::int64_t top) {
        const float upper = m_input.view.clampedY(top);
        const float lower = m_input.view.clampedY(top - m_input.model.allocations[number].size);
        const AllocationLook look = lookOf(number);
        if (lower > upper) {
            m_list.rects.push_back(
                {{x, upper, 1, lower - upper}, look.color, look.alpha, Layer::Background, 0});
        }
    }

private:
    const MemoryStackInput& m_input;
    const TextMeasure& m_measure;
    DisplayList& m_list;
    std::vector<MemoryBox>& m_boxes;
};

// What is held, one on top of the other.
class MemoryStack {
public:
    MemoryStack(const MemoryStackInput& input, BoxPainter& painter, DisplayList& list,
                std::vector<MemoryBox>& boxes)
        : m_input(input), m_painter(painter), m_list(list), m_boxes(boxes) {}

    void draw() {
        m_columns = static_cast<std::int64_t>(m_input.view.width);
        for (std::int64_t column = 0; column <= m_columns; ++column) {
            m_moments.push_back(m_input.index.momentAt(floorUs(columnTime(column))));
        }
        drawTotals();
        m_drawn = m_painter.visibleAllocations();
        drawSpikes();
        const auto& allocations = m_input.model.allocations;
        if (m_input.order == StackOrder::Size) {
            std::ranges::stable_sort(m_drawn, std::ranges::greater{},
                                     [&](std::uint32_t one) { return allocations[one].size; });
        }
        std::vector<StackWindow::Item> items;
        for (const std::uint32_t number : m_drawn) {
            const Allocation& one = allocations[number];
            items.push_back({one.size, one.begin, one.end});
            m_looks.push_back(m_painter.lookOf(number));
        }
        const std::size_t rects = m_list.rects.size();
        const std::size_t texts = m_list.texts.size();
        std::int64_t step = 1;
        for (std::int64_t done = 0; (done = drawBoxes(StackWindow(items), step)) < m_columns;) {
            step = coarserStep(step, done);
            m_list.rects.resize(rects);
            m_list.texts.resize(texts);
            m_boxes.clear();
        }
    }

private:
    struct Placed {
        std::int64_t base = -1;   // bytes below it; -1: not in the view
        std::int64_t column = 0;  // from which on it is there
        std::int64_t seen = -1;   // the last column in which it lay in the view
    };

    // The step with which all columns have about as many rectangles as `done` columns with `step`.
    std::int64_t coarserStep(std::int64_t step, std::int64_t done) const {
        const auto share = static_cast<std::uint64_t>((step * m_columns + done - 1) / done);
        return std::min(static_cast<std::int64_t>(std::bit_ceil(share)), kMaxStep);
    }

    std::int64_t columnTime(std::int64_t column) const {
        const MemoryViewport& view = m_input.view;
        return view.beginNs + partOf(view.endNs - view.beginNs, column, m_columns);
    }

    // The sum of everything: what is not covered by rectangles of its own stays visible.
    void drawTotals() {
        const auto totalOf = [&](std::int64_t column) {
            return m_input.index.peakOf(m_moments[column], m_moments[column + 1]);
        };
        std::int64_t total = totalOf(0);
        for (std::int64_t column = 0, end = 1; column < m_columns; column = end++) {
            std::int64_t next = 0;
            for (; end < m_columns && (next = totalOf(end)) == total; ++end) {
            }
            const float top = m_input.view.clampedY(total);
            if (total > m_input.view.bottom && top < m_input.view.height) {
                m_list.rects.push_back(
                    {{static_cast<float>(column), top, static_cast<float>(end - column),
                      m_input.view.height - top},
                     Role::CounterFill,
                     255,
                     Layer::Background,
                     0});
            }
            total = next;
        }
    }

    // What is too short to be held at the end of a column is seen in its total alone: of each
    // column the largest, on top of what else was held at the column's peak.
    void drawSpikes() {
        const auto& allocations = m_input.model.allocations;
        constexpr std::uint32_t kNone = 0xFFFF'FFFFU;
        std::vector<std::uint32_t> largest(static_cast<std::size_t>(m_columns), kNone);
        for (const std::uint32_t number : m_painter.highAllocations()) {
            if (std::ranges::binary_search(m_drawn, number)) {
                continue;
            }
            const Allocation& one = allocations[number];
            const auto end = std::ranges::lower_bound(m_moments, one.end);
            auto at = std::ranges::lower_bound(m_moments, one.begin);
            at -= at == m_moments.begin() ? 0 : 1;
            for (; at < end && at + 1 < m_moments.end(); ++at) {
                auto& known = largest[static_cast<std::size_t>(at - m_moments.begin())];
                known = known == kNone || allocations[known].size < one.size ? number : known;
            }
        }
        for (std::size_t column = 0; column < largest.size(); ++column) {
            if (largest[column] != kNone) {
                const std::int64_t peak =
                    m_input.index.peakOf(m_moments[column], m_moments[column + 1]);
                m_painter.addSpike(largest[column], static_cast<float>(column), peak);
            }
        }
    }

    // Draws rectangles whose edges are at every `step`th column. Gives up where there are too many
    // of them; the columns that it has drawn.
    std::int64_t drawBoxes(StackWindow window, std::int64_t step) {
        const auto maxBoxes =
            std::max(kMinLimit,
                     static_cast<std::size_t>(m_input.view.width * m_input.view.height / kMinArea));
        m_placed.assign(m_drawn.size(), {});
        m_shown.clear();
        for (std::int64_t column = 0; column < m_columns; column += step) {
            const std::int64_t end = std::min(m_columns, column + step);
            if (window.advanceTo(m_moments[end]) || column == 0) {
                place(window, column);
            }
            if (m_boxes.size() > maxBoxes && step < kMaxStep) {
                return end;
            }
        }
        for (const std::uint32_t rank : m_shown) {
            emit(rank, m_columns);
        }
        return m_columns;
    }

    // Brings the view to the state at the end of a column.
    void place(const StackWindow& window, std::int64_t column) {
        m_next.clear();
        const std::int64_t bottom = m_input.view.bottom;
        window.visit(bottom, bottom + m_input.view.bytes, [&](std::size_t rank, std::int64_t base) {
            Placed& one = m_placed[rank];
            one.seen = column;
            m_next.push_back(static_cast<std::uint32_t>(rank));
            if (one.base != base) {
                emit(rank, column);
                one.base = base;
                one.column = column;
            }
        });
        for (const std::uint32_t rank : m_shown) {
            if (m_placed[rank].seen != column) {
                emit(rank, column);
                m_placed[rank].base = -1;
            }
        }
        std::swap(m_shown, m_next);
    }

    void emit(std::size_t rank, std::int64_t endColumn) {
        const Placed& one = m_placed[rank];
        if (one.base >= 0) {
            m_painter.add(m_drawn[rank], m_looks[rank], static_cast<float>(one.column),
                          static_cast<float>(endColumn), one.base);
        }
    }

    const MemoryStackInput& m_input;
    BoxPainter& m_painter;
    DisplayList& m_list;
    std::vector<MemoryBox>& m_boxes;
    std::int64_t m_columns = 0;
    std::vector<Moment> m_moments;       // the first one of each column, and one more
    std::vector<std::uint32_t> m_drawn;  // by rank: from bottom to top
    std::vector<AllocationLook> m_looks;
    std::vector<Placed> m_placed;
    std::vector<std::uint32_t> m_shown;  // ranks within the view
    std::vector<std::uint32_t> m_next;   // the same of the next column
};

// From when until when something is, in pixels.
struct XRange {
    float begin = 0;
    float end = 0;
};

XRange xRange(const MemoryStackInput& input, Moment begin, Moment end) {
    const MemoryModel& model = input.model;
    const bool isOld = begin == 0;
    const bool isHeld = end > model.lastMoment();
    return {isOld ? 0 : input.view.x(model.timeUs(begin) * kNsPerUs),
            isHeld ? input.view.width : input.view.x(model.timeUs(end) * kNsPerUs)};
}

// Places in the segments. What is below 2 pixels is left out.
void drawByAddress(const MemoryStackInput& input, BoxPainter& painter, DisplayList& list) {
    const MemoryViewport& view = input.view;
    for (const SegmentSpan& segment : input.model.segments) {
        const auto offset = input.addresses->offsetOf(segment.address);
        const XRange x = xRange(input, segment.begin, segment.end);
        if (!offset || x.end <= x.begin || *offset >= view.bottom + view.bytes ||
            *offset + segment.size <= view.bottom) {
            continue;
        }
        const float top = view.clampedY(*offset + segment.size);
        const Box box{x.begin, top, x.end - x.begin, view.clampedY(*offset) - top};
        if (box.height < kMinSegmentHeight) {
            continue;
        }
        // A line of the background between neighbors.
        list.rects.push_back({{box.x, box.y + 0.5F, box.width, std::max(0.5F, box.height - 1)},
                              Role::AlternateRow,
                              255,
                              Layer::Background,
                              0});
        list.hatches.push_back({box, Role::SecondaryText, kHoleAlpha, Layer::Background, 0, 6, 1});
    }
    for (const std::uint32_t number : painter.visibleAllocations()) {
        const Allocation& one = input.model.allocations[number];
        const XRange x = xRange(input, one.begin, one.end);
        if (const auto offset = input.addresses->offsetOf(one.address)) {
            painter.add(number, painter.lookOf(number), std::floor(x.begin),
                        std::max(x.end, std::floor(x.begin) + 1), *offset);
        }
    }
}

}  // namespace

float MemoryViewport::clampedY(std::int64_t at) const {
    return std::clamp(y(at), -1.0F, height + 1);
}

float MemoryViewport::x(std::int64_t timeNs) const {
    const double share =
        static_cast<double>(timeNs - beginNs) / static_cast<double>(endNs - beginNs);
    return static_cast<float>(std::clamp(share, 0.0, 1.0) * static_cast<double>(width));
}

std::int64_t stackBytes(const MemoryStackInput& input) {
    if (input.order == StackOrder::Address && input.addresses != nullptr) {
        return std::max<std::int64_t>(1, input.addresses->bytes());
    }
    const Moment first = input.index.momentAt(floorUs(input.view.beginNs));
    const Moment last = input.index.momentAt(floorUs(input.view.endNs));
    const std::int64_t peak = input.index.peakOf(first, last);
    return std::max<std::int64_t>(1, peak + peak / 10);
}

void buildMemoryStack(const MemoryStackInput& input, const TextMeasure& measure, DisplayList& list,
                      std::vector<MemoryBox>& boxes) {
    list.clear(input.view.width, input.view.height);
    boxes.clear();
    if (input.view.width < 1 || input.view.height <= 0 || input.view.endNs <= input.view.beginNs) {
        return;
    }
    MemoryStackInput sized = input;
    sized.view.bytes = input.view.bytes > 0 ? input.view.bytes : stackBytes(input);
    BoxPainter painter(sized, measure, list, boxes);
    if (input.order == StackOrder::Address && input.addresses != nullptr) {
        drawByAddress(sized, painter, list);
    } else {
        MemoryStack(sized, painter, list, boxes).draw();
    }
}

std::optional<std::uint32_t> allocationAt(const std::vector<MemoryBox>& boxes, float x, float y) {
    const auto at = std::ranges::find_if(boxes, [&](const MemoryBox& one) {
        return one.box.x <= x && x < one.box.x + one.box.width && one.box.y <= y &&
               y < one.box.y + one.box.height;
    });
    return at == boxes.end() ? std::nullopt : std::optional(at->allocation);
}

}  // namespace gaplight
