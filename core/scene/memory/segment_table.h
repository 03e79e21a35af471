// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/memory/memory_model.h"

namespace gaplight {

// A segment held at a moment, with the blocks in use within it.
struct SegmentRow {
    std::uint32_t segment = 0;  // into MemoryModel::segments
    std::uint32_t firstBlock = 0;
    std::uint32_t blockCount = 0;
    std::int64_t used = 0;  // bytes of the blocks
};

// The segments of one stream and pool.
struct SegmentGroup {
    StreamIndex stream = 0;
    bool isSmallPool = false;
    std::uint32_t firstRow = 0;
    std::uint32_t rowCount = 0;
    std::int64_t reserved = 0;
    std::int64_t used = 0;
    std::int64_t largest = 0;  // bytes of its largest segment
};

// What the allocator holds at a moment, by stream and pool. Immutable.
class SegmentTable {
public:
    SegmentTable() = default;
    // O(allocations + segments + blocks log blocks).
    SegmentTable(const MemoryModel& model, Moment moment);

    // The largest reserved first; within a group the largest segments first.
    std::span<const SegmentGroup> groups() const { return m_groups; }
    std::span<const SegmentRow> rows() const { return m_rows; }
    // Allocations in use, ascending by address.
    std::span<const std::uint32_t> blocksOf(const SegmentRow& row) const {
        return std::span(m_blocks).subspan(row.firstBlock, row.blockCount);
    }

private:
    void addRows(const MemoryModel& model, Moment moment);
    void addGroups(const MemoryModel& model);

    std::vector<std::uint32_t> m_blocks;  // by address
    std::vector<SegmentRow> m_rows;       // by group
    std::vector<SegmentGroup> m_groups;
};

}  // namespace gaplight
