// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <QQmlEngine>
#include <QString>

#include "core/analysis/kernel_tree.h"
#include "widgets/convert/row_list_model.h"
#include "widgets/selection/histogram_object.h"
#include "widgets/session/trace_load.h"

namespace gaplight::ui {

// Kernels by group, name, and launch configuration with shapes: rows of those nodes whose parents
// are all expanded. Sorting sorts the rows below each parent; by the same column again reverses the
// order. A filter leaves names that match, all expanded groups of them, and what is below.
class KernelTreeModel : public LazyListModel<std::uint32_t> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY rowsChanged)
    Q_PROPERTY(Column sorted READ sorted NOTIFY rowsChanged)
    Q_PROPERTY(bool descending READ descending NOTIFY rowsChanged)
    Q_PROPERTY(QString filter READ filter WRITE setFilter NOTIFY rowsChanged)
    // Durations of the row chosen last.
    Q_PROPERTY(gaplight::ui::HistogramObject* histogram READ histogram CONSTANT)

public:
    enum Column { Name, Count, Total, Median, P99 };
    Q_ENUM(Column)
    // Input shapes as recorded, by node.
    using Shapes = std::map<std::uint32_t, std::string>;

    explicit KernelTreeModel(QObject* parent = nullptr);

    // `trace` keeps the names. Groups are collapsed, the only one is expanded.
    void setTree(LoadedTrace trace, KernelTree tree, Shapes shapes);
    [[nodiscard]] int count() const final { return static_cast<int>(m_shown.size()); }
    [[nodiscard]] Column sorted() const { return m_sorted; }
    [[nodiscard]] bool descending() const { return m_descending; }
    [[nodiscard]] QString filter() const { return m_filter; }
    void setFilter(const QString& filter);
    [[nodiscard]] HistogramObject* histogram() { return &m_histogram; }
    Q_INVOKABLE void sortBy(gaplight::ui::KernelTreeModel::Column column);
    // Expands or collapses a row; does nothing for one without children.
    Q_INVOKABLE void toggle(int row) { setExpanded(row, !isExpanded(row)); }
    Q_INVOKABLE void setExpanded(int row, bool expanded);
    Q_INVOKABLE void expandAll();
    Q_INVOKABLE void collapseAll();
    // Shows its durations.
    Q_INVOKABLE void choose(int row);
    // The longest kernel of a row; -1 if `row` is out of range.
    Q_INVOKABLE qint64 longestOf(int row) const;
    // One line per launch configuration that the filter leaves.
    [[nodiscard]] QString csv() const;
    // Copies it to the clipboard.
    Q_INVOKABLE void copyCsv() const;

Q_SIGNALS:
    void rowsChanged();

private:
    [[nodiscard]] std::uint32_t row(int index) const final {
        return m_shown[static_cast<std::size_t>(index)];
    }
    [[nodiscard]] bool isExpanded(int row) const {
        return isRow(row) && m_isExpanded[this->row(row)];
    }
    [[nodiscard]] const KernelTreeNode& node(std::uint32_t at) const { return m_tree.nodes()[at]; }
    [[nodiscard]] bool isLess(std::uint32_t a, std::uint32_t b) const;
    [[nodiscard]] QString nameOf(std::uint32_t at) const;
    [[nodiscard]] QString shapesOf(std::uint32_t at) const;
    [[nodiscard]] double shareOf(std::uint32_t at) const;
    [[nodiscard]] bool passesFilter(std::uint32_t name) const;
    // The rows below nodes [first, first + count), sorted.
    void list(std::uint32_t first, std::uint32_t count, std::vector<std::uint32_t>& rows) const;
    void arrange();

    LoadedTrace m_trace;
    KernelTree m_tree;
    Shapes m_shapes;
    HistogramObject m_histogram;
    std::vector<bool> m_isExpanded;      // by node
    std::vector<std::uint32_t> m_shown;  // nodes
    QString m_filter;
    Column m_sorted = Total;
    bool m_descending = true;
};

}  // namespace gaplight::ui
