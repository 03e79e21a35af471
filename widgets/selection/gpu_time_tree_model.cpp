// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/selection/gpu_time_tree_model.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/report/text/escaped_text.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {
namespace {

constexpr std::size_t kScreenful = 12;  // rows that are shown at first, about

QString kindText(GpuTimeKind kind) {
    switch (kind) {
        case GpuTimeKind::Annotation:
            return QStringLiteral("annotation");
        case GpuTimeKind::Module:
            return QStringLiteral("module");
        case GpuTimeKind::Operator:
            return QStringLiteral("operator");
        case GpuTimeKind::Activity:
            return QStringLiteral("GPU");
        case GpuTimeKind::All:
        case GpuTimeKind::NoLaunch:
            break;
    }
    return {};
}

QString textUnlessZero(Duration length) {
    return length > Duration::zero() ? durationText(length) : QString();
}

}  // namespace

GpuTimeTreeModel::GpuTimeTreeModel(QObject* parent)
    : TreeRowsModel(
          {{QStringLiteral("annotation, module, operator, kernel"), QStringLiteral("GPU time"),
            QStringLiteral("share"), QStringLiteral("kernels"), QStringLiteral("calls"),
            QStringLiteral("median"), QStringLiteral("p99")},
           Share,
           GpuTime},
          parent) {}

QString GpuTimeTreeModel::detailOf(std::uint32_t at) const {
    return kindText(node(at).kind);
}

QStringList GpuTimeTreeModel::cellsOf(std::uint32_t at) const {
    const GpuTimeNode& of = node(at);
    return {durationText(of.gpuTime),  percentText(shareOf(at)),
            countText(of.activities),  of.calls > 0 ? countText(of.calls) : QString(),
            textUnlessZero(of.median), textUnlessZero(of.p99)};
}

bool GpuTimeTreeModel::isLess(std::uint32_t a, std::uint32_t b, int column) const {
    switch (static_cast<Column>(column)) {
        case Name:
            return nameOf(a) < nameOf(b);
        case GpuTime:
        case Share:
            return node(a).gpuTime < node(b).gpuTime;
        case Activities:
            return node(a).activities < node(b).activities;
        case Calls:
            return node(a).calls < node(b).calls;
        case Median:
            return node(a).median < node(b).median;
        case P99:
            return node(a).p99 < node(b).p99;
    }
    return false;
}

void GpuTimeTreeModel::setTree(LoadedTrace trace, GpuTimeTree tree) {
    begin(std::move(trace), tree.nodes().size());
    m_tree = std::move(tree);
    expandLargest();
    arrange();
}

// From the root down, most GPU time first, while all rows fit on a screen or a node has most of it.
void GpuTimeTreeModel::expandLargest() {
    if (m_tree.nodes().empty()) {
        return;
    }
    setNodeExpanded(0, true);
    const auto isSmaller = [this](std::uint32_t a, std::uint32_t b) {
        return node(a).gpuTime < node(b).gpuTime;
    };
    std::vector<std::uint32_t> heap;
    listInside(0, heap);
    std::make_heap(heap.begin(), heap.end(), isSmaller);
    std::size_t rows = heap.size();
    while (!heap.empty() && (rows < kScreenful || shareOf(heap.front()) > 0.5)) {
        std::pop_heap(heap.begin(), heap.end(), isSmaller);
        const std::uint32_t at = heap.back();
        heap.pop_back();
        setNodeExpanded(at, true);
        for (std::uint32_t child = 0; child < node(at).childCount; ++child) {
            heap.push_back(node(at).firstChild + child);
            std::push_heap(heap.begin(), heap.end(), isSmaller);
            ++rows;
        }
    }
}

void GpuTimeTreeModel::listAll(std::vector<std::uint32_t>& rows) const {
    if (!m_tree.nodes().empty()) {
        listInside(0, rows);
    }
}

// Not recursive: a trace can nest thousands of slices.
void GpuTimeTreeModel::listInside(std::uint32_t parent, std::vector<std::uint32_t>& rows) const {
    std::vector<std::uint32_t> open;
    const auto openChildren = [&](std::uint32_t of) {
        std::vector<std::uint32_t> children(node(of).childCount);
        std::iota(children.begin(), children.end(), node(of).firstChild);
        sortSiblings(children);
        open.insert(open.end(), children.rbegin(), children.rend());
    };
    openChildren(parent);
    while (!open.empty()) {
        const std::uint32_t at = open.back();
        open.pop_back();
        rows.push_back(at);
        if (isNodeExpanded(at)) {
            openChildren(at);
        }
    }
}

QString GpuTimeTreeModel::nameOf(std::uint32_t at) const {
    if (node(at).origin.isValid()) {
        return recordedName(at);
    }
    return node(at).kind == GpuTimeKind::NoLaunch
               ? QStringLiteral("launch not recorded")
               : toQString(trace()->model().names->label(node(at).name));
}

QString GpuTimeTreeModel::recordedName(std::uint32_t at) const {
    if (node(at).origin.isValid()) {
        return toQString(trace()->session().provenance->replays->paths.text(node(at).origin));
    }
    return node(at).kind == GpuTimeKind::NoLaunch
               ? QString()
               : toQString(trace()->session().trace->text(node(at).name));
}

double GpuTimeTreeModel::shareOf(std::uint32_t at) const {
    const Duration all = m_tree[0].gpuTime;
    return all > Duration::zero()
               ? static_cast<double>(node(at).gpuTime.count()) / static_cast<double>(all.count())
               : 0;
}

QString GpuTimeTreeModel::csv() const {
    QString text = QStringLiteral("path,kind,gpu_ns,activities,calls,median_ns,p99_ns\n");
    std::vector<QString> paths(m_tree.nodes().size());
    for (std::uint32_t at = 1; at < m_tree.nodes().size(); ++at) {
        const GpuTimeNode& one = node(at);
        const QString name = one.kind == GpuTimeKind::NoLaunch ? nameOf(at) : recordedName(at);
        paths[at] = one.parent == 0 ? name : paths[one.parent] + QStringLiteral(" / ") + name;
        text +=
            toQString(csvLine({toStdString(paths[at]), toStdString(kindText(one.kind)),
                               std::to_string(one.gpuTime.count()), std::to_string(one.activities),
                               std::to_string(one.calls), std::to_string(one.median.count()),
                               std::to_string(one.p99.count())}));
    }
    return text;
}

}  // namespace gaplight::ui
