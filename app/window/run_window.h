// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/args/window_options.h"

namespace gaplight::ui {

// Opens the window; returns the exit code when it is closed. The only use of Qt's event loop;
// `argc` and `argv`: the arguments for QGuiApplication, valid during the call.
int runWindow(const WindowOptions& options, int& argc, char** argv);

}  // namespace gaplight::ui
