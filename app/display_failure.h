// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace gaplight::ui {

// While it exists, Qt's abort without a usable display becomes one line on standard error and
// kExitUsage. To be made before the application object. At most one object at a time.
class DisplayFailure {
public:
    DisplayFailure();
    ~DisplayFailure() { end(); }
    DisplayFailure(const DisplayFailure&) = delete;
    DisplayFailure& operator=(const DisplayFailure&) = delete;

    // From now on messages and fatal errors are Qt's own again.
    void end();
};

}  // namespace gaplight::ui
