// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

#include <QPointF>
#include <QPointer>
#include <QQmlEngine>

#include "core/report/ranks/heat_map.h"
#include "widgets/ranks/rank_set_object.h"
#include "widgets/render/display_list_item.h"
#include "widgets/render/qt_text_measure.h"

namespace gaplight::ui {

// Ranks by steps. Click on a cell: the rank is shown, at that step.
class HeatMapItem : public DisplayListItem {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(
        gaplight::ui::RankSetObject* ranks READ ranks WRITE setRanks NOTIFY ranksChanged REQUIRED)
    Q_PROPERTY(Measure measure READ measure WRITE setMeasure NOTIFY mapChanged)
    // No steps were found in the traces.
    Q_PROPERTY(bool isEmpty READ isEmpty NOTIFY mapChanged)
    Q_PROPERTY(QString hoverText READ hoverText NOTIFY hoverChanged)
    Q_PROPERTY(QPointF pointer READ pointer NOTIFY hoverChanged)

public:
    enum Measure { Wait, Lateness, Compute, Idle };
    Q_ENUM(Measure)

    explicit HeatMapItem(QQuickItem* parent = nullptr);

    [[nodiscard]] RankSetObject* ranks() const { return m_ranks; }
    void setRanks(RankSetObject* ranks);
    [[nodiscard]] Measure measure() const { return m_measure; }
    void setMeasure(Measure measure);
    [[nodiscard]] bool isEmpty() const { return m_map.cells.empty(); }
    [[nodiscard]] QString hoverText() const;
    [[nodiscard]] QPointF pointer() const { return m_pointer; }

Q_SIGNALS:
    void ranksChanged();
    void mapChanged();
    void hoverChanged();

protected:
    void build(DisplayList& list) override;
    void mousePressEvent(QMouseEvent* event) override;
    void hoverMoveEvent(QHoverEvent* event) override;
    void hoverLeaveEvent(QHoverEvent* event) override;

private:
    void updateMap();
    [[nodiscard]] HeatMapInput input() const;
    [[nodiscard]] std::optional<std::size_t> cellAt(QPointF at) const;

    QPointer<RankSetObject> m_ranks;
    TextFaces m_faces;
    QtTextMeasure m_textMeasure{m_faces};
    Measure m_measure = Wait;
    HeatMap m_map;
    std::optional<std::size_t> m_hovered;
    QPointF m_pointer;
};

}  // namespace gaplight::ui
