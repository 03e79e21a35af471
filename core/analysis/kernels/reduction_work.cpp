// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// Reductions: the input is read, one element for each remaining position is written. Scans write as
// much as they read.
#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "core/analysis/kernels/work_formulas.h"

namespace gaplight {
namespace {

enum class Reduced : std::uint8_t { Same, Sum, Index, Flag, WithIndex, Two, Scan };

struct ReductionRow {
    std::string_view op;
    std::size_t dims;  // number of the parameter that says which dimensions go
    Reduced result;
};
constexpr std::array kReductions{
    ReductionRow{"aten::sum", 1, Reduced::Sum},
    ReductionRow{"aten::nansum", 1, Reduced::Sum},
    ReductionRow{"aten::prod", 1, Reduced::Sum},
    ReductionRow{"aten::mean", 1, Reduced::Same},
    ReductionRow{"aten::amax", 1, Reduced::Same},
    ReductionRow{"aten::amin", 1, Reduced::Same},
    ReductionRow{"aten::logsumexp", 1, Reduced::Same},
    ReductionRow{"aten::var", 1, Reduced::Same},
    ReductionRow{"aten::std", 1, Reduced::Same},
    ReductionRow{"aten::var_mean", 1, Reduced::Two},
    ReductionRow{"aten::std_mean", 1, Reduced::Two},
    ReductionRow{"aten::linalg_vector_norm", 2, Reduced::Same},
    ReductionRow{"aten::norm", 2, Reduced::Same},
    ReductionRow{"aten::argmax", 1, Reduced::Index},
    ReductionRow{"aten::argmin", 1, Reduced::Index},
    ReductionRow{"aten::max", 1, Reduced::WithIndex},
    ReductionRow{"aten::min", 1, Reduced::WithIndex},
    ReductionRow{"aten::any", 1, Reduced::Flag},
    ReductionRow{"aten::all", 1, Reduced::Flag},
    ReductionRow{"aten::cumsum", 1, Reduced::Scan},
    ReductionRow{"aten::cumprod", 1, Reduced::Scan},
    ReductionRow{"aten::logcumsumexp", 1, Reduced::Scan},
};

// Elements that are left; the dimensions in `removed` count from the end where negative. Without
// any, all go.
WorkCount remainingElements(const std::vector<std::int64_t>& dims,
                            const std::vector<std::int64_t>& removed) {
    if (removed.empty()) {
        return 1;
    }
    WorkCount left = 1;
    const auto rank = static_cast<std::int64_t>(dims.size());
    for (std::int64_t at = 0; at < rank; ++at) {
        const bool goes = std::any_of(removed.begin(), removed.end(), [&](std::int64_t dim) {
            return dim == at || dim + rank == at;
        });
        left = goes ? left : left * dims[static_cast<std::size_t>(at)];
    }
    return left;
}

std::int64_t writtenBytes(Reduced result, ElementType type, bool hasDims) {
    const bool isWhole = !isFloatingPoint(type) && type < ElementType::Complex64;
    switch (result) {
        case Reduced::Sum:
            return isWhole ? bytesOf(ElementType::Int64) : bytesOf(type);
        case Reduced::Index:
            return bytesOf(ElementType::Int64);
        case Reduced::Flag:
            return 1;
        case Reduced::WithIndex:
            return bytesOf(type) + (hasDims ? bytesOf(ElementType::Int64) : 0);
        case Reduced::Two:
            return 2 * bytesOf(type);
        default:
            return bytesOf(type);
    }
}

// Of an element of the first result.
std::int64_t firstResultBytes(Reduced result, ElementType type) {
    const bool isSecondToo = result == Reduced::WithIndex || result == Reduced::Two;
    return isSecondToo ? bytesOf(type) : writtenBytes(result, type, false);
}

MaybeWork reductionWork(std::string_view op, Inputs inputs) {
    const auto* row = std::find_if(kReductions.begin(), kReductions.end(),
                                   [&](const auto& one) { return one.op == op; });
    const OperatorInput& x = inputAt(inputs, 0);
    // max(a, b) of two tensors is no reduction.
    const bool isBinary = !inputAt(inputs, 1).dims.empty() && inputAt(inputs, 1).isTensor;
    if (row == kReductions.end() || x.dims.empty() || x.type == ElementType::Unknown || isBinary) {
        return std::nullopt;
    }
    if (row->result == Reduced::Scan) {
        const WorkCount scanned = countOf(x.dims) * bytesOf(x.type);
        return workWithout(WorkKind::Reduction, x.type, bytesToRead(x) + scanned, scanned);
    }
    const std::vector<std::int64_t> removed = inputAt(inputs, row->dims).integers();
    const WorkCount left = remainingElements(x.dims, removed);
    return workWithout(WorkKind::Reduction, x.type,
                       bytesToRead(x) + left * writtenBytes(row->result, x.type, !removed.empty()),
                       left * firstResultBytes(row->result, x.type));
}

constexpr auto kReductionFormulas = [] {
    std::array<WorkFormula, kReductions.size()> all{};
    for (std::size_t at = 0; at < all.size(); ++at) {
        all[at] = {kReductions[at].op, reductionWork};
    }
    return all;
}();

}  // namespace

std::span<const WorkFormula> reductionFormulas() {
    return kReductionFormulas;
}

}  // namespace gaplight
