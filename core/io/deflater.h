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

// By a file's name: .gz, .zst, or none.
[[nodiscard]] Deflation deflationOf(std::string_view path);

// Compresses a stream of bytes.
class Deflater {
public:
    enum class Upto : std::uint8_t {
        Some,     // it may hold bytes back
        AllHere,  // what came so far can be read; costs some compression
        End,      // and nothing follows
    };
    virtual ~Deflater() = default;
    // Appends what comes out. Errors: WriteFailed ("gzip failed"), which no input should cause.
    [[nodiscard]] virtual Result<void> deflate(std::string_view bytes, Upto upto,
                                               std::string& into) = 0;
};

[[nodiscard]] std::unique_ptr<Deflater> makeDeflater(Deflation deflation);

}  // namespace gaplight
