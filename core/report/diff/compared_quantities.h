// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/compare/comparison.h"
#include "core/report/text/report_page.h"

namespace gaplight {

enum class QuantityUnit : std::uint8_t { Nanoseconds, Count, Bytes };

// One number of a part in both runs; empty where a run has no such part or did not record it.
struct Quantity {
    std::string key;    // stable snake_case, with dots: "idle_by_trigger_ns.host_late"
    std::string label;  // for display
    QuantityUnit unit = QuantityUnit::Nanoseconds;
    std::optional<std::int64_t> a;
    std::optional<std::int64_t> b;

    std::optional<std::int64_t> delta() const;
};

// All measures of a part in a fixed order; of open sets (APIs, kinds of copies) what either has.
[[nodiscard]] std::vector<Quantity> quantitiesOf(const ComparedPart& part);
// Those worth displaying: not zero or unknown in both runs, and no repetition of another.
[[nodiscard]] std::vector<Quantity> displayedQuantities(const ComparedPart& part);

// B's value as it is judged: a GPU time at A's clock (Verdict::clock), any other as measured.
[[nodiscard]] std::optional<std::int64_t> judgedValue(const Quantity& quantity,
                                                      const ComparedPart& part,
                                                      const Verdict& verdict);

// "20.5 ms", "2,726", "681.5", "6.14 MB"; as `divisor` steps' worth. "–" for nothing.
[[nodiscard]] std::string quantityText(QuantityUnit unit, std::optional<std::int64_t> value,
                                       std::int64_t divisor = 1);
// The same with a sign: "+1.2 ms", "−3", "0".
[[nodiscard]] std::string deltaText(const Quantity& quantity, std::int64_t divisor = 1);
// From A to B: "−94.1 %", "0 %", "×24" from ten times as much on; empty if there is no A to
// compare with, or where it is not comparable.
[[nodiscard]] std::string changeText(std::optional<std::int64_t> a, std::optional<std::int64_t> b,
                                     bool isComparable = true);

// "A steady step (the median of 5: step 4 of A, step 3 of B)"
[[nodiscard]] std::string steadyHeading(const ComparedPart& part, const Comparison& comparison);

// A table of changeRow()s: what `what` is, in A, in B, difference and percentage.
[[nodiscard]] PageTable changeTable(std::string_view what, std::size_t widest = 0);
// {"aten::mul", "20.5 ms (12×)", "–", ...}, a steady step's worth of `divisor` steps.
[[nodiscard]] std::vector<std::string> changeRow(std::string what, const KernelSum& a,
                                                 const KernelSum& b, bool isComparable,
                                                 std::int64_t divisor = 1);

}  // namespace gaplight
