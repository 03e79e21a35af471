// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/process/display_presence.h"

#include <cstdlib>

namespace gaplight::ui {

bool hasDisplay() {
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) {
        const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): never set here
        if (value != nullptr && *value != '\0') {
            return true;
        }
    }
    return false;
}

}  // namespace gaplight::ui
