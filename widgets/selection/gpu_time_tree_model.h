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

// GPU time by annotation, module and operator, as a tree. Roles: name, kind ("module"), depth,
// gpuTime, share (of all GPU time, 0 to 1), percent (the same as text), activities, calls, median,
// p99.
class GpuTimeTreeModel : public TreeRowsModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")

public:
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
    std::span<const CountedActivity> activitiesOf(std::uint32_t node) const override {
        return m_tree.activitiesOf(node);
    }
    SliceId longestSlice(std::uint32_t node) const override { return m_tree[node].longest; }

private:
    const GpuTimeNode& node(std::uint32_t at) const { return m_tree[at]; }
    QString recordedName(std::uint32_t at) const;
    double shareOf(std::uint32_t at) const;
    void expandLargest();

    GpuTimeTree m_tree;
};

}  // namespace gaplight::ui
