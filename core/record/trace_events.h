// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/record/event_waits.h"
#include "core/record/gpu_events.h"
#include "core/record/memory_totals.h"
#include "core/record/range_events.h"
#include "core/record/record_stream.h"
#include "core/record/sync_calls.h"
#include "core/record/track_labels.h"

namespace gaplight::record {

struct RecordCounts {
    std::uint64_t records = 0;  // of any kind
    std::uint64_t calls = 0;
    std::uint64_t activities = 0;  // kernels, copies and memsets
    std::uint64_t dropped = 0;     // records lost in the recorder
};

// Converts the records of one process into events in Kineto's format, in order of arrival. Keeps
// names and open ranges only, never events.
//
// In addition to Kineto: the limit of a kernel's occupancy, graph nodes, targets of waits
// (cuda_sync, on the waiting thread, inside its call), and call stacks ("Call stack").
class TraceEvents {
public:
    TraceEvents();

    // Skips damaged or unknown records.
    void take(RecordType type, std::span<const std::byte> bytes);
    // Writes open ranges, and kernels whose GPU is unknown.
    void finish();

    // The events since the text was last taken, separated, without a comma at either end.
    [[nodiscard]] std::string takeText();
    [[nodiscard]] std::size_t textBytes() const { return m_text.size(); }

    [[nodiscard]] const RecordCounts& counts() const { return m_counts; }
    [[nodiscard]] const ProcessRecord& process() const { return m_process; }
    [[nodiscard]] std::int64_t baseTime() const { return m_baseTime; }
    [[nodiscard]] const std::vector<DeviceRecord>& devices() const { return m_devices; }
    [[nodiscard]] const std::string& deviceName(std::uint32_t device) const;
    // Why the recorder could not record; empty: it could.
    [[nodiscard]] const std::string& failure() const { return m_failure; }
    [[nodiscard]] bool hasEnded() const { return m_hasEnded; }
    // Whether call stacks were recorded.
    [[nodiscard]] bool hasStacks() const { return m_stackCost.calls > 0; }
    // Mean time in ns by which recording its stack makes a call longer; needs hasStacks().
    [[nodiscard]] std::uint64_t stackCostNs() const {
        return static_cast<std::uint64_t>(std::max<std::int64_t>(0, m_stackCost.time)) /
               m_stackCost.calls;
    }

private:
    [[nodiscard]] EventBase base() { return {m_baseTime, m_text}; }
    [[nodiscard]] std::string_view text(std::uint32_t id) const;
    [[nodiscard]] const DeviceProperties* properties(std::uint32_t device) const;

    void take(const ProcessRecord& process, std::string_view tail);
    void take(const TextRecord& text, std::string_view tail);
    void take(const DeviceRecord& device, std::string_view tail);
    void take(const ContextRecord& context);
    void take(const KernelRecord& kernel);
    void take(const CopyRecord& copy);
    void take(const FillRecord& fill);
    void take(const CallRecord& call);
    void take(const SyncRecord& sync);
    void take(const EventRecordRecord& record) { m_waits.add(record); }
    void take(const OverheadRecord& overhead);
    void take(const MemoryRecord& memory);
    void take(const RangeRecord& range, std::string_view tail);
    void take(const NameRecord& name, std::string_view tail);
    void take(const StackRecord& stack, std::string_view tail);
    void take(const DroppedRecord& dropped);
    void take(const FailureRecord& failure, std::string_view tail);
    void take(const EndRecord& end);
    void take(const StackCostRecord& cost) { m_stackCost = cost; }

    void write(const KernelRecord& kernel);
    void writePendingKernels();
    void writeSync(const SyncRecord& sync, std::uint32_t thread);

    std::string m_text;
    std::int64_t m_baseTime = 0;
    ProcessRecord m_process;
    RecordCounts m_counts;
    std::string m_failure;
    bool m_hasEnded = false;
    StackCostRecord m_stackCost;

    std::unordered_map<std::uint32_t, std::string> m_texts;
    std::vector<DeviceRecord> m_devices;
    std::map<std::uint32_t, DeviceProperties> m_properties;
    std::unordered_map<std::uint32_t, std::uint32_t> m_contexts;  // → device
    TrackLabels m_labels;
    EventWaits m_waits;
    SyncCalls m_syncCalls;
    RangeEvents m_ranges;
    MemoryTotals m_memory;
    std::unordered_map<std::uint32_t, std::string> m_stacks;  // by correlation
    std::vector<KernelRecord> m_pendingKernels;               // whose GPU is not known yet
};

}  // namespace gaplight::record
