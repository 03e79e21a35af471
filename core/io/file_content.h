// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace gaplight {

// Who may own a small file that is read.
enum class FileOwner : std::uint8_t {
    Any,
    // The user who runs the program, or root: nobody else can place such a file in a folder that
    // several users share. A symbolic link is refused, because its owner need not be that of the
    // file it names.
    UserOrRoot,
};

struct BoundedFile {
    std::string text;
    // Why the file is not read, for FileOwner::UserOrRoot; empty: it was read.
    std::string refusal;
};

// The content of a small regular file; never waits for a pipe or a device. Memory: `maxBytes` at
// most. Errors: NotFound, NotReadable (also: no regular file, for FileOwner::Any), TooLarge; the
// messages do not name the file.
[[nodiscard]] Result<BoundedFile> readBoundedFile(const std::string& path, std::uint64_t maxBytes,
                                                  FileOwner owner);

// Why a file at `path` would be refused with FileOwner::UserOrRoot; empty: it would not, or there
// is none.
[[nodiscard]] std::string fileRefusal(const std::string& path);
// Why files in the folder at `path` may be of others, whoever owns them; empty: it is a folder of
// the user or root, not a link to one, and nobody else may write to it; or there is none.
[[nodiscard]] std::string folderRefusal(const std::string& path);

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
