// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>

#include "core/analysis/kernels/operator_inputs.h"
#include "core/analysis/kernels/operator_work.h"

namespace gaplight {

using Inputs = std::span<const OperatorInput>;
using MaybeWork = std::optional<OperatorWork>;

// A count of FLOPs or bytes that remembers whether something in it was missing or too large.
class WorkCount {
public:
    constexpr WorkCount() = default;
    constexpr WorkCount(std::int64_t value) : m_value(value), m_isKnown(value >= 0) {}
    constexpr WorkCount(std::optional<std::int64_t> value) : WorkCount(value.value_or(-1)) {}

    friend WorkCount operator*(WorkCount left, WorkCount right);
    friend WorkCount operator+(WorkCount left, WorkCount right);
    WorkCount& operator+=(WorkCount other) { return *this = *this + other; }

    bool isKnown() const { return m_isKnown; }
    std::int64_t value() const { return m_value; }

private:
    std::int64_t m_value = 0;
    bool m_isKnown = true;
};

// Product of some dimensions; 1 for none.
[[nodiscard]] WorkCount countOf(std::span<const std::int64_t> dims);
// Bytes to read a tensor once; 0 for what is none. Unknown where its type is.
[[nodiscard]] WorkCount bytesToRead(const OperatorInput& input);
// The same of all inputs from `first` on.
[[nodiscard]] WorkCount bytesToRead(Inputs inputs, std::size_t first = 0);
// `at` of `inputs`, or an input that is nothing.
[[nodiscard]] const OperatorInput& inputAt(Inputs inputs, std::size_t at);
// Whether the flag `at` of a recorded list is set: "[True, False]", "[true, false]" or "[1, 0]".
[[nodiscard]] bool flagIn(std::string_view list, std::size_t at);
// Empty unless type and counts are known.
[[nodiscard]] MaybeWork workWith(WorkKind kind, ElementType type, WorkCount flops, WorkCount needed,
                                 WorkCount bytes);
// `written`: of `bytes`, the ones of the first result.
[[nodiscard]] MaybeWork workWithout(WorkKind kind, ElementType type, WorkCount bytes,
                                    WorkCount written = {});

// Formulas by kind of operator. `op` is a name that the kind's names contain.
struct WorkFormula {
    std::string_view op;
    MaybeWork (*work)(std::string_view op, Inputs inputs) = nullptr;
};
[[nodiscard]] std::span<const WorkFormula> matmulFormulas();
[[nodiscard]] std::span<const WorkFormula> convolutionFormulas();
[[nodiscard]] std::span<const WorkFormula> attentionFormulas();
[[nodiscard]] std::span<const WorkFormula> normFormulas();
[[nodiscard]] std::span<const WorkFormula> elementwiseFormulas();
[[nodiscard]] std::span<const WorkFormula> reductionFormulas();
[[nodiscard]] std::span<const WorkFormula> movementFormulas();
[[nodiscard]] std::span<const WorkFormula> resamplingFormulas();

}  // namespace gaplight
