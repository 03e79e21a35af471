// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <QQmlEngine>
#include <QString>

#include "core/provenance/gpu_time_tree.h"
#include "widgets/selection/tree_rows_model.h"

namespace gaplight::ui {

// GPU time by annotation, module and operator, as a tree.
class GpuTimeTreeModel : public TreeRowsModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")

public:
    enum Column { Name, GpuTime, Share, Activities, Calls, Median, P99 };
    Q_ENUM(Column)

    explicit GpuTimeTreeModel(QObject* parent = nullptr);

    // `trace` keeps the names. Expands the largest nodes first, up to a screenful.
    void setTree(LoadedTrace trace, GpuTimeTree tree);
    // All nodes, one line each, with their path.
    QString csv() const override;

protected:
    bool hasChildren(std::uint32_t node) const override { return m_tree[node].childCount > 0; }
    void listAll(std::vector<std::uint32_t>& rows) const override;
    void listInside(std::uint32_t node, std::vector<std::uint32_t>& rows) const override;
    QString nameOf(std::uint32_t node) const override;
    QString detailOf(std::uint32_t node) const override;  // "module"
    int depthOf(std::uint32_t at) const override { return static_cast<int>(node(at).depth) - 1; }
    double shareOf(std::uint32_t at) const override;
    QStringList cellsOf(std::uint32_t at) const override;
    bool isLess(std::uint32_t a, std::uint32_t b, int column) const override;
    std::span<const CountedActivity> activitiesOf(std::uint32_t node) const override {
        return m_tree.activitiesOf(node);
    }
    SliceId longestSlice(std::uint32_t node) const override { return m_tree[node].longest; }

private:
    const GpuTimeNode& node(std::uint32_t at) const { return m_tree[at]; }
    QString recordedName(std::uint32_t at) const;
    void expandLargest();

    GpuTimeTree m_tree;
};

}  // namespace gaplight::ui
