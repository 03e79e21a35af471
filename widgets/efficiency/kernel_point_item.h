// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <QPointF>
#include <QQmlEngine>
#include <QString>

#include "core/scene/kernels/kernel_marks.h"
#include "widgets/render/display_list_item.h"
#include "widgets/render/qt_text_measure.h"

namespace gaplight::ui {

// Base of plots whose points are kernels: one is hovered, one is selected. A click on a point, or
// Return, chooses it; left and right, up and down move between points, longest first.
class KernelPointItem : public DisplayListItem {
    Q_OBJECT
    QML_ANONYMOUS
    // The point under the pointer, in full; empty for none.
    Q_PROPERTY(QString tipText READ tipText NOTIFY hoverChanged)
    Q_PROPERTY(QPointF pointer READ pointer NOTIFY hoverChanged)
    // Marks arrow keys as handled by this item, not by window shortcuts.
    Q_PROPERTY(bool keyNavigationEnabled READ keyNavigationEnabled CONSTANT)

public:
    explicit KernelPointItem(QQuickItem* parent = nullptr);

    [[nodiscard]] QString tipText() const { return m_hovered ? textOf(*m_hovered) : QString(); }
    [[nodiscard]] QPointF pointer() const { return m_pointer; }
    [[nodiscard]] bool keyNavigationEnabled() const { return true; }
    // Where the points are, of the latest plot.
    [[nodiscard]] const std::vector<KernelMark>& marks() const { return m_marks; }

Q_SIGNALS:
    void selectionChanged();
    void hoverChanged();
    void viewportChanged();

protected:
    // Points are numbered as the plot's input has them, the longest first.
    [[nodiscard]] virtual std::size_t pointCount() const = 0;
    [[nodiscard]] virtual QString textOf(std::size_t point) const = 0;
    // Another point becomes the selected one.
    virtual void select(std::size_t point) = 0;
    // The selected point was clicked, or Return pressed.
    virtual void choose() = 0;

    // Call when the plot changed: nothing is hovered or selected then.
    void clearPoints();
    void setSelected(std::optional<std::size_t> point);

    [[nodiscard]] std::optional<std::size_t> hovered() const { return m_hovered; }
    [[nodiscard]] std::optional<std::size_t> selected() const { return m_selected; }
    [[nodiscard]] std::vector<KernelMark>& drawnMarks() { return m_marks; }
    [[nodiscard]] const QtTextMeasure& measure() const { return m_measure; }

    void mousePressEvent(QMouseEvent* event) override;
    void hoverMoveEvent(QHoverEvent* event) override;
    void hoverLeaveEvent(QHoverEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void step(int direction);

    TextFaces m_faces;
    QtTextMeasure m_measure{m_faces};
    std::vector<KernelMark> m_marks;
    std::optional<std::size_t> m_hovered;
    std::optional<std::size_t> m_selected;
    QPointF m_pointer;
};

}  // namespace gaplight::ui
