// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/files/desktop_dialog.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include <link.h>

namespace gaplight::ui {

bool isThemeWithFileDialog(std::string_view library) {
    constexpr std::array<std::string_view, 3> kThemes{"libqgtk3.so", "libqxdgdesktopportal.so",
                                                      "KDEPlasmaPlatformTheme"};
    const std::size_t folder = library.rfind("/platformthemes/");
    return folder != std::string_view::npos &&
           std::any_of(kThemes.begin(), kThemes.end(), [&](std::string_view theme) {
               return library.find(theme, folder) != std::string_view::npos;
           });
}

std::vector<std::string> loadedLibraries() {
    std::vector<std::string> paths;
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* into) {
            static_cast<std::vector<std::string>*>(into)->emplace_back(info->dlpi_name);
            return 0;
        },
        &paths);
    return paths;
}

bool hasDesktopFileDialog() {
    const std::vector<std::string> libraries = loadedLibraries();
    return std::any_of(libraries.begin(), libraries.end(), isThemeWithFileDialog);
}

}  // namespace gaplight::ui
