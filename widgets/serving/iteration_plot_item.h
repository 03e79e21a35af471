// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <QPointer>
#include <QQmlEngine>
#include <QString>

#include "core/report/facts/iteration_plot.h"
#include "widgets/panels/chart_item.h"
#include "widgets/serving/serving_object.h"

namespace gaplight::ui {

// Iterations by time over tokens or requests, with the line of each phase. A point leads to its
// iteration.
class IterationPlotItem : public ChartItem {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(
        gaplight::ui::ServingObject* serving READ serving WRITE setServing NOTIFY plotChanged)
    // x is the requests of an iteration, else its tokens.
    Q_PROPERTY(bool byRequests READ byRequests WRITE setByRequests NOTIFY plotChanged)
    // "132 iterations, 3 of them outliers"; why nothing is drawn.
    Q_PROPERTY(QString status READ status NOTIFY plotChanged)

public:
    explicit IterationPlotItem(QQuickItem* parent = nullptr) : ChartItem(parent) {}

    ServingObject* serving() const { return m_serving; }
    void setServing(ServingObject* serving);
    bool byRequests() const { return m_byRequests; }
    void setByRequests(bool byRequests);
    QString status() const;
    const IterationPlot& plot() const { return m_plot; }

Q_SIGNALS:
    void plotChanged();
    void picked(qint64 slice);

protected:
    std::optional<ChartInput> chart() const override;
    void choose(std::size_t point) override;
    QString tip(std::size_t point) const override;

private:
    void updatePlot();

    QPointer<ServingObject> m_serving;
    bool m_byRequests = false;
    IterationPlot m_plot;
};

}  // namespace gaplight::ui
