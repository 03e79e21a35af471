// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/selection/range_table_model.h"

#include <algorithm>
#include <utility>

#include <QClipboard>
#include <QGuiApplication>

#include "core/report/facts/range_report.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/quantity_string.h"

namespace gaplight::ui {
namespace {

bool isLess(const RangeTableRow& a, const RangeTableRow& b, RangeTableModel::Column column) {
    switch (column) {
        case RangeTableModel::Name:
            return QString::compare(a.name, b.name, Qt::CaseInsensitive) < 0;
        case RangeTableModel::Count:
            return a.row.count < b.row.count;
        case RangeTableModel::Total:
            return a.row.total < b.row.total;
        case RangeTableModel::Mean:
            return a.row.mean() < b.row.mean();
        case RangeTableModel::Shortest:
            return a.row.shortest < b.row.shortest;
        case RangeTableModel::Longest:
            break;
    }
    return a.row.longest < b.row.longest;
}

QVariantList barsOf(const RangeRow& row) {
    const std::uint32_t most = *std::max_element(row.histogram.begin(), row.histogram.end());
    QVariantList bars;
    for (const std::uint32_t bin : row.histogram) {
        bars.push_back(most == 0 ? 0.0 : static_cast<double>(bin) / most);
    }
    return bars;
}

// The rows as the reports want them; the texts must outlive the call.
std::vector<NamedRangeRow> named(const std::vector<std::pair<std::string, RangeRow>>& rows) {
    std::vector<NamedRangeRow> all;
    for (const auto& [name, row] : rows) {
        all.push_back({name, row});
    }
    return all;
}

}  // namespace

RangeTableModel::RangeTableModel(QString what, QObject* parent)
    : QAbstractListModel(parent), m_what(std::move(what)) {}

void RangeTableModel::setRows(std::vector<RangeTableRow> rows, Duration range) {
    beginResetModel();
    m_rows = std::move(rows);
    m_range = std::max(Duration(1), range);
    arrange();
    endResetModel();
    Q_EMIT rowsChanged();
}

void RangeTableModel::setFilter(const QString& filter) {
    if (filter != m_filter) {
        beginResetModel();
        m_filter = filter;
        arrange();
        endResetModel();
        Q_EMIT rowsChanged();
    }
}

void RangeTableModel::sortBy(Column column) {
    beginResetModel();
    // Numbers begin with the largest, names with A.
    m_descending = column == m_sorted ? !m_descending : column != Name;
    m_sorted = column;
    arrange();
    endResetModel();
    Q_EMIT rowsChanged();
}

void RangeTableModel::arrange() {
    m_shown.clear();
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const RangeTableRow& row = m_rows[i];
        if (m_filter.isEmpty() || row.name.contains(m_filter, Qt::CaseInsensitive) ||
            row.search.contains(m_filter, Qt::CaseInsensitive)) {
            m_shown.push_back(i);
        }
    }
    std::stable_sort(m_shown.begin(), m_shown.end(), [this](std::size_t a, std::size_t b) {
        return m_descending ? isLess(m_rows[b], m_rows[a], m_sorted)
                            : isLess(m_rows[a], m_rows[b], m_sorted);
    });
}

qint64 RangeTableModel::longestOf(int row) const {
    if (row < 0 || row >= count() || !at(row).row.longestSlice.isValid()) {
        return -1;
    }
    return static_cast<qint64>(at(row).row.longestSlice.index());
}

QString RangeTableModel::csv() const {
    std::vector<std::pair<std::string, RangeRow>> rows;
    for (const std::size_t row : m_shown) {
        rows.emplace_back(toStdString(m_rows[row].search), m_rows[row].row);
    }
    return toQString(rangeCsv(toStdString(m_what), named(rows), m_range));
}

QString RangeTableModel::markdown() const {
    std::vector<std::pair<std::string, RangeRow>> rows;
    for (const std::size_t row : m_shown) {
        rows.emplace_back(toStdString(m_rows[row].name), m_rows[row].row);
    }
    return toQString(rangeMarkdown(toStdString(m_what), named(rows), m_range));
}

void RangeTableModel::copyCsv() const {
    QGuiApplication::clipboard()->setText(csv());
}

void RangeTableModel::copyMarkdown() const {
    QGuiApplication::clipboard()->setText(markdown());
}

int RangeTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QVariant RangeTableModel::data(const QModelIndex& index, int role) const {
    const RangeTableRow& shown = at(index.row());
    switch (role) {
        case NameRole:
            return shown.name;
        case CountRole:
            return countText(shown.row.count);
        case TotalRole:
            return durationText(shown.row.total);
        case ShareRole:
            return percentText(static_cast<double>(ns(shown.row.total)) /
                               static_cast<double>(ns(m_range)));
        case MeanRole:
            return durationText(shown.row.mean());
        case ShortestRole:
            return durationText(shown.row.shortest);
        case LongestRole:
            return durationText(shown.row.longest);
        case HistogramRole:
            return barsOf(shown.row);
        case SliceRole:
            return longestOf(index.row());
        default:
            return {};
    }
}

QHash<int, QByteArray> RangeTableModel::roleNames() const {
    return {{NameRole, "name"},       {CountRole, "occurrences"}, {TotalRole, "total"},
            {ShareRole, "share"},     {MeanRole, "mean"},         {ShortestRole, "shortest"},
            {LongestRole, "longest"}, {HistogramRole, "bars"},    {SliceRole, "slice"}};
}

}  // namespace gaplight::ui
