// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include <QQmlEngine>

#include "widgets/memory/memory_pointer.h"
#include "widgets/memory/memory_time_axis.h"
#include "widgets/memory/memory_view.h"
#include "widgets/render/display_list_item.h"

namespace gaplight::ui {

// Item that shows a MemoryView: moves it on mouse and wheel events, and advances its animations
// once per frame.
// - drag: moves the view; Ctrl+drag: zooms to the range
// - wheel: moves in bytes; Shift+wheel: in time; Ctrl+wheel: zooms in time; Ctrl+Shift+wheel: in
//   bytes
// Beside a timeline it has the time axis of the timeline, and moves both.
class MemorySurface : public DisplayListItem {
    Q_OBJECT
    QML_ANONYMOUS

public:
    explicit MemorySurface(QQuickItem* parent = nullptr);

    [[nodiscard]] const MemoryView& view() const { return m_view; }
    [[nodiscard]] const MemoryViewLayout& layout() const { return m_layout; }
    // The viewport of the timeline that it follows, or its own.
    [[nodiscard]] Viewport viewport() const { return m_axis.viewport(size()); }

protected:
    // Updates everything that depends on the view; called after each event that moves it.
    virtual void refresh() = 0;
    // Updates everything that depends on what is under the pointer.
    virtual void updateHover() = 0;
    virtual void click(QPointF at) = 0;
    virtual void doubleClick() = 0;

    [[nodiscard]] std::optional<std::uint32_t> allocationAt(QPointF at) const {
        return m_layout.allocationAt(static_cast<float>(at.x()), static_cast<float>(at.y()));
    }
    // Requests a frame while the view moves.
    void requestFrame();

    void geometryChange(const QRectF& now, const QRectF& before) override;
    void itemChange(ItemChange change, const ItemChangeData& data) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void mouseUngrabEvent() override { m_pointer.cancelPress(); }
    void hoverEnterEvent(QHoverEvent* event) override { hoverMoveEvent(event); }
    void hoverMoveEvent(QHoverEvent* event) override;
    void hoverLeaveEvent(QHoverEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

    MemoryView m_view;
    MemoryTimeAxis m_axis{m_view};
    MemoryPointer m_pointer;
    std::optional<std::uint32_t> m_hovered;
    MemoryViewLayout m_layout;  // of the latest display list

private:
    QMetaObject::Connection m_frames;
};

}  // namespace gaplight::ui
