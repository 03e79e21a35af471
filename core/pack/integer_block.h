// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"

struct ZSTD_CCtx_s;

namespace gaplight {

// Compresses each block to one zstd frame, which has a checksum of the content. Not thread-safe.
class FrameCompressor {
public:
    // `level`: of zstd; negative levels are the fastest to inflate, too.
    explicit FrameCompressor(int level);
    ~FrameCompressor();
    FrameCompressor(const FrameCompressor&) = delete;
    FrameCompressor& operator=(const FrameCompressor&) = delete;

    // Appends the frame to `into`. Errors: TooLarge (no memory for the compressor).
    [[nodiscard]] Result<void> compress(std::string_view raw, std::string& into);

private:
    ZSTD_CCtx_s* m_context;
};

// Inflates one frame to exactly as many bytes as `raw` holds. Safe from any thread. Errors: Corrupt
// (the checksum or the length is another), TooLarge (no memory).
[[nodiscard]] Result<void> inflateFrame(std::string_view frame, std::span<char> raw);

// Integers of one block of a column as bytes that compress well: as differences from the block's
// smallest value, or from the value before, in as few bytes as the largest of them needs; first the
// lowest byte of all, then the next.
//
//     100 103 101   ->  smallest 100, 1 byte each: 0 3 1
//
// form (1 byte: bit 7 set for differences from the value before, low bits: bytes of each), smallest
// or first value (8 bytes), bytes of the differences.
inline constexpr std::size_t kIntegerBlockHead = 9;

// Appends the block of `values`, at least one, to `into`.
void encodeIntegers(std::span<const std::uint64_t> values, std::string& into);

// Writes the values of a block; false if `block` is none of that many values.
[[nodiscard]] bool decodeIntegers(std::string_view block, std::span<std::uint64_t> values);

}  // namespace gaplight
