// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "core/io/byte_source.h"
#include "core/io/file_version.h"

namespace gaplight {

// An uncompressed regular file, read in place and again by position: no copy is kept. `path` as of
// FileVersion.
[[nodiscard]] std::unique_ptr<ByteSource> plainFileSource(
    std::shared_ptr<const FileDescriptor> file, std::string path, std::uint64_t bytes);

[[nodiscard]] std::unique_ptr<ByteSource> plainMemorySource(
    std::shared_ptr<const std::string> bytes);

// A source over bytes that were read before, from the start again: for input that cannot be opened
// twice.
[[nodiscard]] std::unique_ptr<ByteSource> replayedSource(std::shared_ptr<const RandomAccess> bytes);

}  // namespace gaplight
