// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "app/args/command_line.h"

namespace gaplight::ui {

// Runs `gaplight fleet`. `openWindow` opens the ranks worth opening, where that was requested.
// Returns the exit code.
[[nodiscard]] int runFleet(const FleetRequest& request,
                           const std::function<int(const WindowOptions&)>& openWindow);

}  // namespace gaplight::ui
