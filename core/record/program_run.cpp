// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/record/program_run.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/io/file_descriptor.h"

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

struct ChildStart {
    char* const* arguments;
    char* const* environment;
    const char* directory;  // null: the current one
    bool endsWithCaller;
    bool ignoresInterrupts;
    pid_t caller;
    std::array<int, 3> standardDescriptors;
    int failed;  // a pipe: takes the child's errno; closed where the program runs
};

// Runs in the child, with the memory of the caller: calls nothing but the kernel.
[[noreturn]] void becomeProgram(const ChildStart& start) {
    for (int signal = 1; signal < NSIG; ++signal) {
        const bool isIgnored = start.ignoresInterrupts && (signal == SIGINT || signal == SIGQUIT);
        ::signal(signal, isIgnored ? SIG_IGN : SIG_DFL);  // NOLINT: of the child alone
    }
    bool isReady = start.directory == nullptr || ::chdir(start.directory) == 0;
    for (int standard = 0; standard < 3; ++standard) {
        const int given = start.standardDescriptors[static_cast<std::size_t>(standard)];
        isReady = isReady && (given < 0 || ::dup2(given, standard) == standard);
    }
    if (start.endsWithCaller) {
        isReady = isReady && ::prctl(PR_SET_PDEATHSIG, SIGTERM) == 0 &&
                  ::getppid() == start.caller;  // else the caller has ended before the request
    }
    if (isReady) {
        sigset_t none;
        ::sigemptyset(&none);
        ::sigprocmask(SIG_SETMASK, &none, nullptr);
        ::execvpe(start.arguments[0], start.arguments, start.environment);
    }
    const int error = errno;
    [[maybe_unused]] const ssize_t written = ::write(start.failed, &error, sizeof error);
    constexpr int kNotFound = 127;
    ::_exit(kNotFound);
}

// As posix_spawn, which cannot end the child with its caller: vfork copies no page tables, so that
// it takes no time in a process with a large trace. What the child could not do comes through a
// pipe, since memory is not shared where vfork is fork (thread sanitizer, some sandboxes).
// Gives an errno; 0: the program runs.
int startChild(ChildStart start, pid_t& child) {
    std::array<int, 2> ends{-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return errno;
    }
    const FileDescriptor reading(ends[0]);
    start.failed = ends[1];
    sigset_t all;
    sigset_t before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);  // no handler runs in the child
    child = ::vfork();
    if (child == 0) {
        becomeProgram(start);
    }
    int error = child < 0 ? errno : 0;
    ::close(ends[1]);
    if (child > 0 && ::read(reading.get(), &error, sizeof error) > 0) {
        ::waitpid(child, nullptr, 0);
    }
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return error;
}

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
    const std::vector<char*> argumentPointers = pointersTo(arguments);
    const std::vector<char*> environmentPointers = pointersTo(environment);
    const ChildStart start{argumentPointers.data(),
                           environmentPointers.data(),
                           call.directory.empty() ? nullptr : call.directory.c_str(),
                           call.endsWithCaller,
                           call.ignoresInterrupts,
                           ::getpid(),
                           call.standardDescriptors,
                           -1};
    pid_t pid = -1;
    if (const int error = startChild(start, pid); error != 0) {
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
