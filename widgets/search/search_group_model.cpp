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
    : LazyListModel(
          {{"name",
            [this](int row) {
                const Place place = placeOf(row);
                const StringId name = nameOf(*place.group).name;
                return place.hit < 0 ? toQString(m_trace->model().names->label(name)) : QString();
            }},
           {"isGroup", [this](int row) { return placeOf(row).hit < 0; }},
           {"expanded", [this](int row) { return placeOf(row).group->isExpanded; }},
           {"occurrences",
            [this](int row) {
                return textOf(row, [](const NameTotal& name) { return countText(name.count); }, {});
            }},
           {"length",
            [this](int row) {
                return textOf(
                    row, [](const NameTotal& name) { return durationText(name.total); },
                    [this](SliceId slice) {
                        return durationText(m_trace->session().trace->slices().duration(slice));
                    });
            }},
           {"share",
            [this](int row) {
                const Place place = placeOf(row);
                const double all = static_cast<double>(ns(m_totals->total()));
                return place.hit < 0 && all > 0
                           ? static_cast<double>(ns(nameOf(*place.group).total)) / all
                           : 0.0;
            }},
           {"median",
            [this](int row) {
                return textOf(row, [](const NameTotal& name) { return durationText(name.median); },
                              {});
            }},
           {"when",
            [this](int row) {
                return textOf(row, {}, [this](SliceId slice) {
                    const Trace& trace = *m_trace->session().trace;
                    return durationText(trace.slices().start(slice) - trace.range().begin);
                });
            }},
           {"track",
            [this](int row) {
                return textOf(row, {}, [this](SliceId slice) {
                    const Trace& trace = *m_trace->session().trace;
                    return trackText(trace, trace.trackOf(slice));
                });
            }}},
          parent) {}

QString SearchGroupModel::textOf(int row, const std::function<QString(const NameTotal&)>& ofName,
                                 const std::function<QString(SliceId)>& ofHit) const {
    const Place place = placeOf(row);
    if (place.hit < 0) {
        return ofName ? ofName(nameOf(*place.group)) : QString();
    }
    return ofHit ? ofHit(hitOf(place)) : QString();
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

void SearchGroupModel::sortBy(Column column) {
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
        switch (m_sorted) {
            case Name:
                return m_trace->model().names->label(a.name) <
                       m_trace->model().names->label(b.name);
            case Count:
                return a.count < b.count;
            case Total:
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

qint64 SearchGroupModel::sliceOf(int row) const {
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
