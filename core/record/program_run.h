// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include <sys/types.h>

#include "core/base/result.h"

namespace gaplight::record {

// A command to run.
struct ProgramCall {
    std::vector<std::string> command;  // program (searched in PATH) and arguments
    std::string directory;             // empty: the current one
    std::vector<std::pair<std::string, std::string>> environment;  // in addition to gaplight's
    // Sends SIGTERM to the program when the calling thread ends, also when it is killed.
    bool endsWithCaller = false;
    // Starts with SIGINT and SIGQUIT ignored: those of the terminal are for the caller alone.
    bool ignoresInterrupts = false;
    // Become its standard input, output and error; -1: gaplight's own. Others are above 2.
    std::array<int, 3> standardDescriptors{-1, -1, -1};
};

// Starts a program with default signal actions; the caller waits for it. Errors: NotFound (no such
// program or directory), NotReadable (it cannot be run).
[[nodiscard]] Result<pid_t> startProgram(const ProgramCall& call);

// Exit code of a wait status as in a shell: that of the program, or 128 + the signal's number.
[[nodiscard]] int exitCodeOf(int waitStatus);

}  // namespace gaplight::record
