// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "app/args/record_request.h"

namespace gaplight::ui {

// Path of the library that is loaded into recorded programs: where it is installed, or in the build
// tree; empty: this build has no recorder.
[[nodiscard]] std::string recorderPath();

// Runs and records the program, prints one line per trace to standard error, and opens the first
// trace. Returns the program's own exit code (128 + the number of the signal that ended it);
// kExitUsage if it was not started; after a success kExitUnwritable if a trace could not be
// written, kExitUnreadable if nothing was recorded.
int runRecord(const RecordRequest& request,
              const std::function<int(const std::string& trace)>& openWindow);

}  // namespace gaplight::ui
