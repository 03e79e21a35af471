// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// Elementwise operators: every tensor is read, the broadcast of their shapes is written, in the
// type that they promote to (numbers and tensors without dimensions do not widen it, but for whole
// numbers with a fraction). In place, the first input is what is written.
#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "core/analysis/kernels/work_formulas.h"

namespace gaplight {
namespace {

// The order in which types widen each other (c10::promoteTypes).
int widthRank(ElementType type) {
    switch (type) {
        case ElementType::Bool:
            return 1;
        case ElementType::Int8:
            return 2;
        case ElementType::Int16:
            return 3;
        case ElementType::Int32:
            return 4;
        case ElementType::Int64:
            return 5;
        case ElementType::Float8:
            return 6;
        case ElementType::Float16:
        case ElementType::BFloat16:
            return 7;
        case ElementType::Float32:
            return 8;
        case ElementType::Float64:
            return 9;
        case ElementType::Complex64:
            return 10;
        case ElementType::Complex128:
            return 11;
        case ElementType::Unknown:
            break;
    }
    return 0;
}

ElementType wider(ElementType a, ElementType b) {
    if (widthRank(a) == widthRank(b)) {
        return a == b ? a : ElementType::Float32;  // fp16 with bf16
    }
    return widthRank(a) > widthRank(b) ? a : b;
}

ElementType promotedType(Inputs inputs, bool givesFloat) {
    ElementType tensors = ElementType::Unknown;
    bool hasFraction = givesFloat;
    for (const OperatorInput& input : inputs) {
        if (input.dims.empty()) {
            hasFraction = hasFraction || isFloatingPoint(input.type);
        } else {
            tensors = wider(tensors, input.type);
        }
    }
    const bool isWhole = widthRank(tensors) <= widthRank(ElementType::Int64);
    return isWhole && hasFraction ? ElementType::Float32 : tensors;
}

// Elements of the shape that all inputs broadcast to; unknown where they do not fit.
WorkCount broadcastElements(Inputs inputs) {
    std::vector<std::int64_t> shape;
    for (const OperatorInput& input : inputs) {
        const std::size_t rank = input.dims.size();
        if (rank > shape.size()) {
            shape.insert(shape.begin(), rank - shape.size(), 1);
        }
        for (std::size_t at = 0; at < rank; ++at) {
            std::int64_t& into = shape[shape.size() - rank + at];
            if (into == 1) {
                into = input.dims[at];
            } else if (input.dims[at] != 1 && input.dims[at] != into) {
                return -1;
            }
        }
    }
    return countOf(shape);
}

enum class ResultType : std::uint8_t { Promoted, Bool, Float };

MaybeWork elementwise(Inputs inputs, ResultType resultType) {
    const ElementType promoted = promotedType(inputs, resultType == ResultType::Float);
    const ElementType written = resultType == ResultType::Bool ? ElementType::Bool : promoted;
    const bool hasTensor = std::any_of(inputs.begin(), inputs.end(),
                                       [](const auto& one) { return !one.dims.empty(); });
    if (!hasTensor || promoted == ElementType::Unknown) {
        return std::nullopt;
    }
    const WorkCount result = broadcastElements(inputs) * bytesOf(written);
    return workWithout(WorkKind::Elementwise, promoted, bytesToRead(inputs) + result, result);
}

MaybeWork promoting(std::string_view /*op*/, Inputs inputs) {
    return elementwise(inputs, ResultType::Promoted);
}

MaybeWork fractional(std::string_view /*op*/, Inputs inputs) {
    return elementwise(inputs, ResultType::Float);
}

MaybeWork comparing(std::string_view /*op*/, Inputs inputs) {
    return elementwise(inputs, ResultType::Bool);
}

// where(condition, a, b)
MaybeWork choosing(std::string_view /*op*/, Inputs inputs) {
    if (inputs.size() != 3 || inputs[0].dims.empty()) {
        return std::nullopt;
    }
    const ElementType type = promotedType(inputs.subspan(1), false);
    const WorkCount result = broadcastElements(inputs) * bytesOf(type);
    return type == ElementType::Unknown
               ? std::nullopt
               : workWithout(WorkKind::Elementwise, type, bytesToRead(inputs) + result, result);
}

MaybeWork inPlace(std::string_view /*op*/, Inputs inputs) {
    const OperatorInput& written = inputAt(inputs, 0);
    if (written.dims.empty() || written.type == ElementType::Unknown) {
        return std::nullopt;
    }
    return workWithout(WorkKind::Elementwise, written.type,
                       bytesToRead(inputs) + bytesToRead(written), bytesToRead(written));
}

// The first input is only written: fill_, zero_, random numbers.
MaybeWork filling(std::string_view /*op*/, Inputs inputs) {
    const OperatorInput& written = inputAt(inputs, 0);
    if (written.dims.empty() || written.type == ElementType::Unknown) {
        return std::nullopt;
    }
    return workWithout(WorkKind::Elementwise, written.type, bytesToRead(written),
                       bytesToRead(written));
}

// native_dropout(x, p, train): the output and a mask of one byte for each element.
MaybeWork dropout(std::string_view /*op*/, Inputs inputs) {
    const OperatorInput& x = inputAt(inputs, 0);
    if (x.dims.empty() || x.type == ElementType::Unknown) {
        return std::nullopt;
    }
    const WorkCount elements = countOf(x.dims);
    return workWithout(WorkKind::Elementwise, x.type,
                       bytesToRead(x) + elements * (bytesOf(x.type) + 1),
                       elements * bytesOf(x.type));
}

// mse_loss(x, target, reduction) and its like: one number, but for reduction 0.
MaybeWork loss(std::string_view /*op*/, Inputs inputs) {
    const MaybeWork all =
        elementwise(inputs.first(std::min<std::size_t>(inputs.size(), 2)), ResultType::Promoted);
    const std::vector<std::int64_t> reduction = inputAt(inputs, 2).integers();
    if (!all || reduction.size() != 1) {
        return std::nullopt;
    }
    const bool isReduced = reduction.front() != 0;
    return workWithout(isReduced ? WorkKind::Reduction : WorkKind::Elementwise, all->type,
                       isReduced ? all->bytes - all->writtenBytes + bytesOf(all->type) : all->bytes,
                       isReduced ? bytesOf(all->type) : all->writtenBytes);
}

constexpr std::array<std::string_view, 60> kPromoting{"aten::add",
                                                      "aten::sub",
                                                      "aten::rsub",
                                                      "aten::mul",
                                                      "aten::maximum",
                                                      "aten::minimum",
                                                      "aten::clamp",
                                                      "aten::clamp_min",
                                                      "aten::clamp_max",
                                                      "aten::neg",
                                                      "aten::abs",
                                                      "aten::sign",
                                                      "aten::square",
                                                      "aten::pow",
                                                      "aten::remainder",
                                                      "aten::fmod",
                                                      "aten::floor",
                                                      "aten::ceil",
                                                      "aten::round",
                                                      "aten::trunc",
                                                      "aten::relu",
                                                      "aten::leaky_relu",
                                                      "aten::gelu",
                                                      "aten::silu",
                                                      "aten::mish",
                                                      "aten::hardswish",
                                                      "aten::hardsigmoid",
                                                      "aten::hardtanh",
                                                      "aten::elu",
                                                      "aten::softplus",
                                                      "aten::threshold",
                                                      "aten::lerp",
                                                      "aten::addcmul",
                                                      "aten::addcdiv",
                                                      "aten::masked_fill",
                                                      "aten::bitwise_and",
                                                      "aten::bitwise_or",
                                                      "aten::bitwise_xor",
                                                      "aten::bitwise_not",
                                                      "aten::floor_divide",
                                                      "aten::gelu_backward",
                                                      "aten::silu_backward",
                                                      "aten::mish_backward",
                                                      "aten::elu_backward",
                                                      "aten::threshold_backward",
                                                      "aten::tanh_backward",
                                                      "aten::sigmoid_backward",
                                                      "aten::hardtanh_backward",
                                                      "aten::hardswish_backward",
                                                      "aten::hardsigmoid_backward",
                                                      "aten::leaky_relu_backward",
                                                      "aten::softplus_backward",
                                                      "aten::native_dropout_backward",
                                                      "aten::rrelu_with_noise",
                                                      "aten::log_sigmoid_forward",
                                                      "aten::nan_to_num",
                                                      "aten::tril",
                                                      "aten::triu",
                                                      "aten::flip",
                                                      "aten::roll"};

constexpr std::array<std::string_view, 24> kFractional{
    "aten::div",   "aten::true_divide", "aten::exp",     "aten::exp2",  "aten::expm1",
    "aten::log",   "aten::log2",        "aten::log1p",   "aten::log10", "aten::sqrt",
    "aten::rsqrt", "aten::reciprocal",  "aten::sigmoid", "aten::tanh",  "aten::sin",
    "aten::cos",   "aten::tan",         "aten::atan",    "aten::atan2", "aten::erf",
    "aten::erfc",  "aten::erfinv",      "aten::sinh",    "aten::cosh"};

constexpr std::array<std::string_view, 14> kComparing{
    "aten::eq",          "aten::ne",          "aten::lt",          "aten::le",
    "aten::gt",          "aten::ge",          "aten::logical_and", "aten::logical_or",
    "aten::logical_xor", "aten::logical_not", "aten::isnan",       "aten::isinf",
    "aten::isfinite",    "aten::signbit"};

constexpr std::array<std::string_view, 32> kInPlace{
    "aten::add_",      "aten::sub_",       "aten::mul_",        "aten::div_",
    "aten::clamp_",    "aten::clamp_min_", "aten::clamp_max_",  "aten::neg_",
    "aten::abs_",      "aten::pow_",       "aten::exp_",        "aten::log_",
    "aten::sqrt_",     "aten::rsqrt_",     "aten::reciprocal_", "aten::relu_",
    "aten::silu_",     "aten::gelu_",      "aten::sigmoid_",    "aten::tanh_",
    "aten::lerp_",     "aten::addcmul_",   "aten::addcdiv_",    "aten::masked_fill_",
    "aten::sin_",      "aten::cos_",       "aten::floor_",      "aten::round_",
    "aten::hardtanh_", "aten::hardswish_", "aten::leaky_relu_", "aten::bitwise_and_"};

constexpr std::array<std::string_view, 7> kFilling{
    "aten::fill_",   "aten::zero_",      "aten::normal_",     "aten::uniform_",
    "aten::random_", "aten::bernoulli_", "aten::exponential_"};

std::vector<WorkFormula> namedFormulas() {
    std::vector<WorkFormula> all;
    const auto add = [&](const auto& names, auto work) {
        for (const std::string_view name : names) {
            all.push_back({name, work});
        }
    };
    add(kPromoting, promoting);
    add(kFractional, fractional);
    add(kComparing, comparing);
    add(kInPlace, inPlace);
    add(kFilling, filling);
    all.push_back({"aten::where", choosing});
    all.push_back({"aten::native_dropout", dropout});
    for (const std::string_view name : {"aten::mse_loss", "aten::smooth_l1_loss"}) {
        all.push_back({name, loss});
    }
    for (const std::string_view name :
         {"aten::mse_loss_backward", "aten::smooth_l1_loss_backward"}) {
        all.push_back({name, promoting});
    }
    return all;
}

}  // namespace

std::span<const WorkFormula> elementwiseFormulas() {
    static const std::vector<WorkFormula> kAll = namedFormulas();
    return kAll;
}

}  // namespace gaplight
