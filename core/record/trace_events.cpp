// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/record/trace_events.h"

#include <cstring>
#include <iterator>

#include "core/analysis/torch/name_classes.h"
#include "core/record/event_json.h"
#include "core/record/gpu_events.h"
#include "core/record/record_splitter.h"

namespace gaplight::record {
namespace {

std::uint64_t keyOf(std::uint32_t context, std::uint32_t event) {
    return (static_cast<std::uint64_t>(context) << 32U) | event;
}

}  // namespace

void EventWaits::add(const EventRecordRecord& record) {
    Recent& recent = m_events[keyOf(record.context, record.event)];
    recent.records[recent.count++ % kKept] = record;
}

std::optional<EventRecordRecord> EventWaits::targetOf(const SyncRecord& wait) const {
    const auto found = m_events.find(keyOf(wait.context, wait.event));
    if (found == m_events.end()) {
        return std::nullopt;
    }
    const Recent& recent = found->second;
    std::optional<EventRecordRecord> latest;
    for (std::size_t at = 0; at < std::min(recent.count, kKept); ++at) {
        const EventRecordRecord& record = recent.records[at];
        const bool isBefore = record.correlation < wait.correlation;
        if (isBefore && (!latest || record.correlation > latest->correlation)) {
            latest = record;
        }
    }
    return latest;
}

namespace {

// 64 PiB, the most that readers accept: a damaged record must not make a total overflow.
constexpr std::int64_t kMaxBytes = std::int64_t{1} << 56U;

}  // namespace

bool isHostMemory(MemoryKind kind) {
    return kind == MemoryKind::Pageable || kind == MemoryKind::Pinned;
}

MemoryTotals::Change MemoryTotals::apply(const MemoryRecord& memory) {
    const std::int64_t owner = isHostMemory(memory.kind) ? -1 : std::int64_t{memory.device};
    std::uint64_t bytes = memory.bytes;
    if (memory.isFree == 0) {
        m_sizes[memory.address] = bytes;
    } else if (const auto known = m_sizes.find(memory.address); known != m_sizes.end()) {
        bytes = known->second;
        m_sizes.erase(known);
    }
    const auto size = static_cast<std::int64_t>(std::min<std::uint64_t>(bytes, kMaxBytes));
    const std::int64_t change = memory.isFree != 0 ? -size : size;
    std::int64_t& total = m_totals[owner];
    // Frees of earlier allocations must not make the total negative.
    total = std::clamp<std::int64_t>(total + change, 0, kMaxBytes);
    return {change, total};
}

std::optional<SyncRecord> SyncCalls::takeSync(const CallRecord& call, bool mayWait) {
    if (const auto found = m_syncs.find(call.correlation); found != m_syncs.end()) {
        const SyncRecord sync = found->second;
        m_syncs.erase(found);
        return sync;
    }
    if (mayWait) {
        m_callers.push_back({call.correlation, call.thread});
        if (m_callers.size() > kMaxKept) {
            m_callers.pop_front();
        }
    }
    return std::nullopt;
}

std::optional<std::uint32_t> SyncCalls::takeThread(const SyncRecord& sync) {
    const auto caller = std::find_if(
        m_callers.rbegin(), m_callers.rend(),
        [&](const Caller& candidate) { return candidate.correlation == sync.correlation; });
    if (caller == m_callers.rend()) {
        if (m_syncs.size() >= kMaxKept) {
            m_syncs.clear();
        }
        m_syncs[sync.correlation] = sync;
        return std::nullopt;
    }
    const std::uint32_t thread = caller->thread;
    m_callers.erase(std::next(caller).base());
    return thread;
}

namespace {

constexpr std::int64_t kFirstGpuOrder = 5'000'000;  // Kineto's

}  // namespace

void TrackLabels::label(std::string_view what, std::int64_t process, std::int64_t thread,
                        std::string_view key, std::string_view text) {
    EventText(m_text, 'M').name(what).place(process, thread).arg(key, text);
}

void TrackLabels::order(std::string_view what, std::int64_t process, std::int64_t thread,
                        std::int64_t index) {
    EventText(m_text, 'M').name(what).place(process, thread).arg("sort_index", index);
}

void TrackLabels::program(std::uint32_t pid, std::string_view name) {
    m_pid = pid;
    m_program = name;
    label("process_name", pid, 0, "name", name);
    label("process_labels", pid, 0, "labels", "CPU");
    order("process_sort_index", pid, 0, pid);
}

void TrackLabels::thread(std::uint32_t tid) {
    if (m_threads.insert(tid).second) {
        order("thread_sort_index", m_pid, tid, tid);
    }
}

void TrackLabels::stream(std::uint32_t device, std::uint32_t stream) {
    if (!m_streams.emplace(device, stream).second) {
        return;
    }
    if (m_devices.insert(device).second) {
        label("process_name", device, 0, "name", m_program);
        label("process_labels", device, 0, "labels", "GPU " + std::to_string(device));
        order("process_sort_index", device, 0, kFirstGpuOrder + device);
    }
    label("thread_name", device, stream, "name", "stream " + std::to_string(stream));
    order("thread_sort_index", device, stream, stream);
}

void TrackLabels::overhead(std::int64_t thread) {
    if (!m_overheadThreads.insert(thread).second) {
        return;
    }
    if (m_overheadThreads.size() == 1) {
        label("process_name", -1, 0, "name", "profiler");
        order("process_sort_index", -1, 0, 2 * kFirstGpuOrder);
    }
    label("thread_name", -1, thread, "name",
          thread == 0 ? "overhead" : "overhead in thread " + std::to_string(thread));
}

void TrackLabels::nameThread(std::uint32_t tid, std::string_view name) {
    label("thread_name", m_pid, tid, "name",
          "thread " + std::to_string(tid) + " (" + std::string(name) + ")");
}

void TrackLabels::nameStream(std::uint32_t device, std::uint32_t stream, std::string_view name) {
    this->stream(device, stream);
    label("thread_name", device, stream, "name",
          "stream " + std::to_string(stream) + " (" + std::string(name) + ")");
}

namespace {

// Calls `sink(record)`, or `sink(record, tail)` for a type with a tail, if `type` is that of
// Record. Nothing for damaged records. True if the type matches.
template <class Record, class Sink>
bool dispatchAs(RecordType type, std::span<const std::byte> bytes, const Sink& sink) {
    if (type != Record::kType) {
        return false;
    }
    Record record;
    if (read(bytes, record)) {
        if constexpr (requires { record.tailBytes; }) {
            sink(record, tailOf(record, bytes));
        } else {
            sink(record);
        }
    }
    return true;
}

// Calls `sink` with the bytes of a record as the struct of its type, as in dispatchAs(). Nothing
// for damaged records and unknown types. Frequent types are compared first.
template <class Sink>
void dispatchRecord(RecordType type, std::span<const std::byte> bytes, const Sink& sink) {
    const auto tryAll = [&]<class... Records>() {
        return (dispatchAs<Records>(type, bytes, sink) || ...);
    };
    static_cast<void>(
        tryAll.template
        operator()<CallRecord, KernelRecord, StackRecord, SyncRecord, CopyRecord, FillRecord,
                   RangeRecord, EventRecordRecord, TextRecord, MemoryRecord, OverheadRecord,
                   ProcessRecord, DeviceRecord, ContextRecord, NameRecord, DroppedRecord,
                   FailureRecord, EndRecord, StackCostRecord>());
}

constexpr std::int64_t kNsPerSecond = 1'000'000'000;

// Kernels kept until their GPU is described: within the first records, but not always first.
constexpr std::size_t kKernelsKept = 1U << 16;
// Stacks kept until their calls arrive; those of calls that are not recorded are never used.
constexpr std::size_t kStacksKept = 1U << 18;

bool mayWait(std::string_view callName) {
    return callName.find("Synchronize") != std::string_view::npos ||
           callName.find("WaitEvent") != std::string_view::npos;
}

DeviceProperties propertiesOf(const DeviceRecord& device, std::string_view name) {
    DeviceProperties properties;
    properties.gpu = GpuId(SourceId(), static_cast<std::int32_t>(device.device));
    properties.name = name;
    properties.totalMemoryBytes = static_cast<std::int64_t>(device.totalMemory);
    properties.computeMajor = static_cast<int>(device.computeMajor);
    properties.computeMinor = static_cast<int>(device.computeMinor);
    properties.sms = static_cast<int>(device.sms);
    properties.maxThreadsPerSm = static_cast<int>(device.maxThreadsPerSm);
    properties.maxThreadsPerBlock = static_cast<int>(device.maxThreadsPerBlock);
    properties.registersPerSm = device.registersPerSm;
    properties.sharedMemoryPerSmBytes = device.sharedMemoryPerSm;
    properties.warpSize = static_cast<int>(device.warpSize);
    return properties;
}

}  // namespace

TraceEvents::TraceEvents() : m_labels(m_text) {}

std::string TraceEvents::takeText() {
    std::string taken;
    taken.swap(m_text);
    return taken;
}

std::string_view TraceEvents::text(std::uint32_t id) const {
    const auto found = m_texts.find(id);
    return found == m_texts.end() ? "?" : std::string_view(found->second);
}

const std::string& TraceEvents::deviceName(std::uint32_t device) const {
    static const std::string kUnknown;
    const auto found = m_properties.find(device);
    return found == m_properties.end() ? kUnknown : found->second.name;
}

const DeviceProperties* TraceEvents::properties(std::uint32_t device) const {
    const auto found = m_properties.find(device);
    return found == m_properties.end() ? nullptr : &found->second;
}

void TraceEvents::take(RecordType type, std::span<const std::byte> bytes) {
    ++m_counts.records;
    dispatchRecord(type, bytes,
                   [this](const auto& record, auto... tail) { take(record, tail...); });
}

void TraceEvents::take(const ProcessRecord& process, std::string_view tail) {
    m_process = process;
    m_baseTime = process.time - process.time % kNsPerSecond;
    m_labels.program(process.pid, tail);
}

void TraceEvents::take(const TextRecord& text, std::string_view tail) {
    m_texts[text.id] = demangled(tail);
}

void TraceEvents::take(const DeviceRecord& device, std::string_view tail) {
    if (m_properties.insert_or_assign(device.device, propertiesOf(device, tail)).second) {
        m_devices.push_back(device);
        writePendingKernels();
    }
}

void TraceEvents::take(const ContextRecord& context) {
    m_contexts[context.context] = context.device;
}

void TraceEvents::take(const KernelRecord& kernel) {
    ++m_counts.activities;
    if (properties(kernel.place.device) == nullptr && m_pendingKernels.size() < kKernelsKept) {
        m_pendingKernels.push_back(kernel);
    } else {
        write(kernel);
    }
}

void TraceEvents::writePendingKernels() {
    for (const KernelRecord& kernel : std::exchange(m_pendingKernels, {})) {
        write(kernel);
    }
}

void TraceEvents::write(const KernelRecord& kernel) {
    m_labels.stream(kernel.place.device, kernel.place.stream);
    writeKernel(base(), kernel, text(kernel.name), properties(kernel.place.device));
}

void TraceEvents::take(const CopyRecord& copy) {
    ++m_counts.activities;
    m_labels.stream(copy.place.device, copy.place.stream);
    writeCopy(base(), copy);
}

void TraceEvents::take(const FillRecord& fill) {
    ++m_counts.activities;
    m_labels.stream(fill.place.device, fill.place.stream);
    writeFill(base(), fill);
}

void TraceEvents::take(const CallRecord& call) {
    ++m_counts.calls;
    m_labels.thread(call.thread);
    const std::string_view name = plainCallName(text(call.name));
    {
        EventText event(m_text, 'X');
        event.category(call.api == Api::Driver ? "cuda_driver" : "cuda_runtime")
            .name(name)
            .place(m_process.pid, call.thread)
            .span(base().since(call.start), base().since(call.end))
            .arg("cbid", std::int64_t{call.function})
            .arg("correlation", std::int64_t{call.correlation});
        if (call.result != 0) {
            event.arg("result", std::int64_t{call.result});
        }
        if (const auto stack = m_stacks.find(call.correlation); stack != m_stacks.end()) {
            event.arg("Call stack", stack->second);
            m_stacks.erase(stack);
        }
    }
    if (startsWork(name)) {
        EventText(m_text, 's')
            .category("ac2g")
            .name("ac2g")
            .place(m_process.pid, call.thread)
            .time(base().since(call.start))
            .field("id", std::to_string(call.correlation));
    }
    if (const auto sync = m_syncCalls.takeSync(call, mayWait(name))) {
        writeSync(*sync, call.thread);
    }
}

void TraceEvents::take(const SyncRecord& sync) {
    if (const auto thread = m_syncCalls.takeThread(sync)) {
        writeSync(sync, *thread);
    }
}

void TraceEvents::writeSync(const SyncRecord& sync, std::uint32_t thread) {
    m_labels.thread(thread);
    const auto device = m_contexts.find(sync.context);
    EventText event(m_text, 'X');
    event.category("cuda_sync")
        .name(syncKindName(sync.kind))
        .place(m_process.pid, thread)
        .span(base().since(sync.start), base().since(sync.end))
        .arg("cuda_sync_kind", syncKindName(sync.kind));
    if (sync.kind == SyncKind::Event || sync.kind == SyncKind::StreamWait) {
        const std::optional<EventRecordRecord> target = m_waits.targetOf(sync);
        event.arg("wait_on_stream", target ? std::int64_t{target->stream} : -1)
            .arg("wait_on_cuda_event_record_corr_id",
                 target ? std::int64_t{target->correlation} : -1)
            .arg("wait_on_cuda_event_id", std::int64_t{sync.event});
    }
    event.arg("stream", std::int64_t{static_cast<std::int32_t>(sync.stream)})
        .arg("correlation", std::int64_t{sync.correlation})
        .arg("device", device == m_contexts.end() ? 0 : std::int64_t{device->second})
        .arg("context", std::int64_t{sync.context});
}

void TraceEvents::take(const OverheadRecord& overhead) {
    // Threads work for the profiler at the same time: on one track their slices would overlap.
    const std::int64_t thread = overhead.thread == kNone ? 0 : std::int64_t{overhead.thread};
    m_labels.overhead(thread);
    EventText(m_text, 'X')
        .category("overhead")
        .name(text(overhead.name))
        .place(-1, thread)
        .span(base().since(overhead.start), base().since(overhead.end));
}

void TraceEvents::take(const MemoryRecord& memory) {
    const MemoryTotals::Change change = m_memory.apply(memory);
    const bool isHost = isHostMemory(memory.kind);
    EventText(m_text, 'i')
        .category("cpu_instant_event")
        .name("[memory]")
        .place(m_process.pid, m_process.pid)
        .time(base().since(memory.time))
        .field("s", "\"t\"")
        .arg("Total Allocated", change.total)
        .arg("Bytes", change.bytes)
        .arg("Device Id", isHost ? -1 : std::int64_t{memory.device})
        .arg("Device Type", std::int64_t{isHost ? 0 : 1})
        .arg("Addr", static_cast<std::int64_t>(memory.address))
        .arg("correlation", std::int64_t{memory.correlation});
}

void TraceEvents::take(const RangeRecord& range, std::string_view tail) {
    m_labels.thread(range.thread);
    m_ranges.take(base(), m_process.pid, range, tail);
}

void TraceEvents::take(const NameRecord& name, std::string_view tail) {
    if (name.what == Named::Thread) {
        m_labels.nameThread(name.id, tail);
    } else {
        m_labels.nameStream(name.device, name.id, tail);
    }
}

void TraceEvents::take(const StackRecord& stack, std::string_view tail) {
    if (m_stacks.size() >= kStacksKept) {
        m_stacks.clear();
    }
    // A call of the runtime makes one of the driver with the same correlation; the outer is first.
    const auto [found, isNew] = m_stacks.try_emplace(stack.correlation);
    if (!isNew) {
        return;
    }
    std::string& frames = found->second;
    for (std::size_t at = 0; at + 4 <= tail.size(); at += 4) {
        std::uint32_t frame = 0;
        std::memcpy(&frame, tail.data() + at, 4);
        frames += frames.empty() ? "" : ";";
        frames += text(frame);
    }
}

void TraceEvents::take(const DroppedRecord& dropped) {
    m_counts.dropped += dropped.count;
    EventText(m_text, 'i')
        .category("overhead")
        .name("Dropped records")
        .place(m_process.pid, m_process.pid)
        .time(base().since(dropped.time))
        .field("s", "\"g\"")
        .arg("count", static_cast<std::int64_t>(dropped.count));
}

void TraceEvents::take(const FailureRecord&, std::string_view tail) {
    m_failure = tail;
}

void TraceEvents::take(const EndRecord&) {
    m_hasEnded = true;
}

void TraceEvents::finish() {
    writePendingKernels();
    m_ranges.finish(base(), m_process.pid);
}

}  // namespace gaplight::record
