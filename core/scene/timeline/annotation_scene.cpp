// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/timeline/track_scenes.h"

#include <algorithm>

#include "core/scene/display/elided_text.h"
#include "core/scene/layout/annotation_rows.h"

namespace gaplight {
namespace {

constexpr std::uint8_t kWash = 70;
constexpr float kEdge = 2;
constexpr float kPadding = 5;
constexpr float kMinAnnotationLabelWidth = 24;

class AnnotationRowPainter {
public:
    AnnotationRowPainter(Frame& frame, float y) : m_frame(frame), m_y(y) {}

    void paint(std::span<const AnnotationSpan> spans) {
        const TimeRange range = m_frame.range();
        auto at = std::partition_point(spans.begin(), spans.end(), [&](const auto& span) {
            return span.range.end <= range.begin;
        });
        while (at != spans.end() && at->range.begin < range.end) {
            const AnnotationSpan& first = *at;
            // The next one that does not begin in the bucket where this one ends.
            const std::int64_t bucket = (ns(first.range.end) >> m_frame.bucketShift) + 1;
            const Time beyond = timeFromNs(bucket << m_frame.bucketShift);
            const bool isNarrow = ns(first.range.length()) >> m_frame.bucketShift == 0;
            at = isNarrow ? std::partition_point(
                                at + 1, spans.end(),
                                [&](const auto& span) { return span.range.end < beyond; })
                          : at + 1;
            paintSpan(first);
        }
    }

private:
    void paintSpan(const AnnotationSpan& span) {
        const StringId name = m_frame.trace().slices().name(span.annotation);
        const ColorRef color = m_frame.model().names->color(name);
        const float x0 = m_frame.snappedX(span.range.begin);
        const float x1 = std::max(x0 + m_frame.hair(), m_frame.snappedX(span.range.end));
        const float height = m_frame.rowHeight();
        add({x0, m_y, x1 - x0, height}, color, kWash);
        add({x0, m_y, x1 - x0, kEdge}, color, 255);
        if (x1 - x0 > 2 * m_frame.hair()) {
            // Equal neighbors stay two.
            add({x0, m_y, m_frame.hair(), height}, Role::Background, 255);
        }
        label(span, name, x0, x1);
        const TimelineState& state = m_frame.state();
        if (span.annotation == state.selected) {
            outline({x0, m_y, x1 - x0, height}, Role::SelectionOutline);
        } else if (span.annotation == state.hovered) {
            outline({x0, m_y, x1 - x0, height}, Role::HoverOutline);
        }
    }

    void label(const AnnotationSpan& /*span*/, StringId name, float x0, float x1) {
        const float left = std::max(x0, m_frame.left) + kPadding;
        const float room = std::min(x1, m_frame.right) - kPadding - left;
        if (room < kMinAnnotationLabelWidth) {
            return;
        }
        TextItem item;
        item.x = left;
        item.baselineY = m_frame.baseline(m_y) + 1;
        item.color = Role::Text;
        item.layer = Layer::SliceLabels;
        item.clip = m_frame.timeClip;
        addElidedText(m_frame.list, m_frame.measure, m_frame.model().names->label(name), room,
                      item);
    }

    void outline(Box box, Role color) {
        const float thin = m_frame.hair();
        add({box.x, box.y, box.width, thin}, color, 255, Layer::Selection);
        add({box.x, box.y + box.height - thin, box.width, thin}, color, 255, Layer::Selection);
        add({box.x, box.y, thin, box.height}, color, 255, Layer::Selection);
        add({box.x + box.width - thin, box.y, thin, box.height}, color, 255, Layer::Selection);
    }

    void add(Box box, ColorRef color, std::uint8_t alpha, Layer layer = Layer::Slices) {
        m_frame.list.rects.push_back({box, color, alpha, layer, m_frame.timeClip});
    }

    Frame& m_frame;
    float m_y;
};

}  // namespace

void drawAnnotations(Frame& frame, const Lane& lane) {
    const GpuId gpu = frame.input.layout.groups()[lane.group].gpu.value_or(GpuId());
    const AnnotationRows* all = annotationRowsOf(frame.model().annotations, gpu);
    if (all == nullptr) {
        return;
    }
    const std::size_t rows = std::min<std::size_t>(lane.visibleRows, all->rowCount());
    for (std::size_t number = 0; number < rows; ++number) {
        const float y = frame.snappedY(lane.y + static_cast<double>(number) * frame.rowPitch());
        if (y < frame.bottom && y + frame.rowHeight() > frame.top) {
            AnnotationRowPainter(frame, y).paint(all->row(number));
        }
    }
}

}  // namespace gaplight
