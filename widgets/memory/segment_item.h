// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <QPointer>
#include <QQmlEngine>

#include "core/scene/memory/segment_scene.h"
#include "widgets/memory/memory_selection.h"
#include "widgets/render/display_list_item.h"
#include "widgets/render/qt_text_measure.h"

namespace gaplight::ui {

// The segments at the chosen moment, with their holes. A click selects the allocation of a block.
class SegmentItem : public DisplayListItem {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(gaplight::ui::MemorySelection* selection READ selection WRITE setSelection NOTIFY
                   selectionChanged REQUIRED)
    Q_PROPERTY(double contentHeight READ contentHeight NOTIFY contentChanged)
    Q_PROPERTY(double scrollY READ scrollY WRITE setScrollY NOTIFY contentChanged)
    Q_PROPERTY(QString tipText READ tipText NOTIFY hoverChanged)
    Q_PROPERTY(QPointF pointer READ pointer NOTIFY hoverChanged)

public:
    explicit SegmentItem(QQuickItem* parent = nullptr);

    [[nodiscard]] MemorySelection* selection() const { return m_selection; }
    void setSelection(MemorySelection* selection);
    [[nodiscard]] double contentHeight() const;
    [[nodiscard]] double scrollY() const { return m_scrollY; }
    void setScrollY(double y);
    [[nodiscard]] QString tipText() const;
    [[nodiscard]] QPointF pointer() const { return m_pointer.value_or(QPointF()); }
    // As drawn last.
    [[nodiscard]] const std::vector<MemoryBox>& boxes() const { return m_boxes; }

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
    [[nodiscard]] SegmentInput input() const;
    void updateTable();

    QPointer<MemorySelection> m_selection;
    SharedMoment m_measured;  // what is drawn
    std::vector<MemoryBox> m_boxes;
    double m_scrollY = 0;
    std::optional<QPointF> m_pointer;
    TextFaces m_faces;
    QtTextMeasure m_measure{m_faces};
};

}  // namespace gaplight::ui
