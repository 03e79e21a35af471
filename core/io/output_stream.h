// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace gaplight {

// A file that is written from front to back while what it is to hold still comes in: gzip where
// the name ends in .gz, zstd where it ends in .zst, plain otherwise. It is written in place: what
// had been flushed is there, and can be read, whatever happens to the writer.
// Every error is WriteFailed and names the file.
class OutputStream {
public:
    // Creates or empties the file.
    [[nodiscard]] static Result<std::unique_ptr<OutputStream>> create(const std::string& path);
    virtual ~OutputStream() = default;
    OutputStream(const OutputStream&) = delete;
    OutputStream& operator=(const OutputStream&) = delete;

    [[nodiscard]] virtual Result<void> write(std::string_view bytes) = 0;
    // Hands everything so far to the kernel, so that it can be read; costs some compression.
    [[nodiscard]] virtual Result<void> flush() = 0;
    // Nothing can be written afterwards.
    [[nodiscard]] virtual Result<void> finish() = 0;

    // That the file has, without what is still held back.
    [[nodiscard]] virtual std::uint64_t bytesInFile() const = 0;

protected:
    OutputStream() = default;
};

}  // namespace gaplight
