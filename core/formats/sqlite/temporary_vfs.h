// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <sqlite3.h>

namespace gaplight {

// A file system for SQLite in which every file that is opened is a new one without a name
// (openUnnamedFile): a database that is written and whatever SQLite sorts on disk meanwhile.
// However the process ends, nothing is left. Registered under a name of its own while it lives.
class TemporaryVfs {
public:
    TemporaryVfs();
    ~TemporaryVfs();
    TemporaryVfs(const TemporaryVfs&) = delete;
    TemporaryVfs& operator=(const TemporaryVfs&) = delete;

    const std::string& name() const { return m_name; }

private:
    std::string m_name;
    sqlite3_vfs m_vfs{};
};

}  // namespace gaplight
