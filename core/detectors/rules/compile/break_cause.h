// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/analysis/torch/compiled_regions.h"
#include "core/analysis/torch/place.h"
#include "core/detectors/engine/finding_values.h"
#include "core/trace/trace.h"

namespace gaplight {

// The kind of code that TorchDynamo could not compile into a graph.
enum class BreakKind : std::uint8_t {
    Unknown,       // nothing recorded between the graphs shows it
    Explicit,      // torch._dynamo.graph_break()
    Disabled,      // a function that is kept out: torch.compiler.disable
    Print,         // print(), logging
    Item,          // .item(), .tolist(): a number out of a tensor
    Condition,     // `if tensor`
    DynamicShape,  // nonzero, a boolean mask: a shape that depends on the data
    Operator,      // another operator
    Call,          // another Python call
};

struct BreakCause {
    BreakKind kind = BreakKind::Unknown;
    std::string name;       // of what runs there: "print"; empty for Unknown and boolean masks
    std::string function;   // of the user's code that breaks: "forward"; empty without stacks
    std::string file;       // of that function: "cap_breaks.py"
    std::int64_t line = 0;  // in that file; 0: not known

    friend auto operator<=>(const BreakCause&, const BreakCause&) = default;
};

// The longest operator or call between two graphs, other than those of TorchDynamo.
[[nodiscard]] BreakCause breakCauseOf(const Trace& trace, const PlaceFinder& places,
                                      const CompiledRegions& regions, const RegionSeam& seam);

// Causes as rows for the text of a finding. Causes of equal name and function are one row with all
// their lines; unknown causes have none.
[[nodiscard]] ValueRows causeRows(std::span<const BreakCause> causes);
// The declared values of causeRows(); their key in a finding is "causes".
inline constexpr std::array kBreakCauseValues{
    DeclaredValue{"causes", QuantityKind::Rows, true, "without-line one-line several-lines"},
    DeclaredValue{"what", QuantityKind::Case, true, "explicit item condition mask code unknown"},
    DeclaredValue{"name", QuantityKind::Text, true},
    DeclaredValue{"lines", QuantityKind::List, true},
    DeclaredValue{"break_function", QuantityKind::Text, true},
    DeclaredValue{"break_file", QuantityKind::Text, true},
};

// The case of the section with advice against breaks of one kind: "explicit"; empty for Unknown.
[[nodiscard]] std::string_view breakCase(BreakKind kind);

}  // namespace gaplight
