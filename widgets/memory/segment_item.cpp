// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/memory/segment_item.h"

#include "widgets/convert/qt_text.h"
#include "widgets/memory/allocation_text.h"

namespace gaplight::ui {
namespace {

constexpr float kNamesWidth = 200;

}  // namespace

double SegmentItem::contentHeight() const {
    return static_cast<double>(measured() ? segmentsHeight(measured()->segments) : 0);
}

SegmentInput SegmentItem::input() const {
    SegmentInput input{measured()->model(), measured()->data->assessment().frames,
                       measured()->segments, measured()->data->snapshot().streams, kNamesWidth};
    input.width = listWidth();
    input.height = listHeight();
    input.scrollY = static_cast<float>(scrollY());
    input.matches = selection()->matches();
    input.selected = selection()->selectedAllocation();
    return input;
}

bool SegmentItem::draw(DisplayList& list) {
    if (!measured() || !selection() || measured() != selection()->measured()) {
        m_boxes.clear();
        return false;
    }
    buildSegments(input(), measure(), list, m_boxes);
    return true;
}

std::optional<std::size_t> SegmentItem::hit(QPointF at) const {
    return allocationAt(m_boxes, static_cast<float>(at.x()), static_cast<float>(at.y()));
}

QString SegmentItem::tip(std::size_t block) const {
    return allocationTip(*measured()->data, measured()->device, static_cast<std::uint32_t>(block));
}

QString SegmentItem::tipText() const {
    if (hovered() || !hoverPoint() || !measured()) {
        return MomentItem::tipText();
    }
    const std::optional<SegmentHole> hole = holeAt(input(), static_cast<float>(hoverPoint()->x()),
                                                   static_cast<float>(hoverPoint()->y()));
    return hole ? QStringLiteral("%1 free, at 0x%2 of a segment of %3")
                      .arg(bytesText(static_cast<std::uint64_t>(hole->size)))
                      .arg(hole->address, 0, 16)
                      .arg(bytesText(static_cast<std::uint64_t>(
                          measured()->model().segments[hole->segment].size)))
                : QString();
}

void SegmentItem::press(std::optional<std::size_t> block) {
    if (selection()) {
        selection()->setSelected(block ? static_cast<qint64>(*block) : -1);
    }
}

}  // namespace gaplight::ui
