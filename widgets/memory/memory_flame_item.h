// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include <QPointer>
#include <QQmlEngine>

#include "core/scene/memory/memory_flame_scene.h"
#include "widgets/memory/memory_selection.h"
#include "widgets/render/display_list_item.h"
#include "widgets/render/qt_text_measure.h"

namespace gaplight::ui {

// What is held at the chosen moment, by line and its callers. A click zooms to a node, and selects
// its largest allocation.
class MemoryFlameItem : public DisplayListItem {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(gaplight::ui::MemorySelection* selection READ selection WRITE setSelection NOTIFY
                   selectionChanged REQUIRED)
    Q_PROPERTY(double contentHeight READ contentHeight NOTIFY contentChanged)
    Q_PROPERTY(double scrollY READ scrollY WRITE setScrollY NOTIFY contentChanged)
    Q_PROPERTY(QString tipText READ tipText NOTIFY hoverChanged)
    Q_PROPERTY(QPointF pointer READ pointer NOTIFY hoverChanged)

public:
    explicit MemoryFlameItem(QQuickItem* parent = nullptr);

    [[nodiscard]] MemorySelection* selection() const { return m_selection; }
    void setSelection(MemorySelection* selection);
    [[nodiscard]] double contentHeight() const;
    [[nodiscard]] double scrollY() const { return m_scrollY; }
    void setScrollY(double y);
    [[nodiscard]] QString tipText() const;
    [[nodiscard]] QPointF pointer() const { return m_pointer.value_or(QPointF()); }
    // The zoomed node.
    [[nodiscard]] std::uint32_t top() const { return m_top; }
    [[nodiscard]] const MemoryFlame& flame() const {
        static const MemoryFlame empty;
        return m_measured ? m_measured->flame : empty;
    }

Q_SIGNALS:
    void selectionChanged();
    void contentChanged();
    void hoverChanged();
    void viewportChanged();

protected:
    void build(DisplayList& list) override;
    void mousePressEvent(QMouseEvent* event) override;
    void hoverMoveEvent(QHoverEvent* event) override;
    void hoverLeaveEvent(QHoverEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    // Needs m_measured.
    [[nodiscard]] MemoryFlameInput input() const;
    void updateFlame();

    QPointer<MemorySelection> m_selection;
    SharedMoment m_measured;  // what is drawn
    std::uint32_t m_top = 0;
    std::uint32_t m_hovered = MemoryFlameNode::kNone;
    double m_scrollY = 0;
    std::optional<QPointF> m_pointer;
    TextFaces m_faces;
    QtTextMeasure m_measure{m_faces};
};

}  // namespace gaplight::ui
