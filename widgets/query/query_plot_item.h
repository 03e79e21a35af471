// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <QPointer>
#include <QQmlEngine>
#include <QString>

#include "core/query/query_chart.h"
#include "widgets/panels/chart_item.h"
#include "widgets/query/query_object.h"

namespace gaplight::ui {

// The result of a query as a plot. A point leads to the place of its row.
class QueryPlotItem : public ChartItem {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(gaplight::ui::QueryObject* query READ query WRITE setQuery NOTIFY plotChanged)
    Q_PROPERTY(Kind kind READ kind WRITE setKind NOTIFY plotChanged)
    // Position in QueryObject::plotColumns.
    Q_PROPERTY(int column READ column WRITE setColumn NOTIFY plotChanged)
    // Why nothing is drawn; empty: something is.
    Q_PROPERTY(QString notice READ notice NOTIFY plotChanged)

public:
    enum Kind { Bars, Histogram, Line };
    Q_ENUM(Kind)

    explicit QueryPlotItem(QQuickItem* parent = nullptr) : ChartItem(parent) {}

    QueryObject* query() const { return m_query; }
    void setQuery(QueryObject* query);
    Kind kind() const { return m_kind; }
    void setKind(Kind kind);
    int column() const { return m_column; }
    void setColumn(int column);
    QString notice() const { return m_notice; }

Q_SIGNALS:
    void plotChanged();

protected:
    std::optional<ChartInput> chart() const override;
    void choose(std::size_t point) override;
    QString tip(std::size_t point) const override;

private:
    void updatePlot();

    QPointer<QueryObject> m_query;
    const QueryResult* m_shown = nullptr;  // only compared
    Kind m_kind = Bars;
    int m_column = 0;
    std::optional<QueryChart> m_chart;
    QString m_notice;
};

}  // namespace gaplight::ui
