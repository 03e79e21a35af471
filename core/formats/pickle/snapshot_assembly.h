// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/id_hash.h"
#include "core/base/result.h"
#include "core/formats/pickle/pickle_heap.h"
#include "core/formats/pickle/snapshot_shapes.h"
#include "core/memory/allocator_history.h"

namespace gaplight {

// Makes the history from the objects of a pickle. Each list and each event counts once, in however
// many places the pickle refers to it, so that the time is O(objects).
class SnapshotAssembly {
public:
    explicit SnapshotAssembly(const PickleHeap& heap) : m_heap(heap) {}

    // `root`: a dict with "segments" and "device_traces", or a list of segments
    // (torch.cuda.memory_snapshot()). Errors: NotATrace.
    [[nodiscard]] Result<AllocatorHistory> assemble(PickleValue root);

private:
    template <class Column>
    [[nodiscard]] PickleValue cell(PickleRow row, Column column) const {
        return m_heap.cell(row, static_cast<std::size_t>(column));
    }
    // The row of a dict of this shape that was not used before.
    [[nodiscard]] std::optional<PickleRow> newRow(PickleValue value, SnapshotShape shape,
                                                  SnapshotIssueKind ifOther);
    [[nodiscard]] bool isNewList(PickleValue value);

    // Adds a size to the sum of all sizes; false, without adding it, from 2^55 bytes (36 PB) on.
    [[nodiscard]] bool addBytes(std::int64_t size) {
        m_bytes += size;
        if (m_bytes > kMaxBytesTogether) {
            m_bytes -= size;
            return false;
        }
        return true;
    }
    void addSegments(PickleValue list);
    void addSegment(PickleRow row);
    void addBlocks(PickleValue list, AllocatorSegment& segment);
    void addEvents(PickleValue list, std::int32_t device);
    [[nodiscard]] std::optional<AllocatorEvent> eventOf(PickleRow row, std::int64_t position);
    void addAnnotations(PickleValue list);
    void addAnnotationMark(PickleRow row);
    void sortParts();

    [[nodiscard]] DeviceHistory& device(std::int32_t number);
    [[nodiscard]] StreamIndex streamOf(PickleValue value);
    [[nodiscard]] StackId stackOf(PickleValue frames);
    [[nodiscard]] FrameId frameOf(PickleValue frame);
    [[nodiscard]] std::optional<AllocatorAction> actionOf(PickleValue value);

    static constexpr std::int64_t kMaxBytesTogether = std::int64_t{1} << 55U;

    const PickleHeap& m_heap;
    std::int64_t m_bytes = 0;
    AllocatorHistory m_history;
    std::vector<bool> m_usedLists;
    std::vector<std::vector<bool>> m_usedRows;  // by shape
    std::map<std::int32_t, DeviceHistory> m_devices;
    std::unordered_map<std::int64_t, StreamIndex, IdHash> m_streams;
    std::vector<StackId> m_stackOfList;  // valid: known
    std::vector<FrameId> m_frameOfRow;
    std::vector<std::uint8_t> m_actionOfText;
    std::map<std::pair<std::int32_t, std::size_t>, std::vector<std::size_t>> m_openAnnotations;
    std::vector<FrameId> m_frameScratch;
};

}  // namespace gaplight
