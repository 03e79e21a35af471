// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gaplight {

// What identifies a file and its content now, without reading all of it.
struct FileContent {
    std::string path;         // canonical
    std::uint64_t bytes = 0;  // of the file
    std::string head;         // its first 64 KiB
    std::string ends;         // size and a hash of the first and last 64 KiB
    // `ends` with the time of the last write and the path: a file that changed has another key.
    std::string key;
};

// Empty for what is no regular file or cannot be read; "-" is standard input, never a file. Reads
// 128 KiB.
[[nodiscard]] std::optional<FileContent> fileContentOf(const std::string& path);

// The path in FileContent::key; empty: it has none.
[[nodiscard]] std::string_view pathInKey(std::string_view key);
// FileContent::ends of a key; empty: it is none.
[[nodiscard]] std::string endsInKey(std::string_view key);

}  // namespace gaplight
