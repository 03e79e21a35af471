// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// Copies and lookups. A copy reads the source and writes the destination, each in its type. A
// lookup reads the indexes and the rows that they name, not the whole table.
#include <array>
#include <cstddef>

#include "core/analysis/kernels/work_formulas.h"

namespace gaplight {
namespace {

// copy_(destination, source)
MaybeWork copyWork(std::string_view /*op*/, Inputs inputs) {
    const OperatorInput& destination = inputAt(inputs, 0);
    const OperatorInput& source = inputAt(inputs, 1);
    if (destination.dims.empty() || destination.type == ElementType::Unknown ||
        source.type == ElementType::Unknown) {
        return std::nullopt;
    }
    const WorkCount written = countOf(destination.dims) * bytesOf(destination.type);
    return workWithout(WorkKind::Copy, destination.type, bytesToRead(source) + written, written);
}

// Rows of `table` without its dimension `dim`, once for each index: read, and written.
MaybeWork rowsWork(const OperatorInput& table, const OperatorInput& indexes, std::size_t dim) {
    if (dim >= table.dims.size() || table.type == ElementType::Unknown || !indexes.isTensor) {
        return std::nullopt;
    }
    WorkCount moved = countOf(indexes.dims) * bytesOf(table.type);
    for (std::size_t at = 0; at < table.dims.size(); ++at) {
        moved = at == dim ? moved : moved * table.dims[at];
    }
    return workWithout(WorkKind::Embedding, table.type, bytesToRead(indexes) + moved * 2);
}

// embedding(table, indexes)
MaybeWork embeddingWork(std::string_view /*op*/, Inputs inputs) {
    return rowsWork(inputAt(inputs, 0), inputAt(inputs, 1), 0);
}

// index_select(table, dim, indexes)
MaybeWork indexSelectWork(std::string_view /*op*/, Inputs inputs) {
    const auto dim = inputAt(inputs, 1).integers();
    if (dim.size() != 1 || dim.front() < 0) {
        return std::nullopt;
    }
    return rowsWork(inputAt(inputs, 0), inputAt(inputs, 2), static_cast<std::size_t>(dim.front()));
}

// gather(table, dim, indexes): one element for each index.
MaybeWork gatherWork(std::string_view /*op*/, Inputs inputs) {
    const OperatorInput& table = inputAt(inputs, 0);
    const OperatorInput& indexes = inputAt(inputs, 2);
    if (table.type == ElementType::Unknown || indexes.dims.empty()) {
        return std::nullopt;
    }
    return workWithout(WorkKind::Embedding, table.type,
                       bytesToRead(indexes) + countOf(indexes.dims) * 2 * bytesOf(table.type));
}

// index_put_(table, indexes, values, accumulate): each value is read and written, and with
// `accumulate` added to what is there. Only of whole rows: others may be broadcast to the indexes,
// whose shapes are not recorded.
MaybeWork indexPutWork(std::string_view /*op*/, Inputs inputs) {
    const OperatorInput& table = inputAt(inputs, 0);
    const OperatorInput& values = inputAt(inputs, 2);
    if (values.dims.size() < 2 || values.dims.size() != table.dims.size() ||
        values.dims.back() != table.dims.back() || table.type == ElementType::Unknown) {
        return std::nullopt;
    }
    const bool adds = inputAt(inputs, 3).isTrue();
    const WorkCount written = countOf(values.dims) * bytesOf(table.type);
    return workWithout(WorkKind::Embedding, table.type,
                       bytesToRead(values) + written * (adds ? 2 : 1));
}

// embedding_dense_backward(gradient, indexes, rows, padding_idx, scale): the whole table's
// gradient is written.
MaybeWork embeddingGradientWork(std::string_view /*op*/, Inputs inputs) {
    const OperatorInput& gradient = inputAt(inputs, 0);
    const auto rows = inputAt(inputs, 2).integers();
    if (gradient.dims.empty() || gradient.type == ElementType::Unknown || rows.size() != 1) {
        return std::nullopt;
    }
    return workWithout(WorkKind::Embedding, gradient.type,
                       bytesToRead(gradient) + bytesToRead(inputAt(inputs, 1)) +
                           WorkCount(rows.front()) * gradient.dims.back() * bytesOf(gradient.type));
}

constexpr std::array kMovementFormulas{
    WorkFormula{"aten::copy_", copyWork},
    WorkFormula{"aten::embedding", embeddingWork},
    WorkFormula{"aten::index_select", indexSelectWork},
    WorkFormula{"aten::gather", gatherWork},
    WorkFormula{"aten::index_put_", indexPutWork},
    WorkFormula{"aten::_index_put_impl_", indexPutWork},
    WorkFormula{"aten::embedding_dense_backward", embeddingGradientWork},
};

}  // namespace

std::span<const WorkFormula> movementFormulas() {
    return kMovementFormulas;
}

}  // namespace gaplight
