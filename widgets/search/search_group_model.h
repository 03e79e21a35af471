// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <QQmlEngine>
#include <QString>
#include <QStringList>

#include "core/index/search_hits.h"
#include "widgets/convert/row_list_model.h"
#include "widgets/session/trace_load.h"

namespace gaplight::ui {

// The hits of a search by name: a row for each name, below it its hits while it is expanded.
// Sorting by the same column again reverses the order; hits stay in the order of time. DataTree.qml
// shows it, with the roles of TreeRowsModel.
class SearchGroupModel : public LazyListModel<int> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY rowsChanged)
    Q_PROPERTY(QStringList titles READ titles CONSTANT)
    // The column that has the share as a bar, too.
    Q_PROPERTY(int shareColumn READ shareColumn CONSTANT)
    Q_PROPERTY(int sorted READ sorted NOTIFY rowsChanged)
    Q_PROPERTY(bool descending READ descending NOTIFY rowsChanged)

public:
    enum Column { Name, Count, Total, Share, Median };
    Q_ENUM(Column)
    explicit SearchGroupModel(QObject* parent = nullptr);

    // `totals`: null for no hits. All names are collapsed.
    void setTotals(LoadedTrace trace, std::shared_ptr<const SearchTotals> totals);
    int count() const final { return m_rows; }
    QStringList titles() const;
    int shareColumn() const { return Share; }
    int sorted() const { return m_sorted; }
    bool descending() const { return m_descending; }
    Q_INVOKABLE void sortBy(int column);
    // Does nothing for the row of a hit.
    Q_INVOKABLE void toggle(int row);
    Q_INVOKABLE void setExpanded(int row, bool expanded);
    // The hit of a row; of a name, the longest; -1 if `row` is out of range.
    Q_INVOKABLE qint64 longestOf(int row) const;
    // One line per name.
    QString csv() const;
    // Copies it to the clipboard.
    Q_INVOKABLE void copyCsv() const;

Q_SIGNALS:
    void rowsChanged();

private:
    struct Group {
        std::uint32_t number = 0;  // into SearchTotals::names()
        bool isExpanded = false;
        int firstRow = 0;
    };
    // A row of the list: a group, or one of its hits.
    struct Place {
        const Group* group = nullptr;
        int hit = -1;  // -1: the group itself
    };
    int row(int index) const final { return index; }
    Place placeOf(int row) const;
    const NameTotal& nameOf(const Group& group) const { return m_totals->names()[group.number]; }
    SliceId hitOf(const Place& place) const {
        return m_totals->slicesOf(nameOf(*place.group))[static_cast<std::size_t>(place.hit)];
    }
    QString titleOf(int row) const;
    QString detailOf(int row) const;
    QStringList cellsOf(int row) const;
    double shareOf(int row) const;
    void arrange();
    void number();

    LoadedTrace m_trace;
    std::shared_ptr<const SearchTotals> m_totals;
    std::vector<Group> m_groups;  // sorted
    int m_rows = 0;
    int m_sorted = Total;
    bool m_descending = true;
};

}  // namespace gaplight::ui
