// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/config_directory.h"

#include <cstdlib>

namespace gaplight {

namespace {

// Below the directory that a variable names, else below the home directory.
std::string below(const char* variable, const char* inHome, const char* name) {
    // XDG Base Directory Specification 0.8: relative paths are to be ignored.
    const char* xdg = std::getenv(variable);
    if (xdg != nullptr && *xdg == '/') {
        return std::string(xdg) + name;
    }
    const char* home = std::getenv("HOME");
    return home != nullptr && *home == '/' ? std::string(home) + inHome + name : "";
}

std::string cacheDirectory(const char* name) {
    const char* off = std::getenv("GAPLIGHT_NO_CACHE");
    return off != nullptr && *off != '\0' ? "" : below("XDG_CACHE_HOME", "/.cache", name);
}

}  // namespace

std::string configDirectory() {
    return below("XDG_CONFIG_HOME", "/.config", "/gaplight");
}

std::string dataDirectory() {
    return below("XDG_DATA_HOME", "/.local/share", "/gaplight/gaplight");
}

std::string packDirectory() {
    return cacheDirectory("/gaplight/packs");
}

std::string exportDirectory() {
    return cacheDirectory("/gaplight/exports");
}

}  // namespace gaplight
