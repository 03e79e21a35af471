// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "app/record_request.h"

namespace gaplight::ui {

// The library that is loaded into programs: beside ours as installed, or in the tree that it was
// built in; empty: this build has none.
[[nodiscard]] std::string recorderPath();

// Runs the program, records it, says in a line what there is, and opens the trace. Gives the
// program's own exit code (128 and the number of the signal that ended it); kExitUsage where it was
// not started, kExitUnreadable where it went well and nothing was recorded.
int runRecord(const RecordRequest& request,
              const std::function<int(const std::string& trace)>& openWindow);

}  // namespace gaplight::ui
