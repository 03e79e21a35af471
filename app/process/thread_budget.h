// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <tbb/global_control.h>

namespace gaplight::ui {

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
