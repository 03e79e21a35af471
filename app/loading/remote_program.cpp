// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/loading/remote_program.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "app/process/program_path.h"

namespace gaplight::ui {

Result<std::string> remoteProgramFile() {
    namespace fs = std::filesystem;
    // NOLINTNEXTLINE(concurrency-mt-unsafe): never set here
    if (const char* named = std::getenv("GAPLIGHT_FAR_PROGRAM");
        named != nullptr && *named != '\0') {
        return named;
    }
    std::error_code error;
    for (const char* place : {"gaplight-cli", "../lib/gaplight/gaplight-cli"}) {
        const fs::path candidate = programFolder() / place;
        if (fs::exists(candidate, error)) {
            return candidate.string();
        }
    }
#ifdef GAPLIGHT_HAS_WINDOW
    return fail(
        ErrorCode::BadArgument,
        "--install: this program has a window and needs Qt there; name one without "
        "(gaplight-cli-VERSION-x86_64.run, or preset command-line) in GAPLIGHT_FAR_PROGRAM");
#else
    if (!launcherPath().empty()) {
        return fail(ErrorCode::BadArgument,
                    "--install: this program is a folder of files; name the one-file program "
                    "(gaplight-cli-VERSION-x86_64.run) in GAPLIGHT_FAR_PROGRAM");
    }
    return fs::read_symlink("/proc/self/exe", error).string();
#endif
}

}  // namespace gaplight::ui
