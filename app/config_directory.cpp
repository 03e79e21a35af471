// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/config_directory.h"

#include <cstdlib>

namespace gaplight::ui {

std::string configDirectory() {
    // XDG Base Directory Specification 0.8: relative paths are to be ignored.
    const char* xdg = std::getenv("XDG_CONFIG_HOME");
    if (xdg != nullptr && *xdg == '/') {
        return std::string(xdg) + "/gaplight";
    }
    const char* home = std::getenv("HOME");
    return home != nullptr && *home == '/' ? std::string(home) + "/.config/gaplight" : "";
}

}  // namespace gaplight::ui
