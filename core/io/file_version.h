// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/io/file_descriptor.h"

namespace gaplight {

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
