// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace gaplight {

// Folder of the user's settings: "gaplight" in $XDG_CONFIG_HOME, else in ~/.config; empty if
// neither is set. Used by the window, the command line and the Python module.
[[nodiscard]] std::string configDirectory();
// Folder for notes that cannot be written beside their trace: in $XDG_DATA_HOME or ~/.local/share.
[[nodiscard]] std::string dataDirectory();

// The folder of packs that are kept (XDG_CACHE_HOME); empty where there is no home, or where
// GAPLIGHT_NO_CACHE is set and not empty.
[[nodiscard]] std::string packDirectory();
// The same for databases that were exported from reports.
[[nodiscard]] std::string exportDirectory();

}  // namespace gaplight
