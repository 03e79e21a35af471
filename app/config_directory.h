// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace gaplight::ui {

// Where settings of the user lie: "gaplight" in $XDG_CONFIG_HOME, else in ~/.config; empty where
// neither is known. The window and the command line read the same.
[[nodiscard]] std::string configDirectory();
// The same for notes that cannot lie beside their trace: in $XDG_DATA_HOME or ~/.local/share.
[[nodiscard]] std::string dataDirectory();

}  // namespace gaplight::ui
