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
void MemoryFlameItem::showOtherMoment() {
    m_top = 0;
    m_hovered = MemoryFlameNode::kNone;
    setScrollY(0);
}

double MemoryFlameItem::contentHeight() const {
    return static_cast<double>(memoryFlameHeight(flame()));
}

MemoryFlameInput MemoryFlameItem::input() const {
    MemoryFlameInput input{measured()->flame, measured()->data->assessment().frames};
    input.view.top = m_top;
    input.view.hovered = m_hovered;
    input.view.width = static_cast<float>(width());
    input.view.height = static_cast<float>(height());
    input.view.scrollY = static_cast<float>(scrollY());
    return input;
}

void MemoryFlameItem::build(DisplayList& list) {
    if (!measured()) {
        list.clear(static_cast<float>(width()), static_cast<float>(height()));
        return;
    }
    buildMemoryFlame(input(), textMeasure(), list);
}

QString MemoryFlameItem::tipText() const {
    if (!measured() || m_hovered == MemoryFlameNode::kNone) {
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
                            : toQString(measured()->data->assessment().frames.text(node.frame)),
             size(node.bytes), percentText(share),
             countText(node.count, "allocation", "allocations"), size(node.largest));
}

void MemoryFlameItem::mousePressEvent(QMouseEvent* event) {
    if (!measured()) {
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
        selection()->setSelected(static_cast<qint64>(flame()[node].example));
    }
}

void MemoryFlameItem::updateHovered() {
    const std::uint32_t node = measured() && hoverPoint()
                                   ? memoryFlameAt(input(), static_cast<float>(hoverPoint()->x()),
                                                   static_cast<float>(hoverPoint()->y()))
                                   : MemoryFlameNode::kNone;
    if (node != m_hovered) {
        m_hovered = node;
        polish();
    }
}

}  // namespace gaplight::ui
