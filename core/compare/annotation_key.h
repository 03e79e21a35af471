// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/compare/measures.h"

namespace gaplight {

// User-pinned correspondence of annotations: a group in A is the same as a group in B, regardless
// of their names.
struct NamePin {
    std::string a;  // name in the trace, or its group
    std::string b;
};

// Maps annotation groups of both runs to keys; equal keys: the same part of the program. Equal are
// groups with the same name; "ProfilerStep"; data loaders of any kind; names that differ only in
// trailing numbers ("block_3", "block#3"); the k-th compiled graph of each run if both have equally
// many (their hashes differ between runs), otherwise any two compiled graphs.
class AnnotationKeys {
public:
    AnnotationKeys(const MeasuredRun& a, const MeasuredRun& b, const Trace& traceA,
                   const Trace& traceB, std::span<const NamePin> pins);

    // The key of a group (annotationGroup()) of A or B.
    std::string ofA(std::string_view group) const;
    std::string ofB(std::string_view group) const;

private:
    std::string keyOf(std::string_view group, const std::vector<std::string>& graphs) const;

    std::vector<std::string> m_graphsA;  // groups of compiled graphs by first appearance
    std::vector<std::string> m_graphsB;
    std::vector<NamePin> m_pins;
};

// True for "CompiledFxGraph 01234567": annotationGroup() of a torch.compile graph.
[[nodiscard]] bool isCompiledGraph(std::string_view group);

}  // namespace gaplight
