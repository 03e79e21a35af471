// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/table_model.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <variant>

#include <QClipboard>
#include <QGuiApplication>

#include "core/report/table/table.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {
namespace {

// In characters.
constexpr qsizetype kWidestCell = 80;
constexpr qsizetype kBarsWidth = 14;
constexpr qsizetype kSortMark = 2;
constexpr qsizetype kColumnSpacing = 2;
constexpr double kNarrowText = 22;
// Rows that decide the widths of columns: as many as are formatted without a pause.
constexpr int kMeasuredRows = 2'000;
constexpr int kMaxCopied = 100'000;

bool hasSameColumns(const Table& a, const Table& b) {
    return std::ranges::equal(a.columns, b.columns, [](const auto& one, const auto& other) {
        return one.key == other.key && one.title == other.title;
    });
}

QString cellString(const TableColumn& column, const CellValue& value) {
    const std::string text = cellText(column.unit, value, column.unknown);
    return column.unit == Unit::Prose ? withoutCodeSpans(text) : toQString(text);
}

}  // namespace

TableModel::TableModel(QObject* parent)
    : LazyListModel({{"cells", [this](const CellRow& row) { return cellsOf(row); }},
                     {"bars", [this](const CellRow& row) { return barsOf(row); }},
                     {"hasTarget", [](const CellRow& row) { return row.target >= 0; }},
                     {"swatch", [](const CellRow& row) { return toQString(row.swatch); }},
                     {"tip", [](const CellRow& row) { return toQString(row.tip); }},
                     {"heading", [this](const CellRow& row) { return headingOf(row); }},
                     {"change", [](const CellRow& row) { return row.change; }}},
                    parent) {}

void TableModel::setTable(Table table) {
    const bool isSame = hasSameColumns(m_table, table);
    reset([&] {  // once: views and other models act on it
        m_table = std::move(table);
        if (!parts().contains(m_part)) {
            m_part.clear();
        }
        if (!isSame) {
            m_sorted = -1;
            m_isDescending = false;
            m_filter.clear();
            m_part.clear();
            m_isResized = false;
            describeColumns();
        }
        m_shown = shownRows();
        m_current = std::clamp(isSame ? m_current : 0, std::min(0, count() - 1), count() - 1);
    });
    if (!isSame) {
        Q_EMIT columnsChanged();
    }
    measureColumns();
    Q_EMIT rowsChanged();
    Q_EMIT currentChanged();
}

void TableModel::describeColumns() {
    m_columns.clear();
    m_titles.clear();
    m_rightAligned.clear();
    m_barsColumn = -1;
    m_headings.reset();
    for (std::size_t at = 0; at < m_table.columns.size(); ++at) {
        const TableColumn& column = m_table.columns[at];
        if (column.unit == Unit::Heading) {
            m_headings = at;
        }
        if (column.title.empty() || column.unit == Unit::Heading) {
            continue;
        }
        if (column.unit == Unit::Histogram) {
            m_barsColumn = static_cast<int>(m_columns.size());
        }
        m_columns.push_back(at);
        m_titles.push_back(toQString(column.title));
        m_rightAligned.push_back(isNumeric(column.unit));
    }
}

void TableModel::measureColumns() {
    m_widths.clear();
    for (std::size_t shown = 0; shown < m_columns.size(); ++shown) {
        const bool hasBars = m_table.columns[m_columns[shown]].unit == Unit::Histogram;
        m_widths.push_back(static_cast<double>(
            kColumnSpacing + std::max(m_titles[static_cast<qsizetype>(shown)].size() + kSortMark,
                                      hasBars ? kBarsWidth : 0)));
    }
    for (int at = 0; at < std::min(count(), kMeasuredRows); ++at) {
        const QStringList cells = cellsOf(row(at));
        for (qsizetype shown = 0; shown < cells.size(); ++shown) {
            const qsizetype width = kColumnSpacing + std::min(kWidestCell, cells[shown].size());
            m_widths[shown] = std::max(m_widths[shown], static_cast<double>(width));
        }
    }
    layOutColumns();
}

void TableModel::layOutColumns() {
    if (m_isResized) {
        return;
    }
    const auto leastOf = [&](qsizetype column) {
        return m_rightAligned[column] ? m_widths[column] : std::min(kNarrowText, m_widths[column]);
    };
    double least = 0;
    qsizetype shown = 0;
    for (; shown < m_widths.size() && (shown == 0 || least + leastOf(shown) <= m_room); ++shown) {
        least += leastOf(shown);
    }
    const double natural = std::accumulate(m_widths.begin(), m_widths.begin() + shown, 0.0);
    const double all = std::clamp(m_room, least, natural);
    const double given = natural > least ? (natural - all) / (natural - least) : 0;
    m_shares = QList<double>(m_widths.size(), 0.0);
    for (qsizetype column = 0; column < shown; ++column) {
        m_shares[column] = std::lerp(m_widths[column], leastOf(column), given) / all;
    }
    Q_EMIT sharesChanged();
}

void TableModel::setRoom(double room) {
    if (room > 0 && room != m_room) {
        m_room = room;
        layOutColumns();
    }
}

void TableModel::resize(int column, double by) {
    constexpr double kSmallest = 0.03;
    if (column < 0 || column + 1 >= m_shares.size()) {
        return;
    }
    const double least = kSmallest - m_shares[column];
    const double most = m_shares[column + 1] - kSmallest;
    if (least <= most) {
        by = std::clamp(by, least, most);
        m_shares[column] += by;
        m_shares[column + 1] -= by;
        m_isResized = true;
        Q_EMIT sharesChanged();
    }
}

void TableModel::resetWidths() {
    m_isResized = false;
    measureColumns();
}

QStringList TableModel::cellsOf(const CellRow& row) const {
    QStringList cells;
    for (const std::size_t at : m_columns) {
        cells.push_back(cellString(m_table.columns[at], row.cells[at]));
    }
    return cells;
}

QVariantList TableModel::barsOf(const CellRow& row) const {
    QVariantList bars;
    if (m_barsColumn < 0) {
        return bars;
    }
    const CellValue& cell = row.cells[m_columns[static_cast<std::size_t>(m_barsColumn)]];
    if (const auto* bins = std::get_if<std::vector<std::uint32_t>>(&cell); bins && !bins->empty()) {
        const double highest = std::max(1U, *std::ranges::max_element(*bins));
        for (const std::uint32_t bin : *bins) {
            bars.push_back(bin / highest);
        }
    }
    return bars;
}

QString TableModel::headingOf(const CellRow& row) const {
    return m_headings ? cellString(m_table.columns[*m_headings], row.cells[*m_headings])
                      : QString();
}

QString TableModel::status() const {
    const QString all = countText(m_table.rows.size(), "row", "rows");
    return m_shown.size() == m_table.rows.size()
               ? all
               : QStringLiteral("%1 of %2").arg(countText(m_shown.size()), all);
}

void TableModel::setFilter(const QString& filter) {
    if (filter != m_filter) {
        m_filter = filter;
        arrange();
    }
}

QStringList TableModel::parts() const {
    QStringList parts;
    for (const CellRow& row : m_table.rows) {
        const QString part = partOf(row);
        if (!part.isEmpty() && !parts.contains(part)) {
            parts << part;
        }
    }
    return parts;
}

QStringList TableModel::titles() const {
    QStringList titles = m_titles;
    if (const std::string_view ofPart = titleOfPart(); !ofPart.empty() && !titles.isEmpty()) {
        titles.front() = toQString(ofPart);
    }
    return titles;
}

void TableModel::setPart(const QString& part) {
    if (part != m_part) {
        m_part = part;
        Q_EMIT columnsChanged();
        arrange();
    }
}

void TableModel::sortBy(int column) {
    if (column < 0 || column >= m_titles.size()) {
        return;
    }
    const Unit unit = m_table.columns[m_columns[static_cast<std::size_t>(column)]].unit;
    const bool startsDescending = isNumeric(unit) && unit != Unit::SinceStart;
    if (column != m_sorted) {
        m_sorted = column;
        m_isDescending = startsDescending;
    } else if (m_isDescending == startsDescending) {
        m_isDescending = !m_isDescending;
    } else {
        m_sorted = -1;
        m_isDescending = false;
    }
    arrange();
}

bool TableModel::matches(const CellRow& row) const {
    if (!m_part.isEmpty() && partOf(row) != m_part) {
        return false;
    }
    return m_filter.isEmpty() || toQString(row.tip).contains(m_filter, Qt::CaseInsensitive) ||
           std::ranges::any_of(m_columns, [&](std::size_t at) {
               return cellString(m_table.columns[at], row.cells[at])
                   .contains(m_filter, Qt::CaseInsensitive);
           });
}

std::size_t TableModel::indentOf(const CellRow& row) const {
    const auto* text =
        m_columns.empty() ? nullptr : std::get_if<std::string>(&row.cells[m_columns.front()]);
    return text == nullptr ? 0 : std::min(text->find_first_not_of(' '), text->size());
}

void TableModel::sortRows(Position first, Position last) const {
    const std::size_t column = m_columns[static_cast<std::size_t>(m_sorted)];
    std::vector<std::vector<std::size_t>> blocks;  // a row and its parts
    for (auto row = first; row != last;) {
        const std::size_t indent = indentOf(m_table.rows[*row]);
        const auto end = std::find_if(row + 1, last, [&](std::size_t other) {
            return indentOf(m_table.rows[other]) <= indent;
        });
        sortRows(row + 1, end);
        blocks.emplace_back(row, end);
        row = end;
    }
    std::ranges::stable_sort(blocks, [&](const auto& a, const auto& b) {
        return compareCells(m_table.rows[a.front()].cells[column],
                            m_table.rows[b.front()].cells[column], m_isDescending) < 0;
    });
    for (const auto& block : blocks) {
        first = std::ranges::copy(block, first).out;
    }
}

std::vector<std::size_t> TableModel::shownRows() const {
    std::vector<std::size_t> shown;
    for (std::size_t at = 0; at < m_table.rows.size(); ++at) {
        if (matches(m_table.rows[at])) {
            shown.push_back(at);
        }
    }
    for (auto first = shown.begin(); m_sorted >= 0 && first != shown.end();) {
        const auto last = std::find_if(first, shown.end(), [&](std::size_t row) {
            return headingOf(m_table.rows[row]) != headingOf(m_table.rows[*first]);
        });
        sortRows(first, last);
        first = last;
    }
    return shown;
}

void TableModel::arrange() {
    const std::size_t selected =
        isRow(m_current) ? m_shown[static_cast<std::size_t>(m_current)] : 0;
    reset([&] {
        m_shown = shownRows();
        const auto found = std::ranges::find(m_shown, selected);
        m_current = found != m_shown.end() ? static_cast<int>(found - m_shown.begin())
                                           : std::min(0, count() - 1);
    });
    Q_EMIT rowsChanged();
    Q_EMIT currentChanged();
}

void TableModel::setCurrent(int row) {
    if (row != m_current && isRow(row)) {
        m_current = row;
        Q_EMIT currentChanged();
    }
}

int TableModel::rowOf(qint64 target) const {
    const auto found = std::ranges::find(
        m_shown, target, [this](std::size_t row) { return m_table.rows[row].target; });
    return found == m_shown.end() ? -1 : static_cast<int>(found - m_shown.begin());
}

void TableModel::choose(int index) {
    if (isRow(index) && row(index).target >= 0) {
        Q_EMIT chosen(row(index).target);
    }
}

Table TableModel::shownTable() const {
    Table shown{m_table.columns, {}};
    if (const std::string_view ofPart = titleOfPart(); !ofPart.empty() && !m_columns.empty()) {
        shown.columns[m_columns.front()].title = ofPart;
    }
    for (int at = 0; at < std::min(count(), kMaxCopied); ++at) {
        shown.rows.push_back(row(at));
    }
    return shown;
}

QString TableModel::csv() const {
    return toQString(tableCsv(shownTable()));
}

QString TableModel::markdown() const {
    return toQString(tableMarkdown(shownTable()));
}

void TableModel::copyCsv() const {
    QGuiApplication::clipboard()->setText(csv());
}

void TableModel::copyMarkdown() const {
    QGuiApplication::clipboard()->setText(markdown());
}

}  // namespace gaplight::ui
