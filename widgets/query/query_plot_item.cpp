// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/query/query_plot_item.h"

#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {
namespace {

ChartKind chartKindOf(QueryPlotItem::Kind kind) {
    return kind == QueryPlotItem::Bars        ? ChartKind::Bars
           : kind == QueryPlotItem::Histogram ? ChartKind::Columns
                                              : ChartKind::Line;
}

}  // namespace

void QueryPlotItem::setQuery(QueryObject* query) {
    if (query == m_query) {
        return;
    }
    if (m_query) {
        m_query->disconnect(this);
    }
    m_query = query;
    m_shown = nullptr;
    if (m_query) {
        connect(m_query, &QueryObject::stateChanged, this, [this] {
            if (m_query->result() != m_shown) {
                updatePlot();
            }
        });
    }
    updatePlot();
}

void QueryPlotItem::setKind(Kind kind) {
    if (kind != m_kind) {
        m_kind = kind;
        updatePlot();
    }
}

void QueryPlotItem::setColumn(int column) {
    if (column != m_column) {
        m_column = column;
        updatePlot();
    }
}

void QueryPlotItem::updatePlot() {
    m_shown = m_query ? m_query->result() : nullptr;
    m_chart.reset();
    m_notice.clear();
    if (m_shown != nullptr) {
        const QStringList columns = m_query->plotColumns();
        const std::string column =
            columns.isEmpty()
                ? std::string()
                : toStdString(columns[std::clamp<qsizetype>(m_column, 0, columns.size() - 1)]);
        Result<QueryChart> made =
            chartOfRows(*m_shown, *m_query->trace()->session().trace, chartKindOf(m_kind), column);
        if (made) {
            m_chart = *std::move(made);
        } else {
            m_notice = toQString(made.error().message);
        }
    }
    clearPoints();
    Q_EMIT plotChanged();
}

std::optional<ChartInput> QueryPlotItem::chart() const {
    if (!m_chart) {
        return std::nullopt;
    }
    ChartInput input;
    input.kind = m_chart->kind;
    input.points = m_chart->points;
    input.x = m_chart->x;
    input.y = m_chart->y;
    return input;
}

void QueryPlotItem::choose(std::size_t point) {
    if (m_query && m_chart && point < m_chart->rows.size()) {
        m_query->goToRow(m_chart->rows[point]);
    }
}

QString QueryPlotItem::tip(std::size_t point) const {
    if (!m_chart || point >= m_chart->points.size()) {
        return {};
    }
    const ChartPoint& shown = m_chart->points[point];
    const QString value = toQString(m_chart->y.text(shown.y));
    switch (m_chart->kind) {
        case ChartKind::Bars:
            return toQString(shown.label) + QStringLiteral("\n") + value;
        case ChartKind::Columns:
            return QStringLiteral("%1 from %2 to %3")
                .arg(countText(static_cast<std::size_t>(shown.y), "row", "rows"),
                     toQString(m_chart->x.text(shown.x)), toQString(m_chart->x.text(shown.xEnd)));
        default:
            return QStringLiteral("%1 at %2").arg(value, toQString(m_chart->x.text(shown.x)));
    }
}

}  // namespace gaplight::ui
