// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/memory/memory_flame_item.h"

#include <algorithm>

#include <QHoverEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include "widgets/convert/qt_convert.h"
#include "widgets/convert/quantity_string.h"

namespace gaplight::ui {
namespace {

constexpr double kFlameNotch = 120;  // angle delta of one step of a wheel
constexpr double kFlameNotchRows = 3;

}  // namespace

MemoryFlameItem::MemoryFlameItem(QQuickItem* parent) : DisplayListItem(parent) {
    setAcceptedMouseButtons(Qt::LeftButton);
    setAcceptHoverEvents(true);
    setClip(true);
}

void MemoryFlameItem::setSelection(MemorySelection* selection) {
    if (selection == m_selection) {
        return;
    }
    if (m_selection) {
        m_selection->disconnect(this);
    }
    m_selection = selection;
    if (m_selection) {
        connect(m_selection, &MemorySelection::changed, this, &MemoryFlameItem::updateFlame);
    }
    updateFlame();
    Q_EMIT selectionChanged();
}

void MemoryFlameItem::updateFlame() {
    const SharedMoment now = m_selection ? m_selection->measured() : nullptr;
    if (now == m_measured) {
        return;
    }
    m_measured = now;
    m_top = 0;
    m_hovered = MemoryFlameNode::kNone;
    m_scrollY = 0;
    polish();
    Q_EMIT contentChanged();
    Q_EMIT viewportChanged();
}

double MemoryFlameItem::contentHeight() const {
    return static_cast<double>(memoryFlameHeight(flame()));
}

void MemoryFlameItem::setScrollY(double y) {
    y = std::clamp(y, 0.0, std::max(0.0, contentHeight() - height()));
    if (y != m_scrollY) {
        m_scrollY = y;
        polish();
        Q_EMIT contentChanged();
        Q_EMIT viewportChanged();
    }
}

MemoryFlameInput MemoryFlameItem::input() const {
    MemoryFlameInput input{m_measured->flame, m_measured->data->assessment().frames};
    input.view.top = m_top;
    input.view.hovered = m_hovered;
    input.view.width = static_cast<float>(width());
    input.view.height = static_cast<float>(height());
    input.view.scrollY = static_cast<float>(m_scrollY);
    return input;
}

void MemoryFlameItem::build(DisplayList& list) {
    if (!m_measured) {
        list.clear(static_cast<float>(width()), static_cast<float>(height()));
        return;
    }
    buildMemoryFlame(input(), m_measure, list);
}

QString MemoryFlameItem::tipText() const {
    if (!m_measured || m_hovered == MemoryFlameNode::kNone) {
        return {};
    }
    const MemoryFlameNode& node = flame()[m_hovered];
    const double share = static_cast<double>(node.bytes) /
                         static_cast<double>(std::max<std::int64_t>(1, flame()[0].bytes));
    const auto size = [](std::int64_t bytes) {
        return bytesText(static_cast<std::uint64_t>(std::max<std::int64_t>(0, bytes)));
    };
    return tr("%1\n%2 (%3) in %4, the largest %5")
        .arg(m_hovered == 0 ? tr("all that is held")
                            : toQString(m_measured->data->assessment().frames.text(node.frame)),
             size(node.bytes), percentText(share),
             countText(node.count, "allocation", "allocations"), size(node.largest));
}

void MemoryFlameItem::mousePressEvent(QMouseEvent* event) {
    if (!m_measured) {
        return;
    }
    const std::uint32_t node = memoryFlameAt(input(), static_cast<float>(event->position().x()),
                                             static_cast<float>(event->position().y()));
    if (node == MemoryFlameNode::kNone) {
        return;
    }
    m_top = node;
    polish();
    Q_EMIT viewportChanged();
    if (node != 0 && flame()[node].count > 0) {
        m_selection->setSelected(static_cast<qint64>(flame()[node].example));
    }
}

void MemoryFlameItem::hoverMoveEvent(QHoverEvent* event) {
    m_pointer = event->position();
    const std::uint32_t node = m_measured
                                   ? memoryFlameAt(input(), static_cast<float>(m_pointer->x()),
                                                   static_cast<float>(m_pointer->y()))
                                   : MemoryFlameNode::kNone;
    if (node != m_hovered) {
        m_hovered = node;
        polish();
    }
    Q_EMIT hoverChanged();
}

void MemoryFlameItem::hoverLeaveEvent(QHoverEvent*) {
    m_pointer.reset();
    m_hovered = MemoryFlameNode::kNone;
    polish();
    Q_EMIT hoverChanged();
}

void MemoryFlameItem::wheelEvent(QWheelEvent* event) {
    setScrollY(m_scrollY - event->angleDelta().y() / kFlameNotch * kFlameNotchRows *
                               static_cast<double>(kIciclePitch));
    event->accept();
}

}  // namespace gaplight::ui
