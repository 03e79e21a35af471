// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/memory/segment_item.h"

#include <algorithm>

#include <QHoverEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include "widgets/convert/quantity_string.h"
#include "widgets/memory/allocation_text.h"

namespace gaplight::ui {
namespace {

constexpr float kNamesWidth = 200;
constexpr double kSegmentNotch = 120;  // angle delta of one step of a wheel
constexpr double kSegmentNotchRows = 3;

}  // namespace

SegmentItem::SegmentItem(QQuickItem* parent) : DisplayListItem(parent) {
    setAcceptedMouseButtons(Qt::LeftButton);
    setAcceptHoverEvents(true);
    setClip(true);
}

void SegmentItem::setSelection(MemorySelection* selection) {
    if (selection == m_selection) {
        return;
    }
    if (m_selection) {
        m_selection->disconnect(this);
    }
    m_selection = selection;
    if (m_selection) {
        connect(m_selection, &MemorySelection::changed, this, &SegmentItem::updateTable);
    }
    updateTable();
    Q_EMIT selectionChanged();
}

void SegmentItem::updateTable() {
    const SharedMoment now = m_selection ? m_selection->measured() : nullptr;
    if (now != m_measured) {
        m_measured = now;
        setScrollY(m_scrollY);
    }
    polish();
    Q_EMIT contentChanged();
    Q_EMIT viewportChanged();
}

double SegmentItem::contentHeight() const {
    return static_cast<double>(m_measured ? segmentsHeight(m_measured->segments) : 0);
}

void SegmentItem::setScrollY(double y) {
    y = std::clamp(y, 0.0, std::max(0.0, contentHeight() - height()));
    if (y != m_scrollY) {
        m_scrollY = y;
        polish();
        Q_EMIT contentChanged();
        Q_EMIT viewportChanged();
    }
}

SegmentInput SegmentItem::input() const {
    SegmentInput input{m_measured->model(), m_measured->data->assessment().frames,
                       m_measured->segments, m_measured->data->snapshot().streams, kNamesWidth};
    input.width = static_cast<float>(width());
    input.height = static_cast<float>(height());
    input.scrollY = static_cast<float>(m_scrollY);
    input.matches = m_selection->matches();
    input.selected = m_selection->selectedAllocation();
    return input;
}

void SegmentItem::build(DisplayList& list) {
    if (!m_measured || !m_selection || m_measured != m_selection->measured()) {
        m_boxes.clear();
        list.clear(static_cast<float>(width()), static_cast<float>(height()));
        return;
    }
    buildSegments(input(), m_measure, list, m_boxes);
}

QString SegmentItem::tipText() const {
    if (!m_pointer || !m_measured) {
        return {};
    }
    const auto x = static_cast<float>(m_pointer->x());
    const auto y = static_cast<float>(m_pointer->y());
    if (const auto block = allocationAt(m_boxes, x, y)) {
        return allocationTip(*m_measured->data, m_measured->device, *block);
    }
    const std::optional<SegmentHole> hole = holeAt(input(), x, y);
    return hole ? tr("%1 free, at 0x%2 of a segment of %3")
                      .arg(bytesText(static_cast<std::uint64_t>(hole->size)))
                      .arg(hole->address, 0, 16)
                      .arg(bytesText(static_cast<std::uint64_t>(
                          m_measured->model().segments[hole->segment].size)))
                : QString();
}

void SegmentItem::mousePressEvent(QMouseEvent* event) {
    const auto block = allocationAt(m_boxes, static_cast<float>(event->position().x()),
                                    static_cast<float>(event->position().y()));
    if (m_selection) {
        m_selection->setSelected(block ? static_cast<qint64>(*block) : -1);
    }
}

void SegmentItem::hoverMoveEvent(QHoverEvent* event) {
    m_pointer = event->position();
    Q_EMIT hoverChanged();
}

void SegmentItem::hoverLeaveEvent(QHoverEvent*) {
    m_pointer.reset();
    Q_EMIT hoverChanged();
}

void SegmentItem::wheelEvent(QWheelEvent* event) {
    setScrollY(m_scrollY - event->angleDelta().y() / kSegmentNotch * kSegmentNotchRows *
                               static_cast<double>(kSegmentRow));
    event->accept();
}

}  // namespace gaplight::ui
