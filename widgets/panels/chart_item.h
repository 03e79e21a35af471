// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <QQmlEngine>
#include <QString>

#include "core/scene/panels/chart_scene.h"
#include "widgets/render/plot_item.h"

namespace gaplight::ui {

// Base of plots of rows: one point is hovered, one selected. A click on a point, or Return, chooses
// it; the arrow keys, Home and End select another.
class ChartItem : public PlotItem {
    Q_OBJECT
    QML_ANONYMOUS
    // Marks arrow keys as handled by this item, not by window shortcuts.
    Q_PROPERTY(bool keyNavigationEnabled READ keyNavigationEnabled CONSTANT)

public:
    explicit ChartItem(QQuickItem* parent = nullptr);

    bool keyNavigationEnabled() const { return true; }
    // Where the points are, of the latest frame.
    const std::vector<ChartMark>& marks() const { return m_marks; }
    // The selected point, about which it is when no pointer is over it.
    std::optional<std::size_t> selected() const { return m_selected; }

protected:
    // The chart without size, hovered and selected point. Empty: there is nothing to draw.
    virtual std::optional<ChartInput> chart() const = 0;
    virtual void choose(std::size_t point) = 0;

    // Call when the points changed: nothing is hovered or selected then.
    void clearPoints();
    void select(std::optional<std::size_t> point);

    [[nodiscard]] bool draw(DisplayList& list) final;
    std::optional<std::size_t> hit(QPointF at) const final;
    void press(std::optional<std::size_t> point) final;
    void keyPressEvent(QKeyEvent* event) final;

private:
    void step(std::ptrdiff_t by);

    ChartKind m_kind = ChartKind::Bars;  // of the latest frame
    std::size_t m_count = 0;             // the same
    std::vector<ChartMark> m_marks;
    std::optional<std::size_t> m_selected;
};

}  // namespace gaplight::ui
