// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <sqlite3.h>

#include "core/base/result.h"
#include "core/formats/sqlite/page_trees.h"
#include "core/io/byte_source.h"

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

    const std::string& name() const { return m_name; }
    const RandomAccess& bytes() const { return *m_bytes; }

    // From now on a page that must be a leaf and is none is not read: SQLite finds the file
    // damaged. Before the first connection that reads rows.
    void expectLeaves(const PageTrees& trees);
    bool isExpected(std::uint64_t offset, std::span<const char> page) const {
        const std::uint64_t number = m_pageBytes == 0 ? 0 : offset / m_pageBytes + 1;
        return number >= m_leaves.size() || !m_leaves[number] || !PageTrees::isInner(page[0]);
    }

    // Reads of `bytes` that failed; SQLite's own errors do not say why. Any thread.
    void noteFailure(Error failure);
    std::uint64_t failedReads() const { return m_failedReads; }
    Error lastFailure() const;

private:
    std::shared_ptr<const RandomAccess> m_bytes;
    std::string m_name;
    sqlite3_vfs m_vfs{};
    std::uint64_t m_pageBytes = 0;
    std::vector<bool> m_leaves;
    std::atomic<std::uint64_t> m_failedReads = 0;
    mutable std::mutex m_mutex;  // of m_failure
    Error m_failure;
};

// SQLite keeps rows in FILE-wal until they are copied into the database ("checkpoint"), and the
// former content of changed pages in FILE-journal until a transaction ends. Neither is read.

// What is beside the database `path` that begins with `head`, and what to do: "rows in trace.db-wal
// are not read; …". Empty: nothing, or `path` is empty.
[[nodiscard]] std::string describeLogBeside(const std::string& path, std::string_view head);

}  // namespace gaplight
