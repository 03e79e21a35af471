// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/selection/tree_rows_model.h"

#include <algorithm>
#include <utility>

#include <QClipboard>
#include <QGuiApplication>

#include "widgets/convert/qt_text.h"

namespace gaplight::ui {

void HistogramObject::show(QString title, std::span<const CountedActivity> activities) {
    m_title = std::move(title);
    m_activities = activities;
    m_histogram = DurationHistogram::build(activities);
    m_bin = -1;
    m_slices.clear();
    Q_EMIT changed();
    Q_EMIT binChanged();
}

QVariantList HistogramObject::heights() const {
    QVariantList heights;
    if (exists()) {
        const double highest =
            *std::max_element(m_histogram.counts.begin(), m_histogram.counts.end());
        for (const std::uint32_t count : m_histogram.counts) {
            heights.push_back(static_cast<double>(count) / highest);
        }
    }
    return heights;
}

QString HistogramObject::from() const {
    return exists() ? durationText(m_histogram.edges.front()) : QString();
}

QString HistogramObject::to() const {
    return exists() ? durationText(m_histogram.edges.back() - Duration(1)) : QString();
}

QString HistogramObject::textOf(int bin) const {
    if (!isBin(bin)) {
        return {};
    }
    const auto at = static_cast<std::size_t>(bin);
    return QStringLiteral("%1 from %2 to %3")
        .arg(countText(m_histogram.counts[at]), durationText(m_histogram.edges[at]),
             durationText(m_histogram.edges[at + 1] - Duration(1)));
}

QString HistogramObject::place() const {
    return m_slices.empty() ? QString()
                            : QStringLiteral("%1 of %2").arg(countText(m_at + 1), textOf(m_bin));
}

qint64 HistogramObject::next(int bin) {
    if (!isBin(bin) || m_histogram.counts[static_cast<std::size_t>(bin)] == 0) {
        return -1;
    }
    if (bin != m_bin) {
        m_bin = bin;
        m_slices = m_histogram.slicesIn(static_cast<std::size_t>(bin), m_activities);
        m_at = 0;
    } else {
        m_at = (m_at + 1) % m_slices.size();
    }
    Q_EMIT binChanged();
    return static_cast<qint64>(m_slices[m_at].index());
}

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
