// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "core/trace/event_details.h"
#include "core/trace/trace.h"

namespace gaplight::test {

// The SQL of a case: `path` is that of its file in this folder, without ".sql".
std::string sqlOf(const std::string& path);
// The bytes of a database that `sql` makes.
std::string databaseBytes(const std::string& sql);

struct OpenedDatabase {
    std::shared_ptr<const Trace> trace;
    std::shared_ptr<const EventDetails> details;
};
OpenedDatabase openDatabaseBytes(const std::string& bytes);

// The args of the first slice of a name; fails without one.
std::vector<Arg> argsOf(const OpenedDatabase& opened, std::string_view name);

// How many of some 300 damaged copies of a database open; none may crash.
int openDamagedCopies(const std::string& bytes);

}  // namespace gaplight::test
