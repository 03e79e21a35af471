// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

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

}  // namespace gaplight::recorder
