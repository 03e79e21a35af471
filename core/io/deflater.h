// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace gaplight {

enum class Deflation : std::uint8_t { None, Gzip, Zstd };

// By a file's name: .gz, .zst, or none.
[[nodiscard]] Deflation deflationOf(std::string_view path);

// Compresses a stream of bytes.
class Deflater {
public:
    virtual ~Deflater() = default;
    // Appends what comes out; with `last` all the rest of it.
    virtual void deflate(std::string_view bytes, bool last, std::string& into) = 0;
};

[[nodiscard]] std::unique_ptr<Deflater> makeDeflater(Deflation deflation);

}  // namespace gaplight
