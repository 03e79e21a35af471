// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

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

}  // namespace gaplight
