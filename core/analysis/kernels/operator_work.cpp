// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/kernels/operator_work.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "core/analysis/kernels/work_formulas.h"

namespace gaplight {
namespace {

const std::vector<WorkFormula>& allFormulas() {
    static const std::vector<WorkFormula> kAll = [] {
        std::vector<WorkFormula> all;
        for (const auto formulas : {matmulFormulas(), convolutionFormulas(), attentionFormulas(),
                                    normFormulas(), elementwiseFormulas(), reductionFormulas(),
                                    movementFormulas(), resamplingFormulas()}) {
            all.insert(all.end(), formulas.begin(), formulas.end());
        }
        std::sort(all.begin(), all.end(),
                  [](const WorkFormula& a, const WorkFormula& b) { return a.op < b.op; });
        return all;
    }();
    return kAll;
}

const WorkFormula* formulaOf(std::string_view op) {
    const std::vector<WorkFormula>& all = allFormulas();
    const auto at =
        std::lower_bound(all.begin(), all.end(), op,
                         [](const WorkFormula& one, auto name) { return one.op < name; });
    return at != all.end() && at->op == op ? &*at : nullptr;
}

// Inductor's pointwise, reduction and persistent reduction kernels; templates of products
// (triton_tem) are not among them.
bool isFusedByInductor(std::string_view op) {
    constexpr std::array<std::string_view, 3> kFused{"triton_poi_fused_", "triton_red_fused_",
                                                     "triton_per_fused_"};
    return std::any_of(kFused.begin(), kFused.end(),
                       [&](std::string_view prefix) { return op.starts_with(prefix); });
}

MaybeWork fusedWork(Inputs inputs) {
    const WorkCount bytes = bytesToRead(inputs);
    return bytes.value() > 0 ? workWithout(WorkKind::Fused, inputAt(inputs, 0).type, bytes)
                             : std::nullopt;
}

}  // namespace

WorkCount operator*(WorkCount left, WorkCount right) {
    WorkCount result;
    result.m_isKnown = left.m_isKnown && right.m_isKnown &&
                       !__builtin_mul_overflow(left.m_value, right.m_value, &result.m_value);
    return result;
}

WorkCount operator+(WorkCount left, WorkCount right) {
    WorkCount result;
    result.m_isKnown = left.m_isKnown && right.m_isKnown &&
                       !__builtin_add_overflow(left.m_value, right.m_value, &result.m_value);
    return result;
}

WorkCount countOf(std::span<const std::int64_t> dims) {
    WorkCount product = 1;
    for (const std::int64_t dim : dims) {
        product = product * dim;
    }
    return product;
}

WorkCount bytesToRead(const OperatorInput& input) {
    if (!input.list.empty()) {
        return -1;
    }
    if (!input.isTensor) {
        return 0;
    }
    return WorkCount(input.storedElements()) * (bytesOf(input.type) > 0 ? bytesOf(input.type) : -1);
}

WorkCount bytesToRead(Inputs inputs, std::size_t first) {
    WorkCount sum;
    for (std::size_t at = first; at < inputs.size(); ++at) {
        // A number, on the host or in memory.
        if (!inputs[at].dims.empty() || !inputs[at].list.empty()) {
            sum += bytesToRead(inputs[at]);
        }
    }
    return sum;
}

const OperatorInput& inputAt(Inputs inputs, std::size_t at) {
    static const OperatorInput kNothing;
    return at < inputs.size() ? inputs[at] : kNothing;
}

bool flagIn(std::string_view list, std::size_t at) {
    for (; at > 0; --at) {
        const std::size_t comma = list.find(',');
        if (comma == std::string_view::npos) {
            return false;
        }
        list.remove_prefix(comma + 1);
    }
    const std::size_t begin = list.find_first_not_of("[ ");
    return begin != std::string_view::npos &&
           (list[begin] == 'T' || list[begin] == 't' || list[begin] == '1');
}

MaybeWork workWith(WorkKind kind, ElementType type, WorkCount flops, WorkCount needed,
                   WorkCount bytes) {
    if (type == ElementType::Unknown || !flops.isKnown() || !needed.isKnown() || !bytes.isKnown()) {
        return std::nullopt;
    }
    return OperatorWork{kind, flops.value(), needed.value(), bytes.value(), 0, type};
}

MaybeWork workWithout(WorkKind kind, ElementType type, WorkCount bytes, WorkCount written) {
    if (!bytes.isKnown()) {
        return std::nullopt;
    }
    return OperatorWork{kind, std::nullopt, 0, bytes.value(), written.value(), type};
}

std::string_view workKindName(WorkKind kind) {
    static constexpr std::array<std::string_view, static_cast<std::size_t>(WorkKind::Count_)>
        kNames{"matrix product", "convolution", "attention", "normalization",
               "softmax",        "elementwise", "reduction", "embedding",
               "copy",           "resampling",  "fused"};
    return kNames.at(static_cast<std::size_t>(kind));
}

bool hasWorkFormula(std::string_view op) {
    return formulaOf(op) != nullptr || isFusedByInductor(op);
}

std::optional<OperatorWork> workOf(std::string_view op, std::span<const OperatorInput> inputs) {
    if (const WorkFormula* formula = formulaOf(op)) {
        return formula->work(op, inputs);
    }
    return isFusedByInductor(op) ? fusedWork(inputs) : std::nullopt;
}

}  // namespace gaplight
