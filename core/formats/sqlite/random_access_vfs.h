// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <sqlite3.h>

#include "core/io/random_access.h"

namespace gaplight {

// A file system for SQLite (sqlite.org/vfs.html) that has one file: `bytes`, which never changes.
// Whatever name is opened is that file; journals and temporary files cannot be opened. Registered
// under a name of its own while it lives.
class RandomAccessVfs {
public:
    explicit RandomAccessVfs(std::shared_ptr<const RandomAccess> bytes);
    ~RandomAccessVfs();
    RandomAccessVfs(const RandomAccessVfs&) = delete;
    RandomAccessVfs& operator=(const RandomAccessVfs&) = delete;

    [[nodiscard]] const std::string& name() const { return m_name; }
    [[nodiscard]] const RandomAccess& bytes() const { return *m_bytes; }

private:
    std::shared_ptr<const RandomAccess> m_bytes;
    std::string m_name;
    sqlite3_vfs m_vfs{};
};

}  // namespace gaplight
