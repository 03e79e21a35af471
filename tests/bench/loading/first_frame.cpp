// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/loading/first_frame.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <vector>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/bench/timing/stopwatch.h"

namespace gaplight::bench {
namespace {

bool succeeds(std::vector<std::string> words) {
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    pid_t child = 0;
    if (::posix_spawn(&child, arguments[0], nullptr, nullptr, arguments.data(), environ) != 0) {
        return false;
    }
    int status = 1;
    ::waitpid(child, &status, 0);
    return status == 0;
}

}  // namespace

Result<double> firstFrameSeconds(const std::string& program, const std::string& trace,
                                 const std::string& folder) {
    const std::string image = folder + "/first_frame.png";
    double best = std::numeric_limits<double>::max();
    for (int run = 0; run < 3; ++run) {
        std::error_code ignored;
        std::filesystem::remove(image, ignored);
        const Stopwatch watch;
        const bool ran = succeeds({program, "--screenshot", image, trace});
        const double seconds = watch.seconds();
        if (!ran || !std::filesystem::exists(image)) {
            return fail(ErrorCode::BadArgument,
                        program + ": gave no image; it needs a display, such as xvfb-run's");
        }
        best = std::min(best, seconds);
    }
    return best;
}

}  // namespace gaplight::bench
