// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// Normalizations and softmax: all inputs are read; written are the output and, forward, the mean
// and deviation of each normalized part (4 bytes each), backward the gradients that the output mask
// asks for. torch.utils.flop_counter has no formulas for them.
#include <array>

#include "core/analysis/kernels/work_formulas.h"

namespace gaplight {
namespace {

constexpr std::int64_t kStatisticBytes = 4;

WorkCount sizeOf(const OperatorInput& input) {
    return countOf(input.dims) * bytesOf(input.type);
}

bool isUsable(const OperatorInput& input) {
    return !input.dims.empty() && input.type != ElementType::Unknown;
}

// native_layer_norm(x, normalized_shape, weight, bias, eps); _fused_rms_norm keeps no mean.
MaybeWork layerNorm(std::string_view op, Inputs inputs) {
    const OperatorInput& x = inputAt(inputs, 0);
    const WorkCount part = countOf(inputAt(inputs, 1).integers());
    const WorkCount whole = countOf(x.dims);
    if (!isUsable(x) || !whole.isKnown() || !part.isKnown() || part.value() <= 0) {
        return std::nullopt;
    }
    const std::int64_t statistics = op == "aten::_fused_rms_norm" ? 1 : 2;
    return workWithout(WorkKind::Normalization, x.type,
                       bytesToRead(inputs) + sizeOf(x) +
                           WorkCount(whole.value() / part.value()) * statistics * kStatisticBytes,
                       sizeOf(x));
}

// native_group_norm(x, weight, bias, N, C, HxW, groups, eps)
MaybeWork groupNorm(std::string_view /*op*/, Inputs inputs) {
    constexpr std::size_t kSamples = 3;
    constexpr std::size_t kGroups = 6;
    const OperatorInput& x = inputAt(inputs, 0);
    const WorkCount parts = countOf(inputAt(inputs, kSamples).integers()) *
                            countOf(inputAt(inputs, kGroups).integers());
    if (!isUsable(x)) {
        return std::nullopt;
    }
    return workWithout(WorkKind::Normalization, x.type,
                       bytesToRead(inputs) + sizeOf(x) + parts * 2 * bytesOf(x.type), sizeOf(x));
}

// (x, weight, bias, running_mean, running_var, training, momentum, eps)
MaybeWork batchNorm(std::string_view /*op*/, Inputs inputs) {
    constexpr std::size_t kRunningMean = 3;
    constexpr std::size_t kTraining = 5;
    const OperatorInput& x = inputAt(inputs, 0);
    if (!isUsable(x) || x.dims.size() < 2) {
        return std::nullopt;
    }
    WorkCount bytes = bytesToRead(inputs) + sizeOf(x);
    if (inputAt(inputs, kTraining).isTrue()) {
        bytes +=
            WorkCount(x.dims[1]) * 2 * kStatisticBytes + sizeOf(inputAt(inputs, kRunningMean)) * 2;
    }
    return workWithout(WorkKind::Normalization, x.type, bytes, sizeOf(x));
}

// Backward operators: where their input, their weight and the flags of wanted gradients are.
struct NormGradient {
    std::string_view op;
    std::size_t x;
    std::size_t weight;
    std::size_t mask;  // kAllWanted: all gradients are
    bool hasBias;
};
constexpr std::size_t kAllWanted = 100;
constexpr std::array kNormGradients{
    NormGradient{"aten::native_layer_norm_backward", 1, 5, 7, true},
    NormGradient{"aten::_fused_rms_norm_backward", 1, 4, 5, false},
    NormGradient{"aten::native_group_norm_backward", 1, 4, 9, true},
    NormGradient{"aten::native_batch_norm_backward", 1, 2, 9, true},
    NormGradient{"aten::cudnn_batch_norm_backward", 0, 2, kAllWanted, true},
    NormGradient{"aten::miopen_batch_norm_backward", 0, 2, kAllWanted, true},
};

MaybeWork normGradient(std::string_view op, Inputs inputs) {
    const NormGradient* numbers = kNormGradients.begin();
    while (numbers != kNormGradients.end() && numbers->op != op) {
        ++numbers;
    }
    if (numbers == kNormGradients.end()) {
        return std::nullopt;
    }
    const OperatorInput& x = inputAt(inputs, numbers->x);
    const OperatorInput& weight = inputAt(inputs, numbers->weight);
    if (!isUsable(x)) {
        return std::nullopt;
    }
    const std::string& mask = inputAt(inputs, numbers->mask).value;
    const bool wantsAll = numbers->mask == kAllWanted;
    WorkCount bytes = bytesToRead(inputs);
    bytes += wantsAll || flagIn(mask, 0) ? sizeOf(x) : WorkCount();
    bytes += !weight.dims.empty() && (wantsAll || flagIn(mask, 1)) ? sizeOf(weight) : WorkCount();
    bytes += !weight.dims.empty() && numbers->hasBias && (wantsAll || flagIn(mask, 2))
                 ? sizeOf(weight)
                 : WorkCount();
    return workWithout(WorkKind::Normalization, x.type, bytes);
}

// _softmax(x, dim, half_to_float), and its gradient (gradient, output, dim, type)
MaybeWork softmax(std::string_view op, Inputs inputs) {
    const OperatorInput& x = inputAt(inputs, 0);
    if (!isUsable(x)) {
        return std::nullopt;
    }
    const bool widens =
        (op == "aten::_softmax" || op == "aten::_log_softmax") && inputAt(inputs, 2).isTrue();
    const std::int64_t written = bytesOf(widens ? ElementType::Float32 : x.type);
    const WorkCount result = countOf(x.dims) * written;
    return workWithout(WorkKind::Softmax, x.type, bytesToRead(inputs) + result, result);
}

constexpr std::array kNormFormulas{
    WorkFormula{"aten::native_layer_norm", layerNorm},
    WorkFormula{"aten::_fused_rms_norm", layerNorm},
    WorkFormula{"aten::native_group_norm", groupNorm},
    WorkFormula{"aten::native_batch_norm", batchNorm},
    WorkFormula{"aten::cudnn_batch_norm", batchNorm},
    WorkFormula{"aten::miopen_batch_norm", batchNorm},
    WorkFormula{"aten::native_layer_norm_backward", normGradient},
    WorkFormula{"aten::_fused_rms_norm_backward", normGradient},
    WorkFormula{"aten::native_group_norm_backward", normGradient},
    WorkFormula{"aten::native_batch_norm_backward", normGradient},
    WorkFormula{"aten::cudnn_batch_norm_backward", normGradient},
    WorkFormula{"aten::miopen_batch_norm_backward", normGradient},
    WorkFormula{"aten::_softmax", softmax},
    WorkFormula{"aten::_log_softmax", softmax},
    WorkFormula{"aten::_softmax_backward_data", softmax},
    WorkFormula{"aten::_log_softmax_backward_data", softmax},
};

}  // namespace

std::span<const WorkFormula> normFormulas() {
    return kNormFormulas;
}

}  // namespace gaplight
