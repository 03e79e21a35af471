// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/compare/measures.h"

namespace gaplight {

// "This is that": annotations of one group in A are those of another in B, whatever they are
// called.
struct NamePin {
    std::string a;  // as the trace has it, or its group
    std::string b;
};

// Says of which annotations in two runs that they are the same part of the program. Equal are:
// groups of one name; "ProfilerStep"; data loaders of any kind; names that differ in trailing
// numbers ("block_3", "block#3"); the k-th compiled graph to appear in each run, if both have as
// many graphs (their hashes differ from run to run), else any two.
class AnnotationKeys {
public:
    AnnotationKeys(const MeasuredRun& a, const MeasuredRun& b, const Trace& traceA,
                   const Trace& traceB, std::span<const NamePin> pins);

    // Of a group (annotationGroup) of one of the runs.
    [[nodiscard]] std::string ofA(std::string_view group) const;
    [[nodiscard]] std::string ofB(std::string_view group) const;

private:
    [[nodiscard]] std::string keyOf(std::string_view group,
                                    const std::vector<std::string>& graphs) const;

    std::vector<std::string> m_graphsA;  // groups of compiled graphs by first appearance
    std::vector<std::string> m_graphsB;
    std::vector<NamePin> m_pins;
};

// "CompiledFxGraph 01234567", as annotationGroup names what torch.compile made.
[[nodiscard]] bool isCompiledGraph(std::string_view group);

}  // namespace gaplight
