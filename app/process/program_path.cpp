// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/process/program_path.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace gaplight::ui {

namespace {

std::filesystem::path runningFile() {
    std::error_code ignored;
    return std::filesystem::read_symlink("/proc/self/exe", ignored);
}

}  // namespace

std::string launcherPath() {
    // NOLINTNEXTLINE(concurrency-mt-unsafe): never set here
    const char* launcher = std::getenv("GAPLIGHT_LAUNCHER");
    const bool hasLoader = runningFile().filename().string().starts_with("ld-linux");
    return hasLoader && launcher != nullptr && *launcher == '/' ? launcher : "";
}

std::string programPath() {
    if (std::string launcher = launcherPath(); !launcher.empty()) {
        return launcher;
    }
    std::error_code ignored;
    const std::filesystem::path running = runningFile();
    // A program that was replaced while it runs has no name any more.
    return std::filesystem::exists(running, ignored) ? running.string() : "/proc/self/exe";
}

std::filesystem::path programFolder() {
    if (const std::string launcher = launcherPath(); !launcher.empty()) {
        return std::filesystem::path(launcher).parent_path() / "bin";
    }
    return runningFile().parent_path();
}

}  // namespace gaplight::ui
