// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/serving/iteration_plot_item.h"

#include <cmath>

#include "core/base/quantity_text.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {

void IterationPlotItem::setServing(ServingObject* serving) {
    if (serving == m_serving) {
        return;
    }
    if (m_serving) {
        m_serving->disconnect(this);
    }
    m_serving = serving;
    if (m_serving) {
        connect(m_serving, &ServingObject::changed, this, &IterationPlotItem::updatePlot);
    }
    updatePlot();
}

void IterationPlotItem::setByRequests(bool byRequests) {
    if (byRequests != m_byRequests) {
        m_byRequests = byRequests;
        updatePlot();
    }
}

void IterationPlotItem::updatePlot() {
    m_plot = {};
    if (m_serving && m_serving->exists()) {
        m_plot = iterationPlot(m_serving->subject(), m_serving->plotted(),
                               m_byRequests ? IterationSize::Requests : IterationSize::Tokens);
    }
    clearPoints();
    Q_EMIT plotChanged();
}

QString IterationPlotItem::status() const {
    if (m_plot.points.empty()) {
        return m_byRequests ? QString()
                            : QStringLiteral("These names say nothing about tokens: choose Batch.");
    }
    const QString all = countText(m_plot.points.size(), "iteration", "iterations");
    return m_plot.outliers == 0 ? all
                                : QStringLiteral("%1, %2").arg(
                                      all, countText(m_plot.outliers, "outlier", "outliers"));
}

std::optional<ChartInput> IterationPlotItem::chart() const {
    ChartInput input;
    input.kind = ChartKind::Points;
    input.points = m_plot.points;
    input.fits = m_plot.fits;
    input.x = {m_byRequests ? "requests in the iteration" : "tokens in the iteration",
               [](double value) { return scaledNumberText(value); }, m_plot.isLogarithmic};
    input.y = {"time to the next one's begin",
               [](double value) { return gaplight::durationText(Duration(std::llround(value))); }};
    return input;
}

void IterationPlotItem::choose(std::size_t point) {
    if (m_serving && m_serving->exists() && point < m_plot.rows.size()) {
        const ServingIterations& serving = *m_serving->subject().analysis.serving;
        Q_EMIT picked(static_cast<qint64>(serving.rows[m_plot.rows[point]].annotation.index()));
    }
}

QString IterationPlotItem::tip(std::size_t point) const {
    return m_serving && m_serving->exists() && point < m_plot.rows.size()
               ? toQString(iterationTip(m_serving->subject(), m_plot.rows[point],
                                        m_plot.deviations[point]))
               : QString();
}

}  // namespace gaplight::ui
