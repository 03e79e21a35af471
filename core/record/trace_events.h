// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/record/gpu_events.h"
#include "core/record/range_events.h"
#include "core/record/record_stream.h"

namespace gaplight::record {

// The latest records of CUDA events in streams, to find the target of a wait: an event can be
// recorded repeatedly, and a wait refers to the last record before it. Correlations of a process
// count up.
class EventWaits {
public:
    void add(const EventRecordRecord& record);

    // The event record that a wait or synchronization refers to; empty if it was not recorded.
    std::optional<EventRecordRecord> targetOf(const SyncRecord& wait) const;

private:
    // A host thread records an event few times before the GPU reaches it; older records are
    // overwritten.
    static constexpr std::size_t kKept = 16;
    struct Recent {
        std::array<EventRecordRecord, kKept> records{};
        std::size_t count = 0;
    };
    std::unordered_map<std::uint64_t, Recent> m_events;  // by context and event
};

// Bytes that a program has allocated from the driver: on each GPU, and pinned on the host.
class MemoryTotals {
public:
    struct Change {
        std::int64_t bytes = 0;  // negative: freed
        std::int64_t total = 0;  // afterwards, in the same memory
    };
    // Sizes and totals are limited to 64 PiB, totals to 0 and more. A free has the size of its
    // allocation or, if the allocation was not recorded, the size in its own record.
    Change apply(const MemoryRecord& memory);

private:
    std::unordered_map<std::uint64_t, std::uint64_t> m_sizes;  // by address
    std::unordered_map<std::int64_t, std::int64_t> m_totals;   // by GPU; host: -1
};

// On the host: pinned and pageable memory.
[[nodiscard]] bool isHostMemory(MemoryKind kind);

// Matches waits to the calls that made them, which have the thread: a SyncRecord and its CallRecord
// have equal correlations and arrive in either order, at most some thousand records apart. Keeps at
// most kMaxKept of each. O(1) per call, O(kept calls) per wait.
class SyncCalls {
public:
    static constexpr std::size_t kMaxKept = 1U << 14;

    // The wait of a call that has just arrived. Empty if the wait has not arrived; the call is then
    // kept if it may wait.
    [[nodiscard]] std::optional<SyncRecord> takeSync(const CallRecord& call, bool mayWait);
    // The thread of a wait that has just arrived. Empty if its call has not arrived; the wait is
    // then kept. (CUPTI also records queries as waits: their calls never arrive.)
    [[nodiscard]] std::optional<std::uint32_t> takeThread(const SyncRecord& sync);

private:
    struct Caller {
        std::uint32_t correlation = 0;
        std::uint32_t thread = 0;
    };

    std::deque<Caller> m_callers;                           // oldest first
    std::unordered_map<std::uint32_t, SyncRecord> m_syncs;  // by correlation
};

// Writes the metadata events with names and order of processes, threads and streams, each before
// its first event. GPUs are sorted below the program, as in Kineto.
class TrackLabels {
public:
    explicit TrackLabels(std::string& text) : m_text(text) {}

    void program(std::uint32_t pid, std::string_view name);
    void thread(std::uint32_t tid);
    void stream(std::uint32_t device, std::uint32_t stream);
    // The track of the profiler's own work in a thread (0: unknown thread), sorted last.
    void overhead(std::int64_t thread);
    // Later names replace earlier ones.
    void nameThread(std::uint32_t tid, std::string_view name);
    void nameStream(std::uint32_t device, std::uint32_t stream, std::string_view name);

private:
    void label(std::string_view what, std::int64_t process, std::int64_t thread,
               std::string_view key, std::string_view text);
    void order(std::string_view what, std::int64_t process, std::int64_t thread,
               std::int64_t index);

    std::string& m_text;
    std::uint32_t m_pid = 0;
    std::string m_program;
    std::set<std::uint32_t> m_threads;
    std::set<std::int64_t> m_overheadThreads;
    std::set<std::uint32_t> m_devices;
    std::set<std::pair<std::uint32_t, std::uint32_t>> m_streams;
};

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
    std::size_t textBytes() const { return m_text.size(); }

    const RecordCounts& counts() const { return m_counts; }
    const ProcessRecord& process() const { return m_process; }
    std::int64_t baseTime() const { return m_baseTime; }
    const std::vector<DeviceRecord>& devices() const { return m_devices; }
    const std::string& deviceName(std::uint32_t device) const;
    // Why the recorder could not record; empty: it could.
    const std::string& failure() const { return m_failure; }
    bool hasEnded() const { return m_hasEnded; }
    // Whether call stacks were recorded.
    bool hasStacks() const { return m_stackCost.calls > 0; }
    // Mean time in ns by which recording its stack makes a call longer; needs hasStacks().
    std::uint64_t stackCostNs() const {
        return static_cast<std::uint64_t>(std::max<std::int64_t>(0, m_stackCost.time)) /
               m_stackCost.calls;
    }

private:
    [[nodiscard]] EventBase base() { return {m_baseTime, m_text}; }
    std::string_view text(std::uint32_t id) const;
    const DeviceProperties* properties(std::uint32_t device) const;

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
