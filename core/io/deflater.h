// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace gaplight {

enum class Deflation : std::uint8_t { None, Gzip, Zstd };

// By the ending of a file name: .gz, .zst, else None.
[[nodiscard]] Deflation deflationOf(std::string_view path);

// Compresses a stream of bytes; Deflation::None copies them.
class Deflater {
public:
    // As zlib's flush argument.
    enum class FlushMode : std::uint8_t {
        None,    // bytes may stay in the compressor
        Sync,    // all bytes so far can be inflated from the output; larger output
        Finish,  // ends the stream; no call may follow
    };
    virtual ~Deflater() = default;
    // Appends the compressed bytes to `into`. Errors: WriteFailed ("gzip failed"), which no input
    // should cause.
    [[nodiscard]] virtual Result<void> deflate(std::string_view bytes, FlushMode mode,
                                               std::string& into) = 0;
};

[[nodiscard]] std::unique_ptr<Deflater> makeDeflater(Deflation deflation);

}  // namespace gaplight
