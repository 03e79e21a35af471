// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/annotation_key.h"

#include <algorithm>
#include <utility>

#include "core/analysis/torch/annotation_name.h"

namespace gaplight {
namespace {

std::vector<std::string> graphsByAppearance(const MeasuredRun& run, const Trace& trace) {
    std::vector<std::pair<Time, std::string>> found;
    for (const MeasuredAnnotation& row : run.annotations) {
        if (isCompiledGraph(row.group) && !row.slices.empty()) {
            found.emplace_back(trace.slices().start(row.slices.front()), row.group);
        }
    }
    std::sort(found.begin(), found.end());
    std::vector<std::string> groups;
    for (auto& [time, group] : found) {
        groups.push_back(std::move(group));
    }
    return groups;
}

// "block_3", "block#3", "block 3" and "block.3" without their number.
std::string_view withoutNumber(std::string_view name) {
    const std::size_t last = name.find_last_not_of("0123456789");
    const bool hasNumber = last != std::string_view::npos && last + 1 < name.size();
    const bool isApart =
        hasNumber && std::string_view("_# .:").find(name[last]) != std::string_view::npos;
    return isApart && last > 0 ? name.substr(0, last) : name;
}

}  // namespace

bool isCompiledGraph(std::string_view group) {
    return group.starts_with(kCompiledGraphGroup);
}

AnnotationKeys::AnnotationKeys(const MeasuredRun& a, const MeasuredRun& b, const Trace& traceA,
                               const Trace& traceB, std::span<const NamePin> pins)
    : m_graphsA(graphsByAppearance(a, traceA)), m_graphsB(graphsByAppearance(b, traceB)) {
    if (m_graphsA.size() != m_graphsB.size()) {
        m_graphsA.clear();
        m_graphsB.clear();
    }
    for (const NamePin& pin : pins) {
        m_pins.push_back({annotationGroup(pin.a), annotationGroup(pin.b)});
    }
}

std::string AnnotationKeys::keyOf(std::string_view group,
                                  const std::vector<std::string>& graphs) const {
    if (isCompiledGraph(group)) {
        const auto at = std::find(graphs.begin(), graphs.end(), group);
        return std::string(kCompiledGraphGroup) +
               (at == graphs.end() ? "" : " #" + std::to_string(at - graphs.begin() + 1));
    }
    return std::string(group.starts_with(kDataLoaderFetch) ? kDataLoaderFetch
                                                           : withoutNumber(group));
}

std::string AnnotationKeys::ofA(std::string_view group) const {
    for (const NamePin& pin : m_pins) {
        if (pin.a == group) {
            return "pinned " + pin.a;
        }
    }
    return keyOf(group, m_graphsA);
}

std::string AnnotationKeys::ofB(std::string_view group) const {
    for (const NamePin& pin : m_pins) {
        if (pin.b == group || (isCompiledGraph(pin.b) && group.starts_with(pin.b))) {
            return "pinned " + pin.a;
        }
    }
    return keyOf(group, m_graphsB);
}

}  // namespace gaplight
