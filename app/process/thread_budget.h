// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <tbb/global_control.h>

namespace gaplight::ui {

// To be called before any file is opened: puts /dev/null in the place of standard input, output and
// error where the caller closed them. Otherwise the next file that is opened gets their number, and
// messages are written into it. In the place of a closed standard output there is what can neither
// be written to nor be opened by the name /dev/stdout: an output that goes there is an error, not
// lost.
void openClosedStandardDescriptors();

// Lets writes to a closed pipe and beyond the limit of a file's size fail with an error, instead of
// ending the program by SIGPIPE and SIGXFSZ: the error is reported, and nothing is left behind.
void ignoreWriteSignals();

// Limits oneTBB, for the life of this object, to the threads that the system grants. oneTBB ends
// the process where it is refused one; with this it does the same work on fewer threads, down to
// one.
//
// Tries it out: starts as many threads as there are processors, and ends them (20 µs each). Throws
// std::system_error if there is not even one, which a program that watches signals needs.
class ThreadBudget {
public:
    ThreadBudget();

private:
    std::unique_ptr<tbb::global_control> m_limit;  // null: all threads are granted
};

}  // namespace gaplight::ui
