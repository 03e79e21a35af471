// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "core/base/result.h"
#include "core/io/file_descriptor.h"

namespace gaplight {

// Raw input bytes of a file or pipe, before inflating.
class RawInput {
public:
    virtual ~RawInput() = default;

    // The next bytes, at most as many as fit; 0 only at the end.
    [[nodiscard]] virtual Result<std::size_t> read(std::span<char> into) = 0;
    // Bytes in all; 0: not known.
    virtual std::uint64_t totalBytes() const = 0;
    // As ByteSource::isChanged.
    virtual bool isChanged() const { return false; }
    // As ByteSource::endWhen.
    virtual void endWhen(const std::function<bool()>& /*ended*/) {}
};

// A regular file, by pread from its start.
[[nodiscard]] std::unique_ptr<RawInput> fileInput(std::shared_ptr<const FileDescriptor> file,
                                                  std::uint64_t bytes);
// A pipe or socket, by read.
[[nodiscard]] std::unique_ptr<RawInput> pipeInput(std::shared_ptr<const FileDescriptor> pipe);
[[nodiscard]] std::unique_ptr<RawInput> memoryInput(std::shared_ptr<const std::string> bytes);

}  // namespace gaplight
