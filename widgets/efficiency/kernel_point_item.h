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
#include "widgets/render/plot_item.h"

namespace gaplight::ui {

// Base of plots whose points are kernels: one is hovered, one is selected. A click on a point, or
// Return, chooses it; left and right, up and down move between points, longest first.
class KernelPointItem : public PlotItem {
    Q_OBJECT
    QML_ANONYMOUS
    // Marks arrow keys as handled by this item, not by window shortcuts.
    Q_PROPERTY(bool keyNavigationEnabled READ keyNavigationEnabled CONSTANT)

public:
    explicit KernelPointItem(QQuickItem* parent = nullptr);

    bool keyNavigationEnabled() const { return true; }
    // Where the points are, of the latest plot.
    const std::vector<KernelMark>& marks() const { return m_marks; }

Q_SIGNALS:
    void selectionChanged();

protected:
    // Points are numbered as the plot's input has them, the longest first.
    virtual std::size_t pointCount() const = 0;
    // Another point becomes the selected one.
    virtual void select(std::size_t point) = 0;
    // The selected point was clicked, or Return pressed.
    virtual void choose() = 0;

    // Call when the plot changed: nothing is hovered or selected then.
    void clearPoints();
    void setSelected(std::optional<std::size_t> point);

    std::optional<std::size_t> selected() const { return m_selected; }
    [[nodiscard]] std::vector<KernelMark>& drawnMarks() { return m_marks; }

    std::optional<std::size_t> hit(QPointF at) const override;
    void press(std::optional<std::size_t> point) override;
    void focusInEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void step(int direction);

    std::vector<KernelMark> m_marks;
    std::optional<std::size_t> m_selected;
};

}  // namespace gaplight::ui
