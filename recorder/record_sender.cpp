// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "recorder/record_sender.h"

#include <cstring>
#include <span>

#include "core/record/record_splitter.h"
#include "recorder/recorder_clock.h"

namespace gaplight::recorder {
namespace {

// Bytes in one send: more costs memory, less costs system calls.
constexpr std::size_t kSendBytes = 1U << 20;

}  // namespace

void RecordSender::encodeQueue() {
    m_queue.take(m_taken);
    std::size_t at = 0;
    while (at + sizeof(record::RecordHeader) <= m_taken.size()) {
        const auto rest = std::span<const std::byte>(m_taken).subspan(at);
        record::RecordHeader header{};
        std::memcpy(&header, rest.data(), sizeof(header));
        record::StackRecord stack;
        if (header.type == record::RecordType::Stack && record::read(rest, stack)) {
            m_observer->encodeStack(stack, record::tailOf(stack, rest), m_encoder, m_waiting);
        } else {
            m_waiting.insert(m_waiting.end(), rest.begin(), rest.begin() + header.bytes);
        }
        at += header.bytes;
    }
    const std::uint64_t dropped = m_queue.takeDropped() + m_dropped.exchange(0);
    if (dropped != 0) {
        record::DroppedRecord lost;
        lost.count = dropped;
        lost.time = now();
        record::append(m_waiting, lost);
    }
}

void RecordSender::encodeBuffer(const ActivityBuffers::Filled& filled) {
    CUpti_Activity* activity = nullptr;
    while (filled.used != 0 &&
           m_cupti.getNextRecord(filled.bytes, filled.used, &activity) == CUPTI_SUCCESS) {
        m_encoder.encode(*activity, m_waiting);
    }
    m_buffers.release(filled);
}

bool RecordSender::sendNext(int milliseconds) {
    const ActivityBuffers::Filled filled = m_buffers.next(milliseconds);
    m_hadBuffer = filled.bytes != nullptr;
    // Stacks are sent before the calls that they belong to.
    encodeQueue();
    if (filled.bytes != nullptr) {
        encodeBuffer(filled);
    }
    if (m_waiting.size() < kSendBytes && filled.bytes != nullptr && milliseconds != 0) {
        return true;  // there may be more
    }
    const bool isSent = m_waiting.empty() ? !m_parent.isClosed() : m_parent.send(m_waiting);
    m_waiting.clear();
    return isSent;
}

}  // namespace gaplight::recorder
