// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/selection/tree_rows_model.h"

#include <utility>

#include <QClipboard>
#include <QGuiApplication>

namespace gaplight::ui {

TreeRowsModel::TreeRowsModel(std::vector<Role> roles, QObject* parent)
    : LazyListModel(
          [&] {
              roles.push_back({"expandable", [this](std::uint32_t at) { return hasChildren(at); }});
              roles.push_back(
                  {"expanded", [this](std::uint32_t at) { return isNodeExpanded(at); }});
              return std::move(roles);
          }(),
          parent) {}

void TreeRowsModel::begin(LoadedTrace trace, std::size_t nodes) {
    m_histogram.show({}, {});
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
        m_histogram.show(nameOf(this->row(row)), activitiesOf(this->row(row)));
    }
}

qint64 TreeRowsModel::longestOf(int row) const {
    return isRow(row) ? static_cast<qint64>(longestSlice(this->row(row)).index()) : -1;
}

void TreeRowsModel::copyCsv() const {
    QGuiApplication::clipboard()->setText(csv());
}

}  // namespace gaplight::ui
