// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/record/trace_events.h"

#include <cstring>
#include <utility>

#include "core/analysis/torch/name_classes.h"
#include "core/record/event_json.h"
#include "core/record/kineto_names.h"
#include "core/record/record_dispatch.h"

namespace gaplight::record {
namespace {

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
