// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// Matrix products: 2 m n k FLOPs (torch.utils.flop_counter: mm_flop, addmm_flop, bmm_flop,
// baddbmm_flop, _scaled_mm_flop). Bytes: both factors and what is added are read, m n elements are
// written. linear, matmul and einsum call these; linear has a formula for backends without inner
// operators.
#include <array>

#include "core/analysis/kernels/work_formulas.h"

namespace gaplight {
namespace {

constexpr std::size_t kMatrix = 2;    // dimensions
constexpr std::size_t kMatrices = 3;  // a batch of them

// c10::ScalarType of the types that a product's result can be asked to have.
ElementType scalarTypeIn(const OperatorInput& input, ElementType otherwise) {
    constexpr int kHalf = 5;
    constexpr int kFloat = 6;
    constexpr int kBFloat16 = 15;
    const std::vector<std::int64_t> numbers = input.integers();
    switch (numbers.size() == 1 ? numbers.front() : 0) {
        case kHalf:
            return ElementType::Float16;
        case kFloat:
            return ElementType::Float32;
        case kBFloat16:
            return ElementType::BFloat16;
        default:
            return otherwise;
    }
}

// [m, k] × [k, n], or batches of them.
MaybeWork productWork(const OperatorInput& a, const OperatorInput& b, ElementType result,
                      WorkCount otherBytes) {
    const std::size_t rank = a.dims.size();
    if (rank != b.dims.size() || (rank != kMatrix && rank != kMatrices) ||
        a.dims[rank - 1] != b.dims[rank - 2] || (rank == kMatrices && a.dims[0] != b.dims[0])) {
        return std::nullopt;
    }
    const WorkCount outputs = countOf(std::span(a.dims).first(rank - 1)) * b.dims[rank - 1];
    const WorkCount flops = outputs * a.dims[rank - 1] * 2;
    return workWith(WorkKind::Matmul, a.type, flops, flops,
                    bytesToRead(a) + bytesToRead(b) + outputs * bytesOf(result) + otherBytes);
}

MaybeWork plainProduct(std::string_view /*op*/, Inputs inputs) {
    const OperatorInput& a = inputAt(inputs, 0);
    return productWork(a, inputAt(inputs, 1), a.type, 0);
}

MaybeWork productWithAddend(std::string_view /*op*/, Inputs inputs) {
    const OperatorInput& a = inputAt(inputs, 1);
    return productWork(a, inputAt(inputs, 2), a.type, bytesToRead(inputAt(inputs, 0)));
}

// _scaled_mm(a, b, scale_a, scale_b, bias, scale_result, out_dtype, use_fast_accum)
MaybeWork scaledProduct(std::string_view /*op*/, Inputs inputs) {
    constexpr std::size_t kBias = 4;
    constexpr std::size_t kResultType = 6;
    const OperatorInput& a = inputAt(inputs, 0);
    return productWork(a, inputAt(inputs, 1), scalarTypeIn(inputAt(inputs, kResultType), a.type),
                       bytesToRead(inputAt(inputs, kBias)));
}

// _grouped_mm(a, b, offs, bias, out_dtype): rows of a, shared out among the matrices of b.
MaybeWork groupedProduct(std::string_view /*op*/, Inputs inputs) {
    const OperatorInput& a = inputAt(inputs, 0);
    const OperatorInput& b = inputAt(inputs, 1);
    if (a.dims.size() == kMatrices && b.dims.size() == kMatrices) {
        return productWork(a, b, a.type, 0);
    }
    if (a.dims.size() != kMatrix || b.dims.size() != kMatrices || a.dims[1] != b.dims[1]) {
        return std::nullopt;
    }
    const WorkCount outputs = WorkCount(a.dims[0]) * b.dims[2];
    const WorkCount flops = outputs * a.dims[1] * 2;
    return workWith(WorkKind::Matmul, a.type, flops, flops,
                    bytesToRead(a) + bytesToRead(b) + outputs * bytesOf(a.type));
}

// A matrix times a vector: mv(a, x), addmv(y, a, x).
MaybeWork matrixTimesVector(std::string_view op, Inputs inputs) {
    const std::size_t first = op == "aten::addmv" || op == "aten::addmv_" ? 1 : 0;
    const OperatorInput& a = inputAt(inputs, first);
    const OperatorInput& x = inputAt(inputs, first + 1);
    if (a.dims.size() != kMatrix || x.dims.size() != 1 || a.dims[1] != x.dims[0]) {
        return std::nullopt;
    }
    const WorkCount flops = WorkCount(a.dims[0]) * a.dims[1] * 2;
    return workWith(WorkKind::Matmul, a.type, flops, flops,
                    bytesToRead(a) + bytesToRead(x) + WorkCount(a.dims[0]) * bytesOf(a.type) +
                        (first == 1 ? bytesToRead(inputs[0]) : WorkCount()));
}

// linear(x, weight, bias)
MaybeWork linearWork(std::string_view /*op*/, Inputs inputs) {
    const OperatorInput& x = inputAt(inputs, 0);
    const OperatorInput& weight = inputAt(inputs, 1);
    if (x.dims.empty() || weight.dims.size() != kMatrix || x.dims.back() != weight.dims[1]) {
        return std::nullopt;
    }
    const WorkCount outputs = countOf(std::span(x.dims).first(x.dims.size() - 1)) * weight.dims[0];
    const WorkCount flops = outputs * x.dims.back() * 2;
    return workWith(WorkKind::Matmul, x.type, flops, flops,
                    bytesToRead(inputs.first(std::min<std::size_t>(inputs.size(), 3))) +
                        outputs * bytesOf(x.type));
}

constexpr std::array kMatmulFormulas{
    WorkFormula{"aten::mm", plainProduct},
    WorkFormula{"aten::bmm", plainProduct},
    WorkFormula{"aten::addmm", productWithAddend},
    WorkFormula{"aten::addmm_", productWithAddend},
    WorkFormula{"aten::_addmm_activation", productWithAddend},
    WorkFormula{"aten::baddbmm", productWithAddend},
    WorkFormula{"aten::baddbmm_", productWithAddend},
    WorkFormula{"aten::_scaled_mm", scaledProduct},
    WorkFormula{"aten::_grouped_mm", groupedProduct},
    WorkFormula{"aten::mv", matrixTimesVector},
    WorkFormula{"aten::addmv", matrixTimesVector},
    WorkFormula{"aten::addmv_", matrixTimesVector},
    WorkFormula{"aten::linear", linearWork},
};

}  // namespace

std::span<const WorkFormula> matmulFormulas() {
    return kMatmulFormulas;
}

}  // namespace gaplight
