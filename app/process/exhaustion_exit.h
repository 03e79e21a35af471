// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace gaplight::ui {

// Returns the exit code of `run`. Memory or threads that the system refuses end in one line on
// standard error and kExitExhausted: after the stack is unwound, so that no temporary file is left,
// or at once where an exception has no handler (a thread of a library).
int runToExit(const std::function<int()>& run);

}  // namespace gaplight::ui
