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

// All calls of one Python function, by path and name without its line; of a call inside another
// of the same function only the outer one counts.
struct FunctionTotals {
    std::string name;  // "diffusers/hooks/hooks.py: _set_context"
    std::uint64_t count = 0;
    Duration total{};
    SliceId longest;
};

// The functions that findings of the runs name, "path: function", sorted.
[[nodiscard]] std::vector<std::string> functionsOfFindings(std::span<const ComparedTrace> runs);

// One entry per wanted name: "path: function", or a function's name alone for all of that name.
// Zero where it was not called or no stacks were recorded. One parallel pass over all slices.
[[nodiscard]] std::vector<FunctionTotals> functionTotals(const Trace& trace,
                                                         std::span<const std::string> wanted);

}  // namespace gaplight
