// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/record/injected/activity_encoder.h"

#include <array>
#include <cstdio>

#include "core/record/injected/call_choice.h"

namespace gaplight::recorder {
namespace {

using record::append;
using Bytes = std::vector<std::byte>;

// The layouts of CUDA 11.8; later ones have only grown at their ends.
using Kernel = CUpti_ActivityKernel8;
using Memcpy = CUpti_ActivityMemcpy5;
using PeerMemcpy = CUpti_ActivityMemcpyPtoP4;
using Memset = CUpti_ActivityMemset4;
using Synchronization = CUpti_ActivitySynchronization;
using CudaEvent = CUpti_ActivityCudaEvent;
using Overhead = CUpti_ActivityOverhead;
using Device = CUpti_ActivityDevice4;
using Context = CUpti_ActivityContext;
using Memory = CUpti_ActivityMemory3;

// Records are packed and are at multiples of 8: their bytes may be read as what they are.
template <class Record>
const Record& as(const CUpti_Activity& activity) {
    return reinterpret_cast<const Record&>(activity);
}

std::int64_t ns(std::uint64_t time) {
    return static_cast<std::int64_t>(time);
}

template <class Record>
record::Place placeOf(const Record& activity) {
    record::Place place;
    place.device = activity.deviceId;
    place.context = activity.contextId;
    place.stream = activity.streamId;
    place.correlation = activity.correlationId;
    place.graphNode = activity.graphNodeId;
    place.graph = activity.graphId;
    return place;
}

template <class Record>
record::CopyRecord copyOf(const Record& activity) {
    record::CopyRecord copy;
    copy.start = ns(activity.start);
    copy.end = ns(activity.end);
    copy.bytes = activity.bytes;
    copy.place = placeOf(activity);
    copy.kind = static_cast<record::CopyKind>(activity.copyKind);
    copy.source = static_cast<record::MemoryKind>(activity.srcKind);
    copy.target = static_cast<record::MemoryKind>(activity.dstKind);
    copy.isAsync = (activity.flags & CUPTI_ACTIVITY_FLAG_MEMCPY_ASYNC) != 0 ? 1 : 0;
    return copy;
}

void encodePeerCopy(const CUpti_Activity& activity, Bytes& out) {
    const auto& peer = as<PeerMemcpy>(activity);
    record::CopyRecord copy = copyOf(peer);
    copy.sourceDevice = peer.srcDeviceId;
    copy.targetDevice = peer.dstDeviceId;
    append(out, copy);
}

void encodeMemset(const CUpti_Activity& activity, Bytes& out) {
    const auto& memset = as<Memset>(activity);
    record::FillRecord fill;
    fill.start = ns(memset.start);
    fill.end = ns(memset.end);
    fill.bytes = memset.bytes;
    fill.place = placeOf(memset);
    fill.value = memset.value;
    fill.target = static_cast<record::MemoryKind>(memset.memoryKind);
    append(out, fill);
}

void encodeSync(const CUpti_Activity& activity, Bytes& out) {
    const auto& wait = as<Synchronization>(activity);
    record::SyncRecord sync;
    sync.start = ns(wait.start);
    sync.end = ns(wait.end);
    sync.kind = static_cast<record::SyncKind>(wait.type);
    sync.context = wait.contextId;
    sync.stream = wait.streamId;
    sync.event = wait.cudaEventId;
    sync.correlation = wait.correlationId;
    append(out, sync);
}

void encodeDevice(const CUpti_Activity& activity, Bytes& out) {
    const auto& known = as<Device>(activity);
    record::DeviceRecord device;
    device.totalMemory = known.globalMemorySize;
    device.device = known.id;
    device.sms = known.numMultiprocessors;
    device.computeMajor = known.computeCapabilityMajor;
    device.computeMinor = known.computeCapabilityMinor;
    device.maxThreadsPerBlock = known.maxThreadsPerBlock;
    device.maxThreadsPerSm = known.maxWarpsPerMultiprocessor * known.numThreadsPerWarp;
    device.registersPerBlock = known.maxRegistersPerBlock;
    device.registersPerSm = known.maxRegistersPerMultiprocessor;
    device.sharedMemoryPerBlock = known.maxSharedMemoryPerBlock;
    device.sharedMemoryPerSm = known.maxSharedMemoryPerMultiprocessor;
    device.warpSize = known.numThreadsPerWarp;
    append(out, device, known.name == nullptr ? "" : known.name);
}

void encodeMemory(const CUpti_Activity& activity, Bytes& out) {
    const auto& change = as<Memory>(activity);
    record::MemoryRecord memory;
    memory.time = ns(change.timestamp);
    memory.address = change.address;
    memory.bytes = change.bytes;
    memory.device = change.deviceId;
    memory.correlation = change.correlationId;
    memory.kind = static_cast<record::MemoryKind>(change.memoryKind);
    memory.isFree =
        change.memoryOperationType == CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_RELEASE ? 1 : 0;
    append(out, memory);
}

void encodeEventRecord(const CUpti_Activity& activity, Bytes& out) {
    const auto& event = as<CudaEvent>(activity);
    record::EventRecordRecord recorded;
    recorded.context = event.contextId;
    recorded.stream = event.streamId;
    recorded.event = event.eventId;
    recorded.correlation = event.correlationId;
    append(out, recorded);
}

void encodeContext(const CUpti_Activity& activity, Bytes& out) {
    const auto& known = as<Context>(activity);
    record::ContextRecord context;
    context.context = known.contextId;
    context.device = known.deviceId;
    append(out, context);
}

// Kineto's names; numbers, for those that older headers lack.
std::string_view overheadName(std::uint32_t kind) {
    switch (kind) {
        case 1:
            return "Driver Compiler";
        case 1U << 16U:
            return "Buffer Flush";
        case 2U << 16U:
            return "Instrumentation";
        case 3U << 16U:
            return "Resource";
        case 4U << 16U:
            return "Runtime Triggered Module Loading";
        case 5U << 16U:
            return "Lazy Function Loading";
        case 6U << 16U:
            return "Command Buffer Full";
        case 7U << 16U:
            return "Activity Buffer Request";
        case 8U << 16U:
            return "UVM Activity Init";
        default:
            return "Unknown";
    }
}

}  // namespace

std::uint32_t ActivityEncoder::text(std::string_view text, Bytes& out) {
    m_key = text;
    const auto [found, isNew] =
        m_texts.try_emplace(m_key, static_cast<std::uint32_t>(m_texts.size() + 1));
    if (isNew) {
        record::TextRecord record;
        record.id = found->second;
        append(out, record, text);
    }
    return found->second;
}

void ActivityEncoder::encode(const CUpti_Activity& activity, Bytes& out) {
    switch (activity.kind) {
        case CUPTI_ACTIVITY_KIND_KERNEL:
        case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
            return encodeKernel(activity, out);
        case CUPTI_ACTIVITY_KIND_RUNTIME:
        case CUPTI_ACTIVITY_KIND_DRIVER:
            return encodeCall(activity, out);
        case CUPTI_ACTIVITY_KIND_MEMCPY:
            return append(out, copyOf(as<Memcpy>(activity)));
        case CUPTI_ACTIVITY_KIND_MEMCPY2:
            return encodePeerCopy(activity, out);
        case CUPTI_ACTIVITY_KIND_MEMSET:
            return encodeMemset(activity, out);
        case CUPTI_ACTIVITY_KIND_SYNCHRONIZATION:
            return encodeSync(activity, out);
        case CUPTI_ACTIVITY_KIND_CUDA_EVENT:
            return encodeEventRecord(activity, out);
        case CUPTI_ACTIVITY_KIND_OVERHEAD:
            return encodeOverhead(activity, out);
        case CUPTI_ACTIVITY_KIND_DEVICE:
            return encodeDevice(activity, out);
        case CUPTI_ACTIVITY_KIND_CONTEXT:
            return encodeContext(activity, out);
        case CUPTI_ACTIVITY_KIND_MEMORY2:
            return encodeMemory(activity, out);
        default:
            return;
    }
}

void ActivityEncoder::encodeKernel(const CUpti_Activity& activity, Bytes& out) {
    const auto& launched = as<Kernel>(activity);
    record::KernelRecord kernel;
    kernel.start = ns(launched.start);
    kernel.end = ns(launched.end);
    kernel.queued = ns(launched.queued);
    kernel.submitted = ns(launched.submitted);
    kernel.place = placeOf(launched);
    kernel.name = text(launched.name == nullptr ? "?" : launched.name, out);
    const std::array<std::int32_t, 3> grid{launched.gridX, launched.gridY, launched.gridZ};
    const std::array<std::int32_t, 3> block{launched.blockX, launched.blockY, launched.blockZ};
    for (std::size_t at = 0; at < 3; ++at) {
        kernel.grid[at] = static_cast<std::uint32_t>(grid[at]);
        kernel.block[at] = static_cast<std::uint32_t>(block[at]);
    }
    kernel.registersPerThread = launched.registersPerThread;
    kernel.staticSharedMemory = static_cast<std::uint32_t>(launched.staticSharedMemory);
    kernel.dynamicSharedMemory = static_cast<std::uint32_t>(launched.dynamicSharedMemory);
    kernel.localMemoryPerThread = launched.localMemoryPerThread;
    append(out, kernel);
}

const ActivityEncoder::CallName& ActivityEncoder::callName(record::Api api, std::uint32_t function,
                                                           Bytes& out) {
    const std::uint64_t key = (static_cast<std::uint64_t>(api) << 32U) | function;
    const auto [found, isNew] = m_calls.try_emplace(key);
    if (isNew) {
        const char* name = nullptr;
        m_cupti.getCallbackName(
            api == record::Api::Runtime ? CUPTI_CB_DOMAIN_RUNTIME_API : CUPTI_CB_DOMAIN_DRIVER_API,
            function, &name);
        const std::string_view known = name == nullptr ? "unknown call" : name;
        found->second = {text(known, out), isRecordedCall(known)};
    }
    return found->second;
}

void ActivityEncoder::encodeCall(const CUpti_Activity& activity, Bytes& out) {
    const auto& made = as<CUpti_ActivityAPI>(activity);
    record::CallRecord call;
    call.api =
        activity.kind == CUPTI_ACTIVITY_KIND_RUNTIME ? record::Api::Runtime : record::Api::Driver;
    const CallName& name = callName(call.api, made.cbid, out);
    if (!name.isRecorded) {
        return;
    }
    nameThread(made.threadId, out);
    call.start = ns(made.start);
    call.end = ns(made.end);
    call.function = made.cbid;
    call.name = name.text;
    call.thread = made.threadId;
    call.correlation = made.correlationId;
    call.result = made.returnValue;
    append(out, call);
}

void ActivityEncoder::encodeOverhead(const CUpti_Activity& activity, Bytes& out) {
    const auto& work = as<Overhead>(activity);
    record::OverheadRecord overhead;
    overhead.start = ns(work.start);
    overhead.end = ns(work.end);
    overhead.name = text(overheadName(static_cast<std::uint32_t>(work.overheadKind)), out);
    overhead.thread =
        work.objectKind == CUPTI_ACTIVITY_OBJECT_THREAD ? work.objectId.pt.threadId : record::kNone;
    append(out, overhead);
}

void ActivityEncoder::nameThread(std::uint32_t thread, Bytes& out) {
    if (!m_threads.insert(thread).second) {
        return;
    }
    const std::string path = "/proc/self/task/" + std::to_string(thread) + "/comm";
    std::FILE* file = std::fopen(path.c_str(), "re");
    if (file == nullptr) {
        return;  // it has ended already
    }
    std::array<char, 64> name{};
    const bool isRead = std::fgets(name.data(), name.size(), file) != nullptr;
    std::fclose(file);
    std::string_view text = isRead ? name.data() : "";
    text = text.substr(0, text.find('\n'));
    if (!text.empty()) {
        record::NameRecord record;
        record.id = thread;
        append(out, record, text);
    }
}

}  // namespace gaplight::recorder
