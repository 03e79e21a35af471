// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/formats/pickle/pickle_heap.h"
#include "core/formats/pickle/snapshot_shapes.h"
#include "core/memory/allocator_history.h"

namespace gaplight {

// The dicts and lists of a snapshot that have been read. The pickle may refer to one object in
// several places; it is read at the first.
class SnapshotObjects {
public:
    // Adds an issue to `history` for each object of an unexpected form.
    SnapshotObjects(const PickleHeap& heap, AllocatorHistory& history);

    // The row of a dict of this shape; empty if it is none, or was taken before.
    [[nodiscard]] std::optional<PickleRow> takeRow(PickleValue value, SnapshotShape shape,
                                                   SnapshotIssueKind ifOther);
    // Whether the value is a list that was not taken before.
    [[nodiscard]] bool takeList(PickleValue value);

private:
    const PickleHeap& m_heap;
    AllocatorHistory& m_history;
    std::vector<bool> m_takenLists;
    std::vector<std::vector<bool>> m_takenRows;  // by shape
};

}  // namespace gaplight
