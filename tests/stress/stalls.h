// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace gaplight::test {

// While it exists, threads of this process that run stop at random places for up to 4 ms, as often
// as the system's clock ticks: the handler of a timer's signal sleeps. Orders of tasks that need
// many cores, or an unlucky moment, then occur on few. One at a time.
class RandomStalls {
public:
    RandomStalls();
    ~RandomStalls();
    RandomStalls(const RandomStalls&) = delete;
    RandomStalls& operator=(const RandomStalls&) = delete;
};

// Prints the stack of every thread of this process to standard error. Call it from a thread that
// may be stopped by nothing else; prepareStacks() has to be called before.
void printAllStacks();
void prepareStacks();

}  // namespace gaplight::test
