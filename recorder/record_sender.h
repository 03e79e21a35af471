// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "recorder/activity_buffers.h"
#include "recorder/activity_encoder.h"
#include "recorder/call_observer.h"
#include "recorder/parent_link.h"
#include "recorder/record_queue.h"

namespace gaplight::recorder {

// Sends one record. False if the receiver has closed the socket.
template <class Record>
bool sendRecord(ParentLink& parent, const Record& record, std::string_view tail = {}) {
    std::vector<std::byte> bytes;
    record::append(bytes, record, tail);
    return parent.send(bytes);
}

// Converts CUPTI's filled buffers and the queue of the program's own threads to records, and sends
// them. Of one thread, except addDropped().
class RecordSender {
public:
    RecordSender(const CuptiApi& cupti, ActivityBuffers& buffers, RecordQueue& queue,
                 ParentLink& parent)
        : m_cupti(cupti), m_buffers(buffers), m_queue(queue), m_parent(parent), m_encoder(cupti) {}

    // Resolves queued stacks; null: there are none.
    void setObserver(CallObserver* observer) { m_observer = observer; }
    // Counts records that CUPTI has dropped. Thread-safe.
    void addDropped(std::uint64_t count) { m_dropped += count; }
    // Appends a record to those that are sent next.
    template <class Record>
    void add(const Record& record, std::string_view tail = {}) {
        record::append(m_waiting, record, tail);
    }

    // Waits at most `milliseconds` for a filled buffer, converts it and the queue, and sends all
    // records, unless they are few and another buffer may follow. False if the receiver has closed
    // the socket.
    [[nodiscard]] bool sendNext(int milliseconds);
    // Whether the last sendNext() had a buffer.
    [[nodiscard]] bool hadBuffer() const { return m_hadBuffer; }

private:
    void encodeBuffer(const ActivityBuffers::Filled& filled);
    void encodeQueue();

    const CuptiApi& m_cupti;
    ActivityBuffers& m_buffers;
    RecordQueue& m_queue;
    ParentLink& m_parent;
    CallObserver* m_observer = nullptr;
    ActivityEncoder m_encoder;
    std::atomic<std::uint64_t> m_dropped{0};
    bool m_hadBuffer = false;
    std::vector<std::byte> m_waiting;
    std::vector<std::byte> m_taken;
};

}  // namespace gaplight::recorder
