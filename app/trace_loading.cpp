// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/trace_loading.h"

#include <cstdio>
#include <utility>

#include <unistd.h>

#include "app/config_directory.h"
#include "app/exit_code.h"
#include "app/progress_line.h"
#include "core/base/printable_text.h"
#include "core/session/settings_file.h"

namespace gaplight::ui {

Result<Settings> settingsWith(const std::string& tracePath,
                              const std::vector<std::string>& assignments) {
    Result<Settings> settings = settingsFor(tracePath, configDirectory());
    for (const std::string& assignment : assignments) {
        if (!settings) {
            break;
        }
        const Result<void> set = settings->set(assignment);
        if (!set) {
            return fail(ErrorCode::BadArgument, "--set " + set.error().message);
        }
    }
    return settings;
}

Result<std::shared_ptr<const Session>> loadTrace(const std::string& path, const Settings& settings,
                                                 bool quiet, std::stop_token stop) {
    ProgressLine line;
    OpenOptions options;
    options.stop = std::move(stop);
    options.settings = settings;
    if (!quiet && ::isatty(STDERR_FILENO) == 1) {
        options.onProgress = [&](const LoadProgress& progress) { line.show(progress); };
    }
    return openSession(path, options);
}

int failWith(int exitCode, const std::string& message) {
    std::fprintf(stderr, "gaplight: %s\n", printable(message).c_str());
    return exitCode;
}

int exitCodeOf(const Error& error) {
    return error.code == ErrorCode::Cancelled     ? kExitInterrupted
           : error.code == ErrorCode::WriteFailed ? kExitUnwritable
           : error.code == ErrorCode::BadArgument ? kExitUsage
                                                  : kExitUnreadable;
}

}  // namespace gaplight::ui
