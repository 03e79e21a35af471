// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <QPointer>
#include <QQmlEngine>

#include "widgets/memory/memory_selection.h"
#include "widgets/render/display_list_item.h"
#include "widgets/render/qt_text_measure.h"

namespace gaplight::ui {

// Item that shows what a MemorySelection measured at its moment, in rows that the wheel scrolls.
class MomentItem : public DisplayListItem {
    Q_OBJECT
    QML_ANONYMOUS
    Q_PROPERTY(gaplight::ui::MemorySelection* selection READ selection WRITE setSelection NOTIFY
                   selectionChanged REQUIRED)
    Q_PROPERTY(double contentHeight READ contentHeight NOTIFY contentChanged)
    Q_PROPERTY(double scrollY READ scrollY WRITE setScrollY NOTIFY contentChanged)
    Q_PROPERTY(QString tipText READ tipText NOTIFY hoverChanged)
    Q_PROPERTY(QPointF pointer READ pointer NOTIFY hoverChanged)

public:
    [[nodiscard]] MemorySelection* selection() const { return m_selection; }
    void setSelection(MemorySelection* selection);
    // Logical pixels.
    [[nodiscard]] virtual double contentHeight() const = 0;
    [[nodiscard]] double scrollY() const { return m_scrollY; }
    void setScrollY(double y);
    // Text about what is under the pointer; empty if there is nothing.
    [[nodiscard]] virtual QString tipText() const = 0;
    [[nodiscard]] QPointF pointer() const { return m_pointer.value_or(QPointF()); }

Q_SIGNALS:
    void selectionChanged();
    void contentChanged();
    void hoverChanged();
    void viewportChanged();

protected:
    // `rowHeight`: logical pixels.
    MomentItem(float rowHeight, QQuickItem* parent);

    // Called after measured() has changed.
    virtual void showOtherMoment() = 0;
    // Called when the pointer moved or left.
    virtual void updateHovered() {}

    // What is drawn; null: nothing is measured.
    [[nodiscard]] const SharedMoment& measured() const { return m_measured; }
    // Position of the pointer; empty if it is outside the item.
    [[nodiscard]] const std::optional<QPointF>& hoverPoint() const { return m_pointer; }
    [[nodiscard]] QtTextMeasure& textMeasure() { return m_measure; }

    void hoverMoveEvent(QHoverEvent* event) override;
    void hoverLeaveEvent(QHoverEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void followSelection();

    float m_rowHeight;
    QPointer<MemorySelection> m_selection;
    SharedMoment m_measured;
    double m_scrollY = 0;
    std::optional<QPointF> m_pointer;
    TextFaces m_faces;
    QtTextMeasure m_measure{m_faces};
};

}  // namespace gaplight::ui
