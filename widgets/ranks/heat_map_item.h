// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

#include <QPointer>
#include <QQmlEngine>

#include "core/report/ranks/rank_figures.h"
#include "widgets/ranks/rank_set_object.h"
#include "widgets/render/plot_item.h"

namespace gaplight::ui {

// Ranks by steps. Click on a cell: the rank is shown, at that step.
class HeatMapItem : public PlotItem {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(
        gaplight::ui::RankSetObject* ranks READ ranks WRITE setRanks NOTIFY ranksChanged REQUIRED)
    Q_PROPERTY(Measure measure READ measure WRITE setMeasure NOTIFY mapChanged)
    // No steps were found in the traces.
    Q_PROPERTY(bool isEmpty READ isEmpty NOTIFY mapChanged)
    // Width at which all cells have their full size, in px at text size 100 %.
    Q_PROPERTY(double fullWidth READ fullWidth NOTIFY mapChanged)

public:
    enum Measure { Wait, Lateness, Compute, Idle };
    Q_ENUM(Measure)

    using PlotItem::PlotItem;

    RankSetObject* ranks() const { return m_ranks; }
    void setRanks(RankSetObject* ranks);
    Measure measure() const { return m_measure; }
    void setMeasure(Measure measure);
    bool isEmpty() const { return m_map.cells.empty(); }
    double fullWidth() const { return static_cast<double>(fullHeatMapWidth(m_map.columns.size())); }

Q_SIGNALS:
    void ranksChanged();
    void mapChanged();

protected:
    [[nodiscard]] bool draw(DisplayList& list) override;
    std::optional<std::size_t> hit(QPointF at) const override;
    QString tip(std::size_t cell) const override;
    void press(std::optional<std::size_t> cell) override;

private:
    void updateMap();
    HeatMapInput input() const;

    QPointer<RankSetObject> m_ranks;
    Measure m_measure = Wait;
    HeatMap m_map;
};

}  // namespace gaplight::ui
