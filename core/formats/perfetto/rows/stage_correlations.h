// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/id_hash.h"
#include "core/formats/perfetto/rows/joined_part.h"

namespace gaplight {

// Joins GPU render stages to the calls that list them as submissions. A call may be anywhere in the
// file, so that correlations are known only after all of it has been read.
class StageCorrelations {
public:
    // A slice of a part; parts in ascending order, in each the slices.
    void add(std::size_t part, const PerfettoPart::Stage& stage) {
        m_rows.push_back({part, stage.slice, stage.stage});
    }
    // A later call with the same stage replaces an earlier one.
    void addCall(std::uint64_t stage, std::uint64_t correlation) {
        m_correlations[stage] = correlation;
    }
    // Gives each stage the correlation of its call, or its own number where no call lists it.
    void joinTo(std::span<JoinedPart> parts) const;

private:
    struct Row {
        std::size_t part = 0;
        std::uint32_t slice = 0;
        std::uint64_t stage = 0;
    };

    std::vector<Row> m_rows;
    std::unordered_map<std::uint64_t, std::uint64_t, IdHash> m_correlations;  // by stage
};

}  // namespace gaplight
