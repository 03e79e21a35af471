// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/record/process_trace.h"

#include "core/base/result.h"
#include "core/record/event_json.h"
#include "core/record/record_stream.h"

namespace gaplight::record {
namespace {

// The GPUs' properties come first, but after the process; what comes with them is written after.
constexpr std::size_t kHeldBytes = 1U << 18;
// Bytes of a limited file reserved for its end: one more event, open ranges, the GPUs' properties.
constexpr std::uint64_t kRoomAtEnd = 1U << 14;

void addNumber(std::string& json, std::string_view key, std::uint64_t value) {
    json += ", \"";
    json += key;
    json += "\": " + std::to_string(value);
}

}  // namespace

Result<void> ProcessTrace::take(std::span<const std::byte> bytes) {
    Result<void> room;
    const Result<void> cut =
        m_splitter.take(bytes, [&](RecordType type, std::span<const std::byte> record) {
            if (m_isFull || !room) {
                return;
            }
            m_events.take(type, record);
            if (!hasRoom()) {
                room = makeRoom();
            }
        });
    if (!cut || !room) {
        return cut ? room : cut;
    }
    return m_events.textBytes() < kHeldBytes ? Result<void>{} : writeEvents();
}

// Assumes incompressible text.
bool ProcessTrace::hasRoom() const {
    return m_maxBytes == 0 ||
           bytesWritten() + m_unflushed + m_events.textBytes() + kRoomAtEnd < m_maxBytes;
}

// The compressed text may leave more room than assumed.
Result<void> ProcessTrace::makeRoom() {
    Result<void> written = writeEvents();
    if (written && m_file != nullptr) {
        written = m_file->flush();
        m_unflushed = 0;
    }
    m_isFull = bytesWritten() + 2 * kRoomAtEnd >= m_maxBytes;
    return written;
}

std::string ProcessTrace::deviceProperties() const {
    std::string json = "\"deviceProperties\": [";
    const char* before = "\n  {";
    for (const DeviceRecord& device : m_events.devices()) {
        json += before;
        before = ",\n  {";
        json += "\"id\": " + std::to_string(device.device) + ", \"name\": ";
        appendJsonString(json, m_events.deviceName(device.device));
        addNumber(json, "totalGlobalMem", device.totalMemory);
        addNumber(json, "computeMajor", device.computeMajor);
        addNumber(json, "computeMinor", device.computeMinor);
        addNumber(json, "maxThreadsPerBlock", device.maxThreadsPerBlock);
        addNumber(json, "maxThreadsPerMultiprocessor", device.maxThreadsPerSm);
        addNumber(json, "regsPerBlock", device.registersPerBlock);
        addNumber(json, "warpSize", device.warpSize);
        addNumber(json, "sharedMemPerBlock", device.sharedMemoryPerBlock);
        addNumber(json, "numSms", device.sms);
        addNumber(json, "regsPerMultiprocessor", device.registersPerSm);
        addNumber(json, "sharedMemPerMultiprocessor", device.sharedMemoryPerSm);
        json += "}";
    }
    return json + "]";
}

Result<void> ProcessTrace::begin() {
    m_file =
        TRY(OutputWriter::create(m_path, deflationOf(m_path), OutputWriter::WriteMode::InPlace));
    m_hasDevices = !m_events.devices().empty();
    const ProcessRecord& process = m_events.process();
    std::string head = "{\n\"schemaVersion\": 1,\n\"recorder\": \"gaplight\"";
    addNumber(head, "cuda_driver_version", process.driverVersion);
    addNumber(head, "cupti_version", process.cuptiVersion);
    head += m_hasDevices ? ",\n" + deviceProperties() : "";
    head += ",\n\"displayTimeUnit\": \"ms\",\n\"baseTimeNanoseconds\": " +
            std::to_string(m_events.baseTime()) + ",\n\"traceEvents\": [\n";
    m_unflushed += head.size();
    return m_file->write(head);
}

Result<void> ProcessTrace::writeEvents() {
    std::string text = m_events.takeText();
    if (text.empty()) {
        return {};
    }
    if (m_file == nullptr) {
        if (Result<void> begun = begin(); !begun) {
            return begun;
        }
    }
    if (m_hasEvents) {
        if (Result<void> separated = m_file->write(",\n"); !separated) {
            return separated;
        }
    }
    m_hasEvents = true;
    m_unflushed += text.size() + 2;
    return m_file->write(text);
}

Result<void> ProcessTrace::flush() {
    // Without a call there is nothing to see, and the GPUs' properties may still come.
    if (m_events.textBytes() == 0 || (m_file == nullptr && m_events.counts().calls == 0)) {
        return {};
    }
    Result<void> written = writeEvents();
    m_unflushed = 0;
    return written ? m_file->flush() : written;
}

Result<void> ProcessTrace::finish() {
    m_events.finish();
    if (m_file == nullptr && m_events.counts().calls + m_events.counts().activities == 0) {
        return {};  // nothing was recorded
    }
    if (Result<void> written = writeEvents(); !written) {
        return written;
    }
    std::string tail = "\n]";
    if (!m_hasDevices && !m_events.devices().empty()) {
        tail += ",\n" + deviceProperties();
    }
    if (m_events.hasStacks()) {
        tail +=
            ",\n\"with_stack\": 1,\n\"stack_cost_ns\": " + std::to_string(m_events.stackCostNs());
    }
    if (Result<void> written = m_file->write(tail + "\n}\n"); !written) {
        return written;
    }
    return m_file->commit();
}

Result<void> ProcessIntake::take(std::span<const std::byte> bytes) {
    if (m_trace != nullptr) {
        return m_trace->take(bytes);
    }
    m_first.insert(m_first.end(), bytes.begin(), bytes.end());
    ProcessRecord process;
    if (!read(std::span<const std::byte>(m_first), process)) {
        return {};
    }
    if (process.header.type != RecordType::Process || process.magic != kStreamMagic) {
        return fail(ErrorCode::Corrupt,
                    "the recorder's first record is not that of a process: gaplight and its "
                    "recorder are of two builds");
    }
    m_pid = process.pid;
    m_trace = std::make_unique<ProcessTrace>(m_pathOf(m_pid), m_maxBytes);
    const std::vector<std::byte> first = std::move(m_first);
    return m_trace->take(first);
}

}  // namespace gaplight::record
