// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "core/record/injected/activity_encoder.h"
#include "core/record/injected/call_observer.h"
#include "core/record/injected/record_queue.h"
#include "core/record/recorder_settings.h"

namespace gaplight::recorder {

// Buffers that CUPTI fills with activity records. They are reused: fresh pages cost more than the
// records in them. At most kMaxBuffers exist; beyond, CUPTI drops records and counts them.
class ActivityBuffers {
public:
    static constexpr std::size_t kBufferBytes = 1U << 20;
    static constexpr std::size_t kMaxBuffers = 256;

    struct Filled {
        std::uint8_t* bytes = nullptr;
        std::size_t used = 0;
    };

    // `ready`: number of buffers allocated in advance.
    explicit ActivityBuffers(std::size_t ready);

    // Null if kMaxBuffers are in use.
    [[nodiscard]] std::uint8_t* request();
    void complete(std::uint8_t* bytes, std::size_t used);
    // Waits at most `milliseconds` for a filled buffer; `bytes` is null if there was none.
    [[nodiscard]] Filled next(int milliseconds);
    // Returns a buffer for reuse and clears its used bytes, which CUPTI would otherwise do inside a
    // call of the program.
    void release(const Filled& filled);
    // Makes a waiting next() return.
    void wake();

private:
    struct Block {
        alignas(64) std::uint8_t bytes[kBufferBytes];
    };

    std::uint8_t* make();

    std::mutex m_mutex;
    std::condition_variable m_filledOne;
    std::vector<std::unique_ptr<Block>> m_blocks;
    std::vector<std::uint8_t*> m_free;
    std::deque<Filled> m_filled;
    bool m_isWoken = false;
};

// The socket to the `gaplight record` that started this program.
class ParentLink {
public:
    ParentLink() = default;
    ~ParentLink() { close(); }
    ParentLink(const ParentLink&) = delete;
    ParentLink& operator=(const ParentLink&) = delete;

    // Connects and receives the settings; empty if there is no receiver, or if this process is not
    // to be recorded.
    [[nodiscard]] std::optional<record::RecorderSettings> connect();
    // Blocks until sent. False if the receiver has closed the socket.
    [[nodiscard]] bool send(const std::vector<std::byte>& bytes);
    // True if the receiver has closed the socket. Does not wait.
    bool isClosed() const;
    void close();

private:
    bool receive(void* into, std::size_t count) const;

    int m_socket = -1;
};

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
    bool hadBuffer() const { return m_hadBuffer; }

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
