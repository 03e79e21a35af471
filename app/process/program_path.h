// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace gaplight::ui {

// A bundle (packaging/bundle) runs the program through a loader of its own, which is what
// /proc/self/exe is there; its launcher names itself in GAPLIGHT_LAUNCHER. The variable counts
// nowhere else: a program that is started from a bundle inherits it. Empty where there is none.
[[nodiscard]] std::string launcherPath();

// What starts this program again, as an absolute path.
[[nodiscard]] std::string programPath();

// The folder of the program's own file; what is installed with it is in ../lib and ../share.
[[nodiscard]] std::filesystem::path programFolder();

}  // namespace gaplight::ui
