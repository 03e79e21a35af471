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

void SegmentItem::itemChange(ItemChange change, const ItemChangeData& data) {
    if (change == ItemVisibleHasChanged && data.boolValue) {
        updateTable();
    }
    DisplayListItem::itemChange(change, data);
}

void SegmentItem::updateTable() {
    if (!isVisible()) {
        return;
    }
    const LoadedMemory now = hasData() ? m_selection->memory().data() : nullptr;
    const std::size_t device = m_selection ? m_selection->memory().deviceIndex() : 0;
    const Moment moment = m_selection ? m_selection->moment() : kNoMoment;
    if (now != m_data || device != m_device || moment != m_moment) {
        m_data = now;
        m_device = device;
        m_moment = moment;
        m_table = now ? SegmentTable(now->model(device), moment) : SegmentTable();
        setScrollY(m_scrollY);
    }
    polish();
    Q_EMIT contentChanged();
    Q_EMIT viewportChanged();
}

double SegmentItem::contentHeight() const {
    return static_cast<double>(segmentsHeight(m_table));
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
    SegmentInput input{m_data->model(m_device), m_data->assessment().frames, m_table,
                       m_data->snapshot().streams, kNamesWidth};
    input.width = static_cast<float>(width());
    input.height = static_cast<float>(height());
    input.scrollY = static_cast<float>(m_scrollY);
    input.matches = m_selection->matches();
    input.selected = m_selection->selectedAllocation();
    return input;
}

void SegmentItem::build(DisplayList& list) {
    if (!m_data || !m_selection || m_data != m_selection->memory().data()) {
        m_boxes.clear();
        list.clear(static_cast<float>(width()), static_cast<float>(height()));
        return;
    }
    buildSegments(input(), m_measure, list, m_boxes);
}

QString SegmentItem::tipText() const {
    if (!m_pointer || !m_data) {
        return {};
    }
    const auto x = static_cast<float>(m_pointer->x());
    const auto y = static_cast<float>(m_pointer->y());
    if (const auto block = allocationAt(m_boxes, x, y)) {
        return allocationTip(*m_data, m_device, *block);
    }
    const std::optional<SegmentHole> hole = holeAt(input(), x, y);
    return hole ? tr("%1 free, at 0x%2 of a segment of %3")
                      .arg(bytesText(static_cast<std::uint64_t>(hole->size)))
                      .arg(hole->address, 0, 16)
                      .arg(bytesText(static_cast<std::uint64_t>(
                          m_data->model(m_device).segments[hole->segment].size)))
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
