// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <QObject>
#include <QQmlEngine>
#include <QString>
#include <QStringList>
#include <QVariantList>

#include "core/analysis/counted_activities.h"
#include "widgets/convert/row_list_model.h"
#include "widgets/search/histogram_object.h"
#include "widgets/session/trace_load.h"

namespace gaplight::ui {

// A tree of the activities of GPUs as rows: one for each node whose parents are all expanded.
// Sorting sorts the rows below each parent; by the same column again reverses the order.
// DataTree.qml shows it. Roles: `name` and `detail` of the first column; `depth`; `cells`, the
// texts of the other columns; `share` of GPU time, 0 to 1; `expandable`, `expanded`.
class TreeRowsModel : public LazyListModel<std::uint32_t> {
    Q_OBJECT
    QML_ANONYMOUS
    Q_PROPERTY(int count READ count NOTIFY rowsChanged)
    Q_PROPERTY(QStringList titles READ titles CONSTANT)
    // The column that has the share as a bar, too.
    Q_PROPERTY(int shareColumn READ shareColumn CONSTANT)
    Q_PROPERTY(int sorted READ sorted NOTIFY rowsChanged)
    Q_PROPERTY(bool descending READ descending NOTIFY rowsChanged)
    // Durations of the kernels, and copies, of the row chosen last.
    Q_PROPERTY(gaplight::ui::HistogramObject* histogram READ histogram CONSTANT)

public:
    struct Columns {
        QStringList titles;  // the first is that of the names
        int share = 0;
        int sorted = 0;  // at first, the largest first
    };

    int count() const final { return static_cast<int>(m_shown.size()); }
    QStringList titles() const { return m_columns.titles; }
    int shareColumn() const { return m_columns.share; }
    int sorted() const { return m_columns.sorted; }
    bool descending() const { return m_isDescending; }
    Q_INVOKABLE void sortBy(int column);
    // Expands or collapses a row; does nothing for one without children.
    Q_INVOKABLE void toggle(int row) { setExpanded(row, !isExpanded(row)); }
    Q_INVOKABLE void setExpanded(int row, bool expanded);
    Q_INVOKABLE void expandAll() { setAllExpanded(true); }
    Q_INVOKABLE void collapseAll() { setAllExpanded(false); }
    HistogramObject* histogram() { return &m_histogram; }
    // Shows the durations of a row's activities in the histogram, and marks them on the timeline.
    Q_INVOKABLE void choose(int row);
    // Slice id of the longest activity below a row; -1 if `row` is out of range.
    Q_INVOKABLE qint64 longestOf(int row) const;
    virtual QString csv() const = 0;
    // Copies it to the clipboard.
    Q_INVOKABLE void copyCsv() const;

Q_SIGNALS:
    void rowsChanged();

protected:
    TreeRowsModel(Columns columns, QObject* parent);

    virtual bool hasChildren(std::uint32_t node) const = 0;
    // Appends all rows.
    virtual void listAll(std::vector<std::uint32_t>& rows) const = 0;
    // Appends the rows inside a node, as if it were expanded.
    virtual void listInside(std::uint32_t node, std::vector<std::uint32_t>& rows) const = 0;
    virtual QString nameOf(std::uint32_t node) const = 0;
    virtual QString detailOf(std::uint32_t node) const = 0;
    virtual int depthOf(std::uint32_t node) const = 0;
    virtual double shareOf(std::uint32_t node) const = 0;
    // By column, after the first.
    virtual QStringList cellsOf(std::uint32_t node) const = 0;
    // Whether a node is before another one in the ascending order of a column.
    virtual bool isLess(std::uint32_t a, std::uint32_t b, int column) const = 0;
    virtual std::span<const CountedActivity> activitiesOf(std::uint32_t node) const = 0;
    virtual SliceId longestSlice(std::uint32_t node) const = 0;

    // Begins another tree with all nodes collapsed. Call it before the tree shown until then is
    // destroyed, and arrange() once the first nodes are expanded. `trace` keeps the names.
    void begin(LoadedTrace trace, std::size_t nodes);
    // Lists the rows anew, and notifies views.
    void arrange();
    // Nodes that have the same parent, as they are sorted.
    void sortSiblings(std::vector<std::uint32_t>& nodes) const;
    const LoadedTrace& trace() const { return m_trace; }
    bool isNodeExpanded(std::uint32_t node) const { return m_isExpanded[node]; }
    void setNodeExpanded(std::uint32_t node, bool expanded) { m_isExpanded[node] = expanded; }

private:
    std::uint32_t row(int index) const final { return m_shown[static_cast<std::size_t>(index)]; }
    bool isExpanded(int row) const { return isRow(row) && m_isExpanded[this->row(row)]; }
    void setAllExpanded(bool expanded);

    Columns m_columns;
    bool m_isDescending = true;
    LoadedTrace m_trace;
    HistogramObject m_histogram{HistogramObject::Lights::All};
    std::vector<bool> m_isExpanded;      // by node
    std::vector<std::uint32_t> m_shown;  // nodes
};

}  // namespace gaplight::ui
