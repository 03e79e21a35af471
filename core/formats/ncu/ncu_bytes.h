// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/result.h"
#include "core/io/byte_source.h"

namespace gaplight {

// The bytes of a report in order. Errors: those of ByteSource::readNext().
class NcuBytes {
public:
    // `head`: the first bytes, already read.
    NcuBytes(std::string head, ByteSource& bytes) : m_pending(std::move(head)), m_bytes(bytes) {}

    // The next `count` bytes, fewer only where the file ends. Memory grows with what there is.
    [[nodiscard]] Result<std::string> take(std::uint64_t count);
    // The same without keeping them; gives how many there were.
    [[nodiscard]] Result<std::uint64_t> skip(std::uint64_t count);
    // The next 4 bytes as a little-endian number; empty where the file ends before.
    [[nodiscard]] Result<std::optional<std::uint32_t>> takeSize();
    // All that follows.
    [[nodiscard]] Result<std::string> takeRest();
    // Whether nothing follows.
    [[nodiscard]] Result<bool> isAtEnd();

private:
    // Reads more if everything was taken.
    Result<void> fill();
    template <class Take>
    Result<void> forEachPiece(std::uint64_t count, Take take);

    std::string m_pending;
    std::size_t m_at = 0;
    ByteSource& m_bytes;
};

}  // namespace gaplight
