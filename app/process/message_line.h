// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/result.h"

namespace gaplight::ui {

// Prints the message as one line on standard error.
void printLine(const std::string& message);

// Prints the message as one line on standard error; returns `exitCode`.
int failWith(int exitCode, const std::string& message);

// The exit code for an error.
[[nodiscard]] int exitCodeOf(const Error& error);

}  // namespace gaplight::ui
