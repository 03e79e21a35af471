// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/args/command_line.h"

namespace gaplight::ui {

// Qt aborts the program where there is no usable display. While an object of this class exists, it
// ends with one line on standard error and kExitUsage instead. To be made before the application
// object. At most one object at a time.
class DisplayFailure {
public:
    DisplayFailure();
    ~DisplayFailure() { end(); }
    DisplayFailure(const DisplayFailure&) = delete;
    DisplayFailure& operator=(const DisplayFailure&) = delete;

    // From now on messages and fatal errors are Qt's own again.
    void end();
};

// Opens the window; returns the exit code when it is closed. The only use of Qt's event loop;
// `argc` and `argv`: the arguments for QGuiApplication, valid during the call.
int runWindow(const WindowOptions& options, int& argc, char** argv);

}  // namespace gaplight::ui
