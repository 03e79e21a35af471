// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/record/record_stream.h"

namespace gaplight::record {

// Splits the bytes received from a recorder, in chunks of any size, into records.
class RecordSplitter {
public:
    // Hands each whole record to `sink(type, bytes)`, in order; the bytes are valid during the
    // call. Errors: Corrupt where the bytes are no records; nothing after that can be read.
    template <class Sink>
    [[nodiscard]] Result<void> take(std::span<const std::byte> bytes, Sink&& sink) {
        m_held.insert(m_held.end(), bytes.begin(), bytes.end());
        std::size_t at = 0;
        while (m_held.size() - at >= sizeof(RecordHeader)) {
            RecordHeader header{};
            std::memcpy(&header, m_held.data() + at, sizeof(header));
            if (header.bytes < sizeof(header) || header.bytes % 8 != 0 ||
                header.bytes > kMaxRecordBytes) {
                return corrupt(header);
            }
            if (m_held.size() - at < header.bytes) {
                break;
            }
            sink(header.type, std::span<const std::byte>(m_held).subspan(at, header.bytes));
            at += header.bytes;
        }
        m_held.erase(m_held.begin(), m_held.begin() + static_cast<std::ptrdiff_t>(at));
        return {};
    }

private:
    static tl::unexpected<Error> corrupt(const RecordHeader& header);

    std::vector<std::byte> m_held;  // the incomplete record at the end of the last chunk
};

// Copies the fixed part of a record. False if `bytes` are fewer than that.
template <class Record>
[[nodiscard]] bool read(std::span<const std::byte> bytes, Record& into) {
    if (bytes.size() < sizeof(Record)) {
        return false;
    }
    std::memcpy(&into, bytes.data(), sizeof(Record));
    return true;
}

// The tail after the fixed part of a record; empty if it is damaged.
template <class Record>
[[nodiscard]] std::string_view tailOf(const Record& record, std::span<const std::byte> bytes) {
    const std::span<const std::byte> tail = bytes.subspan(sizeof(Record));
    return record.tailBytes <= tail.size()
               ? std::string_view(reinterpret_cast<const char*>(tail.data()), record.tailBytes)
               : std::string_view();
}

}  // namespace gaplight::record
