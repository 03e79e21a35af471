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

// The objects of a snapshot, each of which counts once, in however many places the pickle refers to
// it.
class SnapshotObjects {
public:
    // What is not as it should be is an issue of `history`.
    SnapshotObjects(const PickleHeap& heap, AllocatorHistory& history);

    // The row of a dict of this shape that was not taken before.
    [[nodiscard]] std::optional<PickleRow> takeRow(PickleValue value, SnapshotShape shape,
                                                   SnapshotIssueKind ifOther);
    // Whether it is a list that was not taken before.
    [[nodiscard]] bool takeList(PickleValue value);

private:
    const PickleHeap& m_heap;
    AllocatorHistory& m_history;
    std::vector<bool> m_takenLists;
    std::vector<std::vector<bool>> m_takenRows;  // by shape
};

}  // namespace gaplight
