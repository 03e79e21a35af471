// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/time.h"
#include "core/compare/compared_trace.h"

namespace gaplight {

// Total of all calls of one Python function, identified by path and name without line number; of
// recursive calls only the outermost counts.
struct FunctionTotals {
    std::string name;  // "diffusers/hooks/hooks.py: _set_context"
    std::uint64_t count = 0;
    Duration total{};
    SliceId longest;
};

// Functions named by findings of the runs, as "path: function", sorted.
[[nodiscard]] std::vector<std::string> functionsOfFindings(std::span<const ComparedTrace> runs);

// One entry per requested name: "path: function", or a bare function name for all functions of that
// name. Zero if it was not called or no stacks were recorded. One parallel pass over all slices.
[[nodiscard]] std::vector<FunctionTotals> functionTotals(const Trace& trace,
                                                         std::span<const std::string> wanted);

}  // namespace gaplight
