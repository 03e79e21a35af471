// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/host/foreach_ops.h"

#include <algorithm>
#include <array>

#include "core/analysis/torch/operator_name.h"

namespace gaplight {
namespace {

// Operators with a torch._foreach_ form (native_functions.yaml of PyTorch 2.11), sorted; all but
// the last group have one in place too, with a trailing underscore.
constexpr std::array<std::string_view, 40> kOperators{
    "abs",     "acos", "add",    "addcdiv", "addcmul",    "asin",  "atan",  "ceil",
    "cos",     "cosh", "div",    "erf",     "erfc",       "exp",   "expm1", "floor",
    "frac",    "lerp", "lgamma", "log",     "log10",      "log1p", "log2",  "maximum",
    "minimum", "mul",  "neg",    "pow",     "reciprocal", "round", "rsqrt", "sigmoid",
    "sign",    "sin",  "sinh",   "sqrt",    "sub",        "tan",   "tanh",  "trunc"};
constexpr std::array<std::string_view, 2> kInPlaceOnly{"copy", "zero"};

}  // namespace

bool isInPlace(std::string_view op) {
    return op.ends_with('_') && !op.ends_with("__");
}

std::string foreachEquivalent(std::string_view op) {
    if (!isAtenOperator(op)) {
        return {};
    }
    const std::string_view name = withoutAten(op);
    if (name == "linalg_vector_norm" || name == "norm") {
        return "torch._foreach_norm";
    }
    const bool inPlace = isInPlace(name);
    const std::string_view base = inPlace ? name.substr(0, name.size() - 1) : name;
    if (base == "clamp") {
        return std::string("torch._foreach_clamp_min") + (inPlace ? "_" : "");
    }
    const bool isKnown = std::binary_search(kOperators.begin(), kOperators.end(), base) ||
                         (inPlace && std::find(kInPlaceOnly.begin(), kInPlaceOnly.end(), base) !=
                                         kInPlaceOnly.end());
    return isKnown ? "torch._foreach_" + std::string(name) : std::string{};
}

}  // namespace gaplight
