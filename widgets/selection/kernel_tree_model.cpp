// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/selection/kernel_tree_model.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/base/text_pattern.h"
#include "core/report/text/escaped_text.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {
namespace {

template <class Number>
QString dimensionsText(const std::array<Number, 3>& size) {
    QString text = QString::number(size[0]);
    if (size[1] != 1 || size[2] != 1) {
        text += QStringLiteral("×%1").arg(size[1]);
    }
    return size[2] == 1 ? text : text + QStringLiteral("×%1").arg(size[2]);
}

// "[[4096, 50], [50, 64], []]" is "4096×50 · 50×64".
QString shapesText(const std::string& recorded) {
    QString text;
    QString shape;
    for (const char c : recorded) {
        if (c == ',') {
            shape += shape.isEmpty() || shape.endsWith(u'×') ? QString() : QStringLiteral("×");
        } else if (c == ']') {
            text += text.isEmpty() || shape.isEmpty() ? shape : QStringLiteral(" · ") + shape;
            shape.clear();
        } else if (c != '[' && c != ' ' && c != '"') {
            shape += QLatin1Char(c);
        }
    }
    return text;
}

std::string cell(std::int64_t number) {
    return std::to_string(number);
}

}  // namespace

KernelTreeModel::KernelTreeModel(QObject* parent)
    : TreeRowsModel({{QStringLiteral("group, kernel, grid and shapes"), QStringLiteral("count"),
                      QStringLiteral("total"), QStringLiteral("of GPU time"),
                      QStringLiteral("median"), QStringLiteral("p99")},
                     Share,
                     Total},
                    parent) {}

QStringList KernelTreeModel::cellsOf(std::uint32_t at) const {
    const KernelTreeNode& of = node(at);
    return {countText(of.count), durationText(of.total), percentText(shareOf(at)),
            durationText(of.median), durationText(of.p99)};
}

void KernelTreeModel::setTree(LoadedTrace trace, KernelTree tree, Shapes shapes) {
    begin(std::move(trace), tree.nodes().size());
    m_tree = std::move(tree);
    m_shapes = std::move(shapes);
    if (m_tree.groupCount() == 1) {
        setNodeExpanded(0, true);
    }
    arrange();
}

void KernelTreeModel::setFilter(const QString& filter) {
    if (filter == m_filter) {
        return;
    }
    m_filter = filter;
    for (std::uint32_t group = 0; group < m_tree.groupCount(); ++group) {
        setNodeExpanded(group, !filter.isEmpty() || m_tree.groupCount() == 1);
    }
    arrange();
}

bool KernelTreeModel::isLess(std::uint32_t a, std::uint32_t b, int column) const {
    switch (static_cast<Column>(column)) {
        case Name:
            return nameOf(a) < nameOf(b);
        case Count:
            return node(a).count < node(b).count;
        case Total:
        case Share:
            return node(a).total < node(b).total;
        case Median:
            return node(a).median < node(b).median;
        case P99:
            return node(a).p99 < node(b).p99;
    }
    return false;
}

bool KernelTreeModel::passesFilter(std::uint32_t name) const {
    const std::string filter = m_filter.toStdString();
    const StringId text = node(name).name;
    return matchesFilter(filter, trace()->model().names->label(text)) ||
           matchesFilter(filter, trace()->session().trace->text(text));
}

void KernelTreeModel::list(std::uint32_t first, std::uint32_t count,
                           std::vector<std::uint32_t>& rows) const {
    std::vector<std::uint32_t> siblings(count);
    std::iota(siblings.begin(), siblings.end(), first);
    if (!m_filter.isEmpty() && count > 0 && node(first).level != KernelLevel::Launch) {
        std::erase_if(siblings, [this](std::uint32_t at) {
            if (node(at).level == KernelLevel::Name) {
                return !passesFilter(at);
            }
            std::vector<std::uint32_t> names;
            list(node(at).firstChild, node(at).childCount, names);
            return names.empty();
        });
    }
    sortSiblings(siblings);
    for (const std::uint32_t at : siblings) {
        rows.push_back(at);
        if (isNodeExpanded(at)) {
            list(node(at).firstChild, node(at).childCount, rows);
        }
    }
}

QString KernelTreeModel::nameOf(std::uint32_t at) const {
    const KernelTreeNode& of = node(at);
    switch (of.level) {
        case KernelLevel::Group:
            return toQString(kernelGroupName(of.group));
        case KernelLevel::Name:
            return toQString(trace()->model().names->label(of.name));
        case KernelLevel::Launch:
            break;
    }
    return of.hasConfig ? QStringLiteral("grid %1 · block %2")
                              .arg(dimensionsText(of.grid), dimensionsText(of.block))
                        : QStringLiteral("launch configuration not recorded");
}

QString KernelTreeModel::detailOf(std::uint32_t at) const {
    const auto found = m_shapes.find(at);
    return found == m_shapes.end() ? QString() : shapesText(found->second);
}

double KernelTreeModel::shareOf(std::uint32_t at) const {
    const Duration all = m_tree.gpuTime();
    return all > Duration::zero()
               ? static_cast<double>(ns(node(at).total)) / static_cast<double>(ns(all))
               : 0;
}

QString KernelTreeModel::csv() const {
    QString text = QStringLiteral("group,name,grid,block,shapes,count,total_ns,median_ns,p99_ns\n");
    for (std::uint32_t at = 0; at < m_tree.nodes().size(); ++at) {
        const KernelTreeNode& one = node(at);
        if (one.level != KernelLevel::Launch || !passesFilter(one.parent)) {
            continue;
        }
        const auto shapes = m_shapes.find(at);
        text += toQString(
            csvLine({std::string(kernelGroupName(one.group)),
                     std::string(trace()->session().trace->text(one.name)),
                     one.hasConfig ? toStdString(dimensionsText(one.grid)) : std::string(),
                     one.hasConfig ? toStdString(dimensionsText(one.block)) : std::string(),
                     shapes == m_shapes.end() ? std::string() : shapes->second, cell(one.count),
                     cell(ns(one.total)), cell(ns(one.median)), cell(ns(one.p99))}));
    }
    return text;
}

}  // namespace gaplight::ui
