// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/base/id_hash.h"
#include "core/formats/pickle/pickle_heap.h"
#include "core/memory/allocator_history.h"

namespace gaplight {

// Converts what blocks and events refer to: streams, stacks of frames, names of actions. Many refer
// to the same object, which is converted once: O(objects).
class SnapshotReferences {
public:
    // Adds streams and stacks to `history`.
    SnapshotReferences(const PickleHeap& heap, AllocatorHistory& history)
        : m_heap(heap), m_history(history), m_stackOfList(heap.lists()) {}

    [[nodiscard]] StreamIndex streamOf(PickleValue value);
    // Of a list of frames, innermost first; invalid for another value.
    [[nodiscard]] StackId stackOf(PickleValue frames);
    // Empty for a name that no action has.
    [[nodiscard]] std::optional<AllocatorAction> actionOf(PickleValue name);

private:
    [[nodiscard]] FrameId frameOf(PickleValue frame);

    const PickleHeap& m_heap;
    AllocatorHistory& m_history;
    std::unordered_map<std::int64_t, StreamIndex, IdHash> m_streams;
    std::vector<StackId> m_stackOfList;  // valid: known
    std::vector<FrameId> m_frameOfRow;
    std::vector<std::uint8_t> m_actionOfText;
    std::vector<FrameId> m_frameScratch;
};

}  // namespace gaplight
