// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/selection/tree_rows_model.h"

#include <algorithm>
#include <utility>

#include <QClipboard>
#include <QGuiApplication>

#include "widgets/convert/qt_text.h"

namespace gaplight::ui {

TreeRowsModel::TreeRowsModel(Columns columns, QObject* parent)
    : LazyListModel({{"name", [this](std::uint32_t at) { return nameOf(at); }},
                     {"detail", [this](std::uint32_t at) { return detailOf(at); }},
                     {"depth", [this](std::uint32_t at) { return depthOf(at); }},
                     {"cells", [this](std::uint32_t at) { return cellsOf(at); }},
                     {"share", [this](std::uint32_t at) { return shareOf(at); }},
                     {"expandable", [this](std::uint32_t at) { return hasChildren(at); }},
                     {"expanded", [this](std::uint32_t at) { return isNodeExpanded(at); }}},
                    parent),
      m_columns(std::move(columns)) {}

void TreeRowsModel::sortBy(int column) {
    if (column >= 0 && column < m_columns.titles.size()) {
        m_isDescending = column == m_columns.sorted ? !m_isDescending : column > 0;
        m_columns.sorted = column;
        arrange();
    }
}

void TreeRowsModel::sortSiblings(std::vector<std::uint32_t>& nodes) const {
    std::ranges::stable_sort(nodes, [this](std::uint32_t a, std::uint32_t b) {
        return m_isDescending ? isLess(b, a, m_columns.sorted) : isLess(a, b, m_columns.sorted);
    });
}

void TreeRowsModel::begin(LoadedTrace trace, std::size_t nodes) {
    m_histogram.clear();
    m_trace = std::move(trace);
    m_isExpanded.assign(nodes, false);
}

void TreeRowsModel::arrange() {
    std::vector<std::uint32_t> rows;
    listAll(rows);
    reset([&] { m_shown = std::move(rows); });
    Q_EMIT rowsChanged();
}

void TreeRowsModel::setExpanded(int row, bool expanded) {
    if (!isRow(row) || !hasChildren(this->row(row)) || isExpanded(row) == expanded) {
        return;
    }
    const std::uint32_t at = this->row(row);
    std::vector<std::uint32_t> inside;
    listInside(at, inside);
    m_isExpanded[at] = expanded;
    const int last = row + static_cast<int>(inside.size());
    const auto place = m_shown.begin() + row + 1;
    if (expanded) {
        beginInsertRows({}, row + 1, last);
        m_shown.insert(place, inside.begin(), inside.end());
        endInsertRows();
    } else {
        beginRemoveRows({}, row + 1, last);
        m_shown.erase(place, m_shown.begin() + last + 1);
        endRemoveRows();
    }
    notifyChanged(row, row, "expanded");
    Q_EMIT rowsChanged();
}

void TreeRowsModel::setAllExpanded(bool expanded) {
    m_isExpanded.assign(m_isExpanded.size(), expanded);
    arrange();
}

void TreeRowsModel::choose(int row) {
    if (isRow(row)) {
        // A copy: the tree may be replaced while a pool thread reads it.
        const auto activities = activitiesOf(this->row(row));
        m_histogram.show(nameOf(this->row(row)), m_trace,
                         [of = std::vector<CountedActivity>(activities.begin(), activities.end())](
                             const std::stop_token&) {
                             TimedSlices slices;
                             for (const CountedActivity& activity : of) {
                                 slices.add(activity.slice, activity.length);
                             }
                             return slices;
                         });
    }
}

qint64 TreeRowsModel::longestOf(int row) const {
    return isRow(row) ? static_cast<qint64>(longestSlice(this->row(row)).index()) : -1;
}

void TreeRowsModel::copyCsv() const {
    QGuiApplication::clipboard()->setText(csv());
}

}  // namespace gaplight::ui
