// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gaplight::ui {

// Whether a library is a platform theme of Qt with a file dialog of the desktop: GTK, the desktop
// portal, KDE. Qt has no public function for it; without such a theme QtQuick.Dialogs shows a
// fallback of its own.
[[nodiscard]] bool isThemeWithFileDialog(std::string_view library);
// Paths of the libraries that this process has loaded.
[[nodiscard]] std::vector<std::string> loadedLibraries();
// Whether the desktop's file dialog is available. Valid once the application object exists.
[[nodiscard]] bool hasDesktopFileDialog();

}  // namespace gaplight::ui
