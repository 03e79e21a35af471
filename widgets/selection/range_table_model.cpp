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
        case RangeTableModel::Self:
            return a.row.self < b.row.self;
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

// The longest slice of a row; -1: not known.
qint64 longestSliceOf(const RangeTableRow& row) {
    const SliceId slice = row.row.longestSlice;
    return slice.isValid() ? static_cast<qint64>(slice.index()) : -1;
}

// Heights of the histogram's bars, 0 to 1; the most frequent bin is 1.
QVariantList barsOf(const RangeRow& row) {
    const std::uint32_t highest = *std::max_element(row.histogram.begin(), row.histogram.end());
    QVariantList bars;
    for (const std::uint32_t bin : row.histogram) {
        bars.push_back(highest == 0 ? 0.0 : static_cast<double>(bin) / highest);
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
    : LazyListModel(
          {{"name", [](const RangeTableRow& shown) { return shown.name; }},
           {"occurrences", [](const RangeTableRow& shown) { return countText(shown.row.count); }},
           {"self", [](const RangeTableRow& shown) { return durationText(shown.row.self); }},
           {"total", [](const RangeTableRow& shown) { return durationText(shown.row.total); }},
           // Of the range: "12.3 %".
           {"share",
            [this](const RangeTableRow& shown) {
                return percentText(static_cast<double>(ns(shown.row.total)) /
                                   static_cast<double>(ns(m_range)));
            }},
           {"mean", [](const RangeTableRow& shown) { return durationText(shown.row.mean()); }},
           {"shortest",
            [](const RangeTableRow& shown) { return durationText(shown.row.shortest); }},
           {"longest", [](const RangeTableRow& shown) { return durationText(shown.row.longest); }},
           {"bars", [](const RangeTableRow& shown) { return barsOf(shown.row); }},
           {"slice", longestSliceOf}},
          parent),
      m_what(std::move(what)) {}

void RangeTableModel::setRows(std::vector<RangeTableRow> rows, Duration range) {
    m_rows = std::move(rows);
    m_range = std::max(Duration(1), range);
    arrange();
}

void RangeTableModel::setFilter(const QString& filter) {
    if (filter != m_filter) {
        m_filter = filter;
        arrange();
    }
}

void RangeTableModel::sortBy(Column column) {
    // Numbers begin with the largest, names with A.
    m_descending = column == m_sorted ? !m_descending : column != Name;
    m_sorted = column;
    arrange();
}

void RangeTableModel::arrange() {
    std::vector<std::size_t> shown;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const RangeTableRow& row = m_rows[i];
        if (m_filter.isEmpty() || row.name.contains(m_filter, Qt::CaseInsensitive) ||
            row.search.contains(m_filter, Qt::CaseInsensitive)) {
            shown.push_back(i);
        }
    }
    std::stable_sort(shown.begin(), shown.end(), [this](std::size_t a, std::size_t b) {
        return m_descending ? isLess(m_rows[b], m_rows[a], m_sorted)
                            : isLess(m_rows[a], m_rows[b], m_sorted);
    });
    reset([&] { m_shown = std::move(shown); });
    Q_EMIT rowsChanged();
}

qint64 RangeTableModel::longestOf(int row) const {
    return isRow(row) ? longestSliceOf(this->row(row)) : -1;
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

}  // namespace gaplight::ui
