// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/search/search_group_model.h"

#include <algorithm>
#include <utility>

#include <QClipboard>
#include <QGuiApplication>

#include "core/report/text/escaped_text.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {

SearchGroupModel::SearchGroupModel(QObject* parent)
    : LazyListModel({{"name", [this](int row) { return titleOf(row); }},
                     {"detail", [this](int row) { return detailOf(row); }},
                     {"depth", [this](int row) { return placeOf(row).hit < 0 ? 0 : 1; }},
                     {"cells", [this](int row) { return cellsOf(row); }},
                     {"share", [this](int row) { return shareOf(row); }},
                     {"expandable", [this](int row) { return placeOf(row).hit < 0; }},
                     {"expanded", [this](int row) { return placeOf(row).group->isExpanded; }}},
                    parent) {}

QStringList SearchGroupModel::titles() const {
    return {QStringLiteral("Name"), QStringLiteral("Count"), QStringLiteral("Sum"),
            QStringLiteral("Share"), QStringLiteral("Median")};
}

QString SearchGroupModel::titleOf(int row) const {
    const Place place = placeOf(row);
    if (place.hit < 0) {
        return toQString(m_trace->model().names->label(nameOf(*place.group).name));
    }
    const Trace& trace = *m_trace->session().trace;
    return QStringLiteral("at ") +
           durationText(trace.slices().start(hitOf(place)) - trace.range().begin);
}

QString SearchGroupModel::detailOf(int row) const {
    const Place place = placeOf(row);
    const Trace& trace = *m_trace->session().trace;
    return place.hit < 0 ? QString() : trackText(trace, trace.trackOf(hitOf(place)));
}

QStringList SearchGroupModel::cellsOf(int row) const {
    const Place place = placeOf(row);
    if (place.hit >= 0) {
        return {
            {}, durationText(m_trace->session().trace->slices().duration(hitOf(place))), {}, {}};
    }
    const NameTotal& name = nameOf(*place.group);
    return {countText(name.count), durationText(name.total), percentText(shareOf(row)),
            durationText(name.median)};
}

double SearchGroupModel::shareOf(int row) const {
    const Place place = placeOf(row);
    const double all = static_cast<double>(ns(m_totals->total()));
    return place.hit < 0 && all > 0 ? static_cast<double>(ns(nameOf(*place.group).total)) / all
                                    : 0.0;
}

void SearchGroupModel::setTotals(LoadedTrace trace, std::shared_ptr<const SearchTotals> totals) {
    reset([&] {
        m_trace = std::move(trace);
        m_totals = std::move(totals);
        m_groups.clear();
        for (std::size_t i = 0; m_totals && i < m_totals->names().size(); ++i) {
            m_groups.push_back({static_cast<std::uint32_t>(i), false, 0});
        }
        arrange();
    });
    Q_EMIT rowsChanged();
}

void SearchGroupModel::sortBy(int column) {
    m_descending = column == m_sorted ? !m_descending : column != Name;
    m_sorted = column;
    reset([this] { arrange(); });
    Q_EMIT rowsChanged();
}

// names() are sorted by time, so equal ones stay in that order.
void SearchGroupModel::arrange() {
    const auto isLess = [this](const Group& left, const Group& right) {
        const NameTotal& a = nameOf(left);
        const NameTotal& b = nameOf(right);
        switch (static_cast<Column>(m_sorted)) {
            case Name:
                return m_trace->model().names->label(a.name) <
                       m_trace->model().names->label(b.name);
            case Count:
                return a.count < b.count;
            case Total:
            case Share:
                return a.total < b.total;
            case Median:
                return a.median < b.median;
        }
        return false;
    };
    std::stable_sort(m_groups.begin(), m_groups.end(), [&](const Group& a, const Group& b) {
        return m_descending ? isLess(b, a) : isLess(a, b);
    });
    number();
}

void SearchGroupModel::number() {
    m_rows = 0;
    for (Group& group : m_groups) {
        group.firstRow = m_rows;
        m_rows += 1 + (group.isExpanded ? static_cast<int>(nameOf(group).count) : 0);
    }
}

SearchGroupModel::Place SearchGroupModel::placeOf(int row) const {
    const auto after =
        std::partition_point(m_groups.begin(), m_groups.end(),
                             [row](const Group& group) { return group.firstRow <= row; });
    const Group& group = *std::prev(after);
    return {&group, row - group.firstRow - 1};
}

void SearchGroupModel::toggle(int row) {
    if (isRow(row)) {
        setExpanded(row, !placeOf(row).group->isExpanded);
    }
}

void SearchGroupModel::setExpanded(int row, bool expanded) {
    if (!isRow(row) || placeOf(row).hit >= 0 || placeOf(row).group->isExpanded == expanded) {
        return;
    }
    Group& group = m_groups[static_cast<std::size_t>(placeOf(row).group - m_groups.data())];
    const int last = row + static_cast<int>(nameOf(group).count);
    if (expanded) {
        beginInsertRows({}, row + 1, last);
    } else {
        beginRemoveRows({}, row + 1, last);
    }
    group.isExpanded = expanded;
    number();
    if (expanded) {
        endInsertRows();
    } else {
        endRemoveRows();
    }
    notifyChanged(row, row, "expanded");
    Q_EMIT rowsChanged();
}

qint64 SearchGroupModel::longestOf(int row) const {
    if (!isRow(row)) {
        return -1;
    }
    const Place place = placeOf(row);
    const SliceId slice = place.hit < 0 ? nameOf(*place.group).longest : hitOf(place);
    return static_cast<qint64>(slice.index());
}

QString SearchGroupModel::csv() const {
    QString text = QStringLiteral("name,count,total_ns,median_ns\n");
    for (const Group& group : m_groups) {
        const NameTotal& name = nameOf(group);
        text += toQString(csvLine({std::string(m_trace->session().trace->text(name.name)),
                                   std::to_string(name.count), std::to_string(ns(name.total)),
                                   std::to_string(ns(name.median))}));
    }
    return text;
}

void SearchGroupModel::copyCsv() const {
    QGuiApplication::clipboard()->setText(csv());
}

}  // namespace gaplight::ui
