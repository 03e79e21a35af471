// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/memory/segment_item.h"

#include <QMouseEvent>

#include "widgets/convert/quantity_string.h"
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
    input.width = static_cast<float>(width());
    input.height = static_cast<float>(height());
    input.scrollY = static_cast<float>(scrollY());
    input.matches = selection()->matches();
    input.selected = selection()->selectedAllocation();
    return input;
}

void SegmentItem::build(DisplayList& list) {
    if (!measured() || !selection() || measured() != selection()->measured()) {
        m_boxes.clear();
        list.clear(static_cast<float>(width()), static_cast<float>(height()));
        return;
    }
    buildSegments(input(), textMeasure(), list, m_boxes);
}

QString SegmentItem::tipText() const {
    if (!hoverPoint() || !measured()) {
        return {};
    }
    const auto x = static_cast<float>(hoverPoint()->x());
    const auto y = static_cast<float>(hoverPoint()->y());
    if (const auto block = allocationAt(m_boxes, x, y)) {
        return allocationTip(*measured()->data, measured()->device, *block);
    }
    const std::optional<SegmentHole> hole = holeAt(input(), x, y);
    return hole ? tr("%1 free, at 0x%2 of a segment of %3")
                      .arg(bytesText(static_cast<std::uint64_t>(hole->size)))
                      .arg(hole->address, 0, 16)
                      .arg(bytesText(static_cast<std::uint64_t>(
                          measured()->model().segments[hole->segment].size)))
                : QString();
}

void SegmentItem::mousePressEvent(QMouseEvent* event) {
    const auto block = allocationAt(m_boxes, static_cast<float>(event->position().x()),
                                    static_cast<float>(event->position().y()));
    if (selection()) {
        selection()->setSelected(block ? static_cast<qint64>(*block) : -1);
    }
}

}  // namespace gaplight::ui
