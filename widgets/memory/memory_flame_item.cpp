// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/memory/memory_flame_item.h"

#include <algorithm>

#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {

void MemoryFlameItem::showOtherMoment() {
    m_top = 0;
    setScrollY(0);
}

double MemoryFlameItem::contentHeight() const {
    return static_cast<double>(memoryFlameHeight(flame()));
}

MemoryFlameInput MemoryFlameItem::input() const {
    MemoryFlameInput input{measured()->flame, measured()->data->assessment().frames};
    input.view.top = m_top;
    input.view.hovered =
        hovered() ? static_cast<std::uint32_t>(*hovered()) : MemoryFlameNode::kNone;
    input.view.width = listWidth();
    input.view.height = listHeight();
    input.view.scrollY = static_cast<float>(scrollY());
    return input;
}

bool MemoryFlameItem::draw(DisplayList& list) {
    if (!measured()) {
        return false;
    }
    buildMemoryFlame(input(), measure(), list);
    return true;
}

std::optional<std::size_t> MemoryFlameItem::hit(QPointF at) const {
    const std::uint32_t node =
        measured() ? memoryFlameAt(input(), static_cast<float>(at.x()), static_cast<float>(at.y()))
                   : MemoryFlameNode::kNone;
    return node == MemoryFlameNode::kNone ? std::nullopt : std::optional<std::size_t>(node);
}

QString MemoryFlameItem::tip(std::size_t at) const {
    const MemoryFlameNode& node = flame()[static_cast<std::uint32_t>(at)];
    const double share = static_cast<double>(node.bytes) /
                         static_cast<double>(std::max<std::int64_t>(1, flame()[0].bytes));
    const auto size = [](std::int64_t bytes) {
        return bytesText(static_cast<std::uint64_t>(std::max<std::int64_t>(0, bytes)));
    };
    return QStringLiteral("%1\n%2 (%3) in %4, the largest %5")
        .arg(at == 0 ? QStringLiteral("all that is held")
                     : toQString(measured()->data->assessment().frames.text(node.frame)),
             size(node.bytes), percentText(share),
             countText(node.count, "allocation", "allocations"), size(node.largest));
}

void MemoryFlameItem::press(std::optional<std::size_t> at) {
    if (!at) {
        return;
    }
    m_top = static_cast<std::uint32_t>(*at);
    polish();
    Q_EMIT viewportChanged();
    const MemoryFlameNode& node = flame()[m_top];
    if (*at != 0 && node.count > 0) {
        selection()->setSelected(static_cast<qint64>(node.example));
    }
}

}  // namespace gaplight::ui
