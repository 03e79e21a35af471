// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/process/message_line.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>

#include <unistd.h>

#include "core/base/exhaustion.h"
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

namespace {

void writeLine(const char* text) {
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text, std::strlen(text));
}

// Allocates nothing: there may be no memory.
[[noreturn]] void endWithoutHandler() {
    const std::exception_ptr current = std::current_exception();
    try {
        if (current) {
            std::rethrow_exception(current);
        }
    } catch (const std::bad_alloc&) {
        writeLine(
            "gaplight: not enough memory; close other programs or raise the limit "
            "(ulimit -v)\n");
        ::_exit(kExitExhausted);
    } catch (const std::runtime_error&) {
        writeLine(
            "gaplight: the system refused a thread; raise the limit (ulimit -u, pids of the "
            "container)\n");
        ::_exit(kExitExhausted);
    } catch (...) {
        writeLine("gaplight: an error of the program itself; please report it\n");
    }
    std::abort();
}

}  // namespace

int runToExit(const std::function<int()>& run) {
    std::set_terminate(endWithoutHandler);
    try {
        return run();
    } catch (const std::exception& exception) {
        return failWith(kExitExhausted, exhaustionError({}, exception).message);
    }
}

}  // namespace gaplight::ui
