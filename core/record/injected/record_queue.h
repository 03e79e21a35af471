// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string_view>
#include <vector>

#include "core/record/record_stream.h"

namespace gaplight::recorder {

// Records made by the program's own threads (NVTX ranges, names, stacks), waiting for the sender.
// At most 64 MiB; further records are dropped and counted. Thread-safe.
class RecordQueue {
public:
    template <class Record>
    void push(const Record& record, std::string_view tail = {}) {
        const std::scoped_lock lock(m_mutex);
        if (m_bytes.size() >= kMaxBytes) {
            ++m_dropped;
            return;
        }
        record::append(m_bytes, record, tail);
    }

    // Moves all records into `into`, which is cleared first.
    void take(std::vector<std::byte>& into) {
        into.clear();
        const std::scoped_lock lock(m_mutex);
        into.swap(m_bytes);
    }
    // Number of records dropped since the last call.
    [[nodiscard]] std::uint64_t takeDropped() {
        const std::scoped_lock lock(m_mutex);
        const std::uint64_t dropped = m_dropped;
        m_dropped = 0;
        return dropped;
    }

private:
    static constexpr std::size_t kMaxBytes = 64U << 20;

    std::mutex m_mutex;
    std::vector<std::byte> m_bytes;
    std::uint64_t m_dropped = 0;
};

}  // namespace gaplight::recorder
