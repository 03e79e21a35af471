// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/rows/stage_correlations.h"

namespace gaplight {

void StageCorrelations::joinTo(std::span<JoinedPart> parts) const {
    // A part's correlations ascend by slice, so they are merged with those of its stages.
    for (std::size_t first = 0; first < m_rows.size();) {
        const std::size_t part = m_rows[first].part;
        std::size_t last = first;
        while (last < m_rows.size() && m_rows[last].part == part) {
            ++last;
        }
        SparseBatch<std::uint64_t>& known = parts[part].batch.correlation;
        SparseBatch<std::uint64_t> merged;
        std::size_t at = 0;
        const auto takeKnownBelow = [&](std::uint64_t slice) {
            for (; at < known.slice.size() && known.slice[at] < slice; ++at) {
                merged.slice.push_back(known.slice[at]);
                merged.value.push_back(known.value[at]);
            }
        };
        for (; first < last; ++first) {
            const Row& row = m_rows[first];
            takeKnownBelow(row.slice);
            const auto call = m_correlations.find(row.stage);
            merged.slice.push_back(row.slice);
            merged.value.push_back(call == m_correlations.end() ? row.stage : call->second);
        }
        takeKnownBelow(~std::uint64_t{0});
        known = std::move(merged);
    }
}

}  // namespace gaplight
