// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "core/base/result.h"

namespace gaplight::ui {

// Exit codes of the program; scripts rely on the numbers.
inline constexpr int kExitFine = 0;
inline constexpr int kExitGate = 1;        // a gate failed: --fail-on, --max-idle, --max-regression
inline constexpr int kExitUsage = 2;       // the command line is wrong, or not possible here
inline constexpr int kExitUnreadable = 3;  // the trace cannot be read
inline constexpr int kExitInterrupted = 4;
inline constexpr int kExitUnwritable = 5;  // an output could not be written
inline constexpr int kExitExhausted = 6;   // the system refused memory or a thread

// Prints the message as one line on standard error.
void printLine(const std::string& message);

// Prints the message as one line on standard error; returns `exitCode`.
int failWith(int exitCode, const std::string& message);

// The exit code for an error.
[[nodiscard]] int exitCodeOf(const Error& error);

// Returns the exit code of `run`. Memory or threads that the system refuses end in one line on
// standard error and kExitExhausted: after the stack is unwound, so that no temporary file is left,
// or at once where an exception has no handler (a thread of a library).
int runToExit(const std::function<int()>& run);

}  // namespace gaplight::ui
