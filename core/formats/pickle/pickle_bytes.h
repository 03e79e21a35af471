// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/io/byte_source.h"

namespace gaplight {

// The bytes of a pickle in order, from a source that may be compressed, through a buffer of 1 MiB.
// After the end of the source, or a read error, isEnded() holds and every read gives nothing.
class PickleBytes {
public:
    // `head`: bytes already taken from `source`.
    PickleBytes(std::string head, ByteSource& source);

    // The next `count` bytes, at most kMaxView, valid until the next call; empty at the end.
    [[nodiscard]] std::optional<std::string_view> take(std::size_t count) {
        if (m_end - m_begin < count && !refill(count)) {
            return std::nullopt;
        }
        const std::string_view taken(m_buffer.data() + m_begin, count);
        m_begin += count;
        return taken;
    }
    [[nodiscard]] std::optional<std::uint8_t> byte() {
        const auto one = take(1);
        return one ? std::optional(static_cast<std::uint8_t>(one->front())) : std::nullopt;
    }
    // What can be taken without a read, valid until the next call. drop() takes bytes of it.
    [[nodiscard]] std::string_view buffered() const {
        return {m_buffer.data() + m_begin, m_end - m_begin};
    }
    void drop(std::size_t count) { m_begin += count; }
    // An integer, little endian.
    template <class T>
    [[nodiscard]] std::optional<T> integer() {
        static_assert(std::endian::native == std::endian::little);
        const auto bytes = take(sizeof(T));
        if (!bytes) {
            return std::nullopt;
        }
        T value;
        std::memcpy(&value, bytes->data(), sizeof(T));
        return value;
    }
    // Skips `count` bytes; false if the source ends before.
    [[nodiscard]] bool skip(std::uint64_t count);

    // Bytes of the inflated source taken so far.
    [[nodiscard]] std::uint64_t position() const { return m_before + m_begin; }
    [[nodiscard]] bool isEnded() const { return m_isEnded; }
    // The read error that ended it, if one did.
    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }

    static constexpr std::size_t kMaxView = std::size_t{64} * 1024;

private:
    bool refill(std::size_t needed);

    ByteSource& m_source;
    std::vector<char> m_buffer;
    std::size_t m_begin = 0;
    std::size_t m_end = 0;
    std::uint64_t m_before = 0;  // bytes of the source in front of the buffer
    bool m_isEnded = false;
    std::optional<Error> m_error;
};

}  // namespace gaplight
