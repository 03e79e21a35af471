// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <sys/stat.h>

#include "core/base/result.h"
#include "core/io/file_descriptor.h"

namespace gaplight {

// When a cached file was last used. All processes read it from the file's status change time
// (ctime). Its modification time (mtime) cannot serve: a reader that has the file open would see a
// write (FileVersion). Nor can its access time: listing the cache reads the files.

// Marks the file as used now; nothing happens where that is not allowed.
void markUsed(const std::string& path);

// The time of the last markUsed(), or of the file's creation or renaming where that is later; ns
// since the Unix epoch.
[[nodiscard]] std::int64_t lastUseNs(const struct stat& status);

// An open regular file and its state when this object was made: device, inode, size and time of
// the last write. A write within one tick of the file system's clock that keeps the size is not
// noticed.
class FileVersion {
public:
    // `path` names the file; empty: it has no known name (standard input).
    FileVersion(std::shared_ptr<const FileDescriptor> file, std::string path);

    const FileDescriptor& file() const { return *m_file; }
    // True if the content was written to since.
    bool isContentChanged() const;
    // Errors: NotReadable: the content was written to, or the path no longer names this file.
    [[nodiscard]] Result<void> checkUnchanged() const;

private:
    struct Stamp {
        std::uint64_t device = 0;
        std::uint64_t inode = 0;
        std::int64_t size = 0;
        std::int64_t writtenNs = 0;
        friend bool operator==(const Stamp&, const Stamp&) = default;
    };
    [[nodiscard]] static std::optional<Stamp> stampOf(int descriptor);
    [[nodiscard]] static std::optional<Stamp> stampOf(const std::string& path);

    std::shared_ptr<const FileDescriptor> m_file;
    std::string m_path;
    std::optional<Stamp> m_stamp;
};

}  // namespace gaplight
