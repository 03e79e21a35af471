// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

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

}  // namespace gaplight
