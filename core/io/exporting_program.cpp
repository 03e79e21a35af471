// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/exporting_program.h"

#include <array>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <string_view>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/printable_text.h"
#include "core/io/file_descriptor.h"

namespace gaplight {
namespace {

using ExportClock = std::chrono::steady_clock;
using Milliseconds = std::chrono::milliseconds;

constexpr Milliseconds kStep(20);  // between looks for a stop request
constexpr Milliseconds kBetweenReports(100);
constexpr Milliseconds kTermination(100);  // after which the group is killed
constexpr std::size_t kMaxLine = 400;      // bytes that are kept of a line
constexpr int kNotStarted = 127;

// Lines of a program's output, as it prints them; a carriage return ends one too.
class OutputLines {
public:
    void add(std::string_view bytes) {
        for (const char c : bytes) {
            if (c == '\n' || c == '\r') {
                endLine();
            } else {
                addCharacter(c);
            }
        }
    }
    [[nodiscard]] std::string last() {
        endLine();
        return printable(m_last);
    }
    int percent() const { return m_percent; }

private:
    void addCharacter(char c) {
        constexpr int kAll = 100;
        if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
            m_number = m_number > kAll ? m_number : m_number * 10 + (c - '0');
        } else if (c == '%') {
            m_percent = m_number <= kAll ? m_number : m_percent;
            m_number = 0;
        } else if (c != ' ') {
            m_number = 0;
        }
        if (m_line.size() < kMaxLine) {
            m_line += c;
        }
    }
    void endLine() {
        if (m_line.find_first_not_of(" \t") != std::string::npos) {
            m_last = m_line;
        }
        m_line.clear();
        m_number = 0;
    }

    std::string m_line;
    std::string m_last;
    int m_number = 0;
    int m_percent = 0;
};

// Gives the process, which leads a group of its own; -1: it could not be started.
pid_t startExport(const std::vector<std::string>& command, int output) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawnattr_init(&attributes);
    ::posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&files, output, STDERR_FILENO);
    sigset_t none;
    sigset_t all;
    ::sigemptyset(&none);
    ::sigfillset(&all);
    ::posix_spawnattr_setsigmask(&attributes, &none);
    ::posix_spawnattr_setsigdefault(&attributes, &all);
    ::posix_spawnattr_setpgroup(&attributes, 0);
    ::posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    std::vector<char*> arguments;
    for (const std::string& argument : command) {
        arguments.push_back(const_cast<char*>(argument.c_str()));
    }
    arguments.push_back(nullptr);
    pid_t process = -1;
    const int failed = ::posix_spawn(&process, command.front().c_str(), &files, &attributes,
                                     arguments.data(), environ);
    ::posix_spawn_file_actions_destroy(&files);
    ::posix_spawnattr_destroy(&attributes);
    return failed == 0 ? process : -1;
}

// Whether the process ended within `patience`; its group still exists until it is waited for.
bool hasEnded(pid_t process, Milliseconds patience) {
    const ExportClock::time_point until = ExportClock::now() + patience;
    for (;;) {
        siginfo_t info{};
        const int result =
            ::waitid(P_PID, static_cast<id_t>(process), &info, WEXITED | WNOHANG | WNOWAIT);
        if (result != 0 || info.si_pid != 0) {
            return true;
        }
        if (ExportClock::now() >= until) {
            return false;
        }
        ::poll(nullptr, 0, 5);
    }
}

int waitedExitCode(pid_t process) {
    int status = 0;
    while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

ExportRun runExport(const std::vector<std::string>& command, const std::stop_token& stop,
                    const std::function<void(int percent)>& onPercent) {
    std::array<int, 2> ends{-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return {kNotStarted, "too many open files", false};
    }
    const FileDescriptor reading(ends[0]);
    ::fcntl(reading.get(), F_SETFL, O_NONBLOCK);
    pid_t process = -1;
    {
        const FileDescriptor writing(ends[1]);
        process = startExport(command, writing.get());
    }
    if (process < 0) {
        return {kNotStarted, "it cannot be started", false};
    }
    ExportRun run;
    OutputLines lines;
    ExportClock::time_point reported = ExportClock::now() - kBetweenReports;
    std::array<char, 4096> buffer{};
    const auto readAll = [&] {
        for (ssize_t got = 0; (got = ::read(reading.get(), buffer.data(), buffer.size())) > 0;) {
            lines.add({buffer.data(), static_cast<std::size_t>(got)});
        }
    };
    while (!hasEnded(process, Milliseconds(0))) {
        if (stop.stop_requested()) {
            run.wasStopped = true;
            ::kill(-process, SIGTERM);
            (void)hasEnded(process, kTermination);
            break;
        }
        ::poll(nullptr, 0, static_cast<int>(kStep.count()));
        readAll();
        if (ExportClock::now() - reported >= kBetweenReports) {
            reported = ExportClock::now();
            onPercent(lines.percent());
        }
    }
    ::kill(-process, SIGKILL);
    run.exitCode = waitedExitCode(process);
    readAll();
    run.lastLine = lines.last();
    return run;
}

}  // namespace gaplight
