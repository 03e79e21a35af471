// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <QQmlEngine>
#include <QString>

#include "core/analysis/kernel_tree.h"
#include "widgets/selection/tree_rows_model.h"

namespace gaplight::ui {

// Kernels by group, name, and launch configuration with shapes. A filter leaves names that match,
// all expanded groups of them, and what is below.
class KernelTreeModel : public TreeRowsModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(QString filter READ filter WRITE setFilter NOTIFY rowsChanged)

public:
    enum Column { Name, Count, Total, Share, Median, P99 };
    Q_ENUM(Column)
    // Input shapes as recorded, by node.
    using Shapes = std::map<std::uint32_t, std::string>;

    explicit KernelTreeModel(QObject* parent = nullptr);

    // `trace` keeps the names. Groups are collapsed, the only one is expanded.
    void setTree(LoadedTrace trace, KernelTree tree, Shapes shapes);
    QString filter() const { return m_filter; }
    void setFilter(const QString& filter);
    // One line per launch configuration that the filter leaves.
    QString csv() const override;

protected:
    bool hasChildren(std::uint32_t at) const override { return node(at).childCount > 0; }
    void listAll(std::vector<std::uint32_t>& rows) const override {
        list(0, m_tree.groupCount(), rows);
    }
    void listInside(std::uint32_t at, std::vector<std::uint32_t>& rows) const override {
        list(node(at).firstChild, node(at).childCount, rows);
    }
    QString nameOf(std::uint32_t at) const override;
    QString detailOf(std::uint32_t at) const override;
    int depthOf(std::uint32_t at) const override { return static_cast<int>(node(at).level); }
    double shareOf(std::uint32_t at) const override;
    QStringList cellsOf(std::uint32_t at) const override;
    bool isLess(std::uint32_t a, std::uint32_t b, int column) const override;
    std::span<const CountedActivity> activitiesOf(std::uint32_t at) const override {
        return m_tree.activitiesOf(node(at));
    }
    SliceId longestSlice(std::uint32_t at) const override { return node(at).longestSlice; }

private:
    const KernelTreeNode& node(std::uint32_t at) const { return m_tree.nodes()[at]; }
    bool passesFilter(std::uint32_t name) const;
    // The rows below nodes [first, first + count), sorted.
    void list(std::uint32_t first, std::uint32_t count, std::vector<std::uint32_t>& rows) const;

    KernelTree m_tree;
    Shapes m_shapes;
    QString m_filter;
};

}  // namespace gaplight::ui
