// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/record/program_run.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <string_view>
#include <system_error>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace gaplight::record {
namespace {

constexpr int kSignalBase = 128;

std::vector<char*> pointersTo(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    pointers.reserve(texts.size() + 1);
    for (std::string& text : texts) {
        pointers.push_back(text.data());
    }
    pointers.push_back(nullptr);
    return pointers;
}

std::vector<std::string> environmentWith(
    const std::vector<std::pair<std::string, std::string>>& additions) {
    std::vector<std::string> lines;
    for (char** line = ::environ; line != nullptr && *line != nullptr; ++line) {
        const std::string_view text(*line);
        const bool isReplaced = std::any_of(
            additions.begin(), additions.end(),
            [&](const auto& addition) { return text.starts_with(addition.first + "="); });
        if (!isReplaced) {
            lines.emplace_back(text);
        }
    }
    for (const auto& [name, value] : additions) {
        lines.push_back(name + "=" + value);
    }
    return lines;
}

// What posix_spawn needs, freed again.
class SpawnSetup {
public:
    explicit SpawnSetup(const std::string& directory) {
        ::posix_spawn_file_actions_init(&actions);
        ::posix_spawnattr_init(&attributes);
        if (!directory.empty()) {
            ::posix_spawn_file_actions_addchdir_np(&actions, directory.c_str());
        }
        sigset_t signals;
        ::sigemptyset(&signals);
        ::posix_spawnattr_setsigmask(&attributes, &signals);
        ::sigfillset(&signals);
        ::posix_spawnattr_setsigdefault(&attributes, &signals);
        ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    ~SpawnSetup() {
        ::posix_spawn_file_actions_destroy(&actions);
        ::posix_spawnattr_destroy(&attributes);
    }
    SpawnSetup(const SpawnSetup&) = delete;
    SpawnSetup& operator=(const SpawnSetup&) = delete;

    posix_spawn_file_actions_t actions{};
    posix_spawnattr_t attributes{};
};

}  // namespace

Result<pid_t> startProgram(const ProgramCall& call) {
    if (call.command.empty()) {
        return fail(ErrorCode::BadArgument, "no program is named");
    }
    if (!call.directory.empty() && ::access(call.directory.c_str(), X_OK) != 0) {
        return fail(ErrorCode::NotFound, "cannot run in " + call.directory + ": " +
                                             std::generic_category().message(errno));
    }
    std::vector<std::string> arguments = call.command;
    std::vector<std::string> environment = environmentWith(call.environment);
    const SpawnSetup setup(call.directory);
    pid_t pid = 0;
    const int error =
        ::posix_spawnp(&pid, arguments.front().c_str(), &setup.actions, &setup.attributes,
                       pointersTo(arguments).data(), pointersTo(environment).data());
    if (error != 0) {
        return fail(
            error == ENOENT ? ErrorCode::NotFound : ErrorCode::NotReadable,
            "cannot start " + arguments.front() + ": " + std::generic_category().message(error));
    }
    return pid;
}

int exitCodeOf(int waitStatus) {
    return WIFSIGNALED(waitStatus) ? kSignalBase + WTERMSIG(waitStatus) : WEXITSTATUS(waitStatus);
}

}  // namespace gaplight::record
