// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/analysis/torch/compiled_regions.h"
#include "core/analysis/torch/place.h"
#include "core/trace/trace.h"

namespace gaplight {

// What TorchDynamo could not take into a graph.
enum class BreakKind : std::uint8_t {
    Unknown,       // nothing recorded between the graphs says it
    Explicit,      // torch._dynamo.graph_break()
    Disabled,      // a function that is kept out: torch.compiler.disable
    Print,         // print(), logging
    Item,          // .item(), .tolist(): a number out of a tensor
    Condition,     // `if tensor`
    DynamicShape,  // nonzero, a boolean mask: a shape that only the data tell
    Operator,      // another operator
    Call,          // another Python call
};

struct BreakCause {
    BreakKind kind = BreakKind::Unknown;
    std::string what;       // "`print`"; empty for Unknown
    std::string function;   // "`forward` in cap_breaks.py"; empty without stacks
    std::int64_t line = 0;  // 0: not known

    friend auto operator<=>(const BreakCause&, const BreakCause&) = default;
};

// From what runs in the seam: the longest operator or call that is not TorchDynamo's own.
[[nodiscard]] BreakCause breakCauseOf(const Trace& trace, const PlaceFinder& places,
                                      const CompiledRegions& regions, const RegionSeam& seam);

// Causes as text, those of one kind and function together: "`print` at lines 11 and 13 of
// `forward` in cap_breaks.py". Empty where none of them says anything.
[[nodiscard]] std::string causesText(std::span<const BreakCause> causes);

// What to try against breaks of one kind; Markdown code spans, ends with a full stop.
[[nodiscard]] std::string_view breakCure(BreakKind kind);

}  // namespace gaplight
