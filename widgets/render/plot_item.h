// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

#include <QPointF>
#include <QQmlEngine>
#include <QString>

#include "widgets/render/display_list_item.h"

namespace gaplight::ui {

// Base of plots with something under the pointer: one of the things that are drawn, by a number of
// the derived class (a point, a cell, a node). It draws, finds and describes them; this class has
// the pointer, the hovered thing and its tip.
class PlotItem : public DisplayListItem {
    Q_OBJECT
    QML_ANONYMOUS
    // About what is under the pointer; empty: nothing is there, or nothing is known of it.
    Q_PROPERTY(QString tipText READ tipText NOTIFY hoverChanged)
    Q_PROPERTY(QPointF pointer READ pointer NOTIFY hoverChanged)

public:
    explicit PlotItem(QQuickItem* parent = nullptr);

    virtual QString tipText() const { return m_hovered ? tip(*m_hovered) : QString(); }
    // The origin while the pointer is outside.
    QPointF pointer() const { return fromList(m_pointer.value_or(QPointF())); }

Q_SIGNALS:
    // Another thing is hovered, or the pointer has moved.
    void hoverChanged();
    // What is drawn was moved or zoomed: a tip is not at its place any more.
    void viewportChanged();

protected:
    // Draws the plot. False: there is nothing to draw.
    [[nodiscard]] virtual bool draw(DisplayList& list) = 0;
    // Points are of the list. What is drawn at one; empty: nothing.
    virtual std::optional<std::size_t> hit(QPointF at) const = 0;
    virtual QString tip(std::size_t thing) const = 0;
    // The left button is pressed; `thing`: what is drawn there.
    virtual void press(std::optional<std::size_t> /*thing*/) {}

    // What is under the pointer, or was made current by a key.
    const std::optional<std::size_t>& hovered() const { return m_hovered; }
    void setHovered(std::optional<std::size_t> thing);
    // Empty while the pointer is outside.
    const std::optional<QPointF>& hoverPoint() const { return m_pointer; }
    // The pointer is at a point, where nothing is hovered if `thing` is empty.
    void movePointer(QPointF at, std::optional<std::size_t> thing);

    void build(DisplayList& list) final;
    void mousePressEvent(QMouseEvent* event) override;
    void hoverMoveEvent(QHoverEvent* event) override;
    void hoverLeaveEvent(QHoverEvent* event) override;

private:
    std::optional<std::size_t> m_hovered;
    std::optional<QPointF> m_pointer;
};

// A plot in rows that the wheel scrolls.
class RowPlotItem : public PlotItem {
    Q_OBJECT
    QML_ANONYMOUS
    // Pixels of the list.
    Q_PROPERTY(double contentHeight READ contentHeight NOTIFY contentChanged)
    Q_PROPERTY(double scrollY READ scrollY WRITE setScrollY NOTIFY contentChanged)

public:
    virtual double contentHeight() const = 0;
    double scrollY() const { return m_scrollY; }
    void setScrollY(double y);

Q_SIGNALS:
    void contentChanged();

protected:
    // `rowHeight`: pixels of the list.
    RowPlotItem(float rowHeight, QQuickItem* parent) : PlotItem(parent), m_rowHeight(rowHeight) {}

    void wheelEvent(QWheelEvent* event) override;

private:
    float m_rowHeight;
    double m_scrollY = 0;
};

}  // namespace gaplight::ui
