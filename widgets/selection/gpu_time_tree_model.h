// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <QQmlEngine>
#include <QString>

#include "core/analysis/gpu_time_tree.h"
#include "widgets/convert/row_list_model.h"
#include "widgets/selection/histogram_object.h"
#include "widgets/session/trace_load.h"

namespace gaplight::ui {

// A GPU time tree as rows of those nodes whose parents are all expanded: name, kind ("module"),
// depth, gpuTime, share (0 to 1) and percent of all,
// activities, calls, median, p99, expandable, expanded.
class GpuTimeTreeModel : public LazyListModel<std::uint32_t> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY rowsChanged)
    // Durations of the kernels and copies below the row chosen last.
    Q_PROPERTY(gaplight::ui::HistogramObject* histogram READ histogram CONSTANT)

public:
    explicit GpuTimeTreeModel(QObject* parent = nullptr);

    // `trace` keeps the names. Expands the largest nodes first, up to a screenful.
    void setTree(LoadedTrace trace, GpuTimeTree tree);
    [[nodiscard]] int count() const final { return static_cast<int>(m_shown.size()); }
    // Expands or collapses a row; does nothing for one without children.
    Q_INVOKABLE void toggle(int row) { setExpanded(row, !isExpanded(row)); }
    Q_INVOKABLE void setExpanded(int row, bool expanded);
    Q_INVOKABLE void expandAll();
    Q_INVOKABLE void collapseAll();
    [[nodiscard]] HistogramObject* histogram() { return &m_histogram; }
    // Shows its durations.
    Q_INVOKABLE void choose(int row);
    // The longest activity of a row; -1 if `row` is out of range.
    Q_INVOKABLE qint64 longestOf(int row) const;
    // All nodes, one line each, with their path.
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
    [[nodiscard]] const GpuTimeNode& node(std::uint32_t at) const { return m_tree[at]; }
    [[nodiscard]] QString nameOf(std::uint32_t at) const;
    [[nodiscard]] QString recordedName(std::uint32_t at) const;
    [[nodiscard]] double shareOf(std::uint32_t at) const;
    void expandLargest();
    // Lists the rows anew, and notifies views.
    void arrange();
    void listChildren(std::uint32_t parent, std::vector<std::uint32_t>& rows) const;

    LoadedTrace m_trace;
    GpuTimeTree m_tree;
    HistogramObject m_histogram;
    std::vector<bool> m_isExpanded;      // by node
    std::vector<std::uint32_t> m_shown;  // nodes
};

}  // namespace gaplight::ui
