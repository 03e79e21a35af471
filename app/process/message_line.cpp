// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/process/message_line.h"

#include <cstdio>

#include "app/process/exit_code.h"
#include "core/base/printable_text.h"

namespace gaplight::ui {

void printLine(const std::string& message) {
    std::fprintf(stderr, "gaplight: %s\n", printable(message).c_str());
}

int failWith(int exitCode, const std::string& message) {
    printLine(message);
    return exitCode;
}

int exitCodeOf(const Error& error) {
    return error.code == ErrorCode::Cancelled     ? kExitInterrupted
           : error.code == ErrorCode::WriteFailed ? kExitUnwritable
           : error.code == ErrorCode::BadArgument ? kExitUsage
                                                  : kExitUnreadable;
}

}  // namespace gaplight::ui
