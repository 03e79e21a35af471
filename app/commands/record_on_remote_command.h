// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "app/args/record_request.h"

namespace gaplight::ui {

// Records a program on another machine, prints one line per trace to standard error, and opens the
// first one in a window, from where it lies. Returns the exit code of 'gaplight record' there;
// kExitUnreadable if it did not run, kExitInterrupted if it was stopped before.
int runRecordOnRemote(const RecordRequest& request,
                      const std::function<int(const std::string& trace)>& openWindow);

}  // namespace gaplight::ui
