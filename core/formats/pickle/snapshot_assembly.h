// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/formats/pickle/pickle_heap.h"
#include "core/formats/pickle/snapshot_objects.h"
#include "core/formats/pickle/snapshot_references.h"
#include "core/memory/allocator_history.h"

namespace gaplight {

// Makes the history from the objects of a pickle: segments with their blocks, events, annotations.
// O(objects).
class SnapshotAssembly {
public:
    explicit SnapshotAssembly(const PickleHeap& heap) : m_heap(heap) {}
    // Its parts refer to its history.
    SnapshotAssembly(const SnapshotAssembly&) = delete;
    SnapshotAssembly& operator=(const SnapshotAssembly&) = delete;
    SnapshotAssembly(SnapshotAssembly&&) = delete;
    SnapshotAssembly& operator=(SnapshotAssembly&&) = delete;
    ~SnapshotAssembly() = default;

    // `root`: a dict with "segments" and "device_traces", or a list of segments
    // (torch.cuda.memory_snapshot()). Errors: NotATrace.
    [[nodiscard]] Result<AllocatorHistory> assemble(PickleValue root);

private:
    template <class Column>
    [[nodiscard]] PickleValue cell(PickleRow row, Column column) const {
        return m_heap.cell(row, static_cast<std::size_t>(column));
    }

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

    static constexpr std::int64_t kMaxBytesTogether = std::int64_t{1} << 55U;

    const PickleHeap& m_heap;
    std::int64_t m_bytes = 0;
    AllocatorHistory m_history;
    SnapshotObjects m_objects{m_heap, m_history};
    SnapshotReferences m_references{m_heap, m_history};
    std::map<std::int32_t, DeviceHistory> m_devices;
    std::map<std::pair<std::int32_t, std::size_t>, std::vector<std::size_t>> m_openAnnotations;
};

}  // namespace gaplight
