// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/remote/ssh_process.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace gaplight {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kTermination(1'000);  // after which it is killed
constexpr std::chrono::milliseconds kTerminationStep(5);

// An empty variable is as one that is not set.
bool isSet(const char* variable) {
    const char* value = std::getenv(variable);  // NOLINT(concurrency-mt-unsafe): never set here
    return value != nullptr && *value != '\0';
}

}  // namespace

SshAccess sshOfUser(bool prefersAskpass) {
    const char* ssh = std::getenv("GAPLIGHT_SSH");  // NOLINT(concurrency-mt-unsafe): never set here
    return {ssh != nullptr && *ssh != '\0' ? ssh : "ssh", prefersAskpass};
}

Result<void> SshPipe::open(FileDescriptor& writing) {
    std::array<int, 2> ends{-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return fail(ErrorCode::NotReadable, "cannot make a pipe to ssh: too many open files");
    }
    reading.take(ends[0]);
    writing.take(ends[1]);
    ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
    ::fcntl(ends[0], F_SETPIPE_SZ, kSshReadBytes);  // refused where the user has many pipes
    return {};
}

std::string_view SshPipe::take(std::vector<char>& buffer) {
    const ssize_t got = hasEnded ? -1 : ::read(reading.get(), buffer.data(), buffer.size());
    hasEnded = hasEnded || got == 0 ||
               (got < 0 && errno != EAGAIN && errno != EINTR && errno != EWOULDBLOCK);
    return {buffer.data(), got > 0 ? static_cast<std::size_t>(got) : 0};
}

void waitForBytes(const SshPipe& one, const SshPipe& other, std::chrono::milliseconds patience) {
    std::array<pollfd, 2> waited{};
    nfds_t count = 0;
    for (const SshPipe* pipe : {&one, &other}) {
        if (pipe->reading.get() >= 0 && !pipe->hasEnded) {
            waited.at(count++) = {pipe->reading.get(), POLLIN, 0};
        }
    }
    ::poll(waited.data(), count, static_cast<int>(patience.count()));
}

Result<void> SshProcess::start(record::ProgramCall call, const SshAccess& access) {
    call.endsWithCaller = true;
    if (access.prefersAskpass && isSet("SSH_ASKPASS") && !isSet("SSH_ASKPASS_REQUIRE")) {
        call.environment.emplace_back("SSH_ASKPASS_REQUIRE", "prefer");
    }
    const Result<pid_t> started = record::startProgram(call);
    if (!started) {
        return fail(ErrorCode::NotReadable,
                    started.error().message + "; install the client of OpenSSH");
    }
    m_pid = *started;
    return {};
}

std::optional<int> SshProcess::exitCode() {
    int status = 0;
    if (m_pid > 0 && ::waitpid(m_pid, &status, WNOHANG) == m_pid) {
        m_pid = -1;
        m_exitCode = record::exitCodeOf(status);
    }
    return m_exitCode;
}

void SshProcess::end() {
    if (m_pid > 0) {
        ::kill(m_pid, SIGTERM);
    }
    for (const auto since = Clock::now(); m_pid > 0 && !exitCode();) {
        if (Clock::now() - since > kTermination) {
            ::kill(m_pid, SIGKILL);
        }
        std::this_thread::sleep_for(kTerminationStep);
    }
}

namespace {

// Runs a script there by sh, whichever the shell of the login is; its arguments follow. That shell
// often lacks the folders that users install programs to. No script has a quote of this kind: '.
std::string remoteScript(const std::string& script) {
    return "exec /bin/sh -c "
           "'PATH=\"$PATH:/usr/local/bin:$HOME/.local/bin\"; export PATH; " +
           script + "' gaplight";
}

// "-" would be standard input, and "-x" an option.
std::string notAnOption(const std::string& path) {
    return path.starts_with('-') ? "./" + path : path;
}

constexpr const char* kStart = "exec gaplight \"$@\"";
constexpr const char* kStartInFolder =
    "CDPATH=; cd -- \"$1\" || exit 3; shift; exec gaplight \"$@\"";
// A file that does not start there is removed again, and so is one that has not come whole.
constexpr const char* kInstall =
    "is=$(uname -sm); case $is in \"$1\") ;; *) "
    "echo \"gaplight: this is a machine of another kind: $is instead of $1\" >&2; exit 3;; esac; "
    "umask 077; folder=$HOME/.local/bin; new=$folder/.gaplight.$$; "
    "mkdir -p \"$folder\" || exit 3; "
    "trap \"rm -f \\\"$new\\\"\" EXIT; trap \"exit 3\" HUP INT TERM; "
    "cat >\"$new\" && [ \"$(wc -c <\"$new\")\" -eq \"$2\" ] || "
    "{ echo \"gaplight: the program did not come whole\" >&2; exit 3; }; "
    "chmod 755 \"$new\" && \"$new\" --version >/dev/null && "
    "mv -f \"$new\" \"$folder/gaplight\" || exit 3";

}  // namespace

std::string quotedForShell(std::string_view text) {
    std::string quoted = "'";
    for (const char c : text) {
        if (c == '\'' || c == '\\') {
            quoted.append("'\\").append(1, c).append("'");
        } else {
            quoted += c;
        }
    }
    return quoted + "'";
}

std::string remotePackCommand(const RemotePackRequest& pack) {
    return remoteScript(kStart) + " pack --stdout --progress-lines " +
           (pack.range.empty() ? "" : quotedForShell("--range=" + pack.range) + ' ') +
           (pack.withArgs ? "" : "--without-args ") +
           (pack.resume.empty() ? "" : "--resume " + pack.resume + ' ') + "-- " +
           quotedForShell(notAnOption(pack.path));
}

std::string remoteListCommand(const std::string& folder) {
    return remoteScript(kStart) + " pack --list -- " + quotedForShell(notAnOption(folder));
}

std::string remoteRecordCommand(const std::string& folder, std::span<const std::string> arguments) {
    std::string command =
        folder.empty() ? remoteScript(kStart)
                       : remoteScript(kStartInFolder) + ' ' + quotedForShell(notAnOption(folder));
    command += " record";
    for (const std::string& argument : arguments) {
        command += ' ' + quotedForShell(argument);
    }
    return command;
}

std::string remoteInstallCommand(const std::string& system, std::uint64_t bytes) {
    return remoteScript(kInstall) + ' ' + quotedForShell(system) + ' ' + std::to_string(bytes);
}

std::vector<std::string> sshCall(const std::string& ssh, const std::string& host,
                                 const std::string& remoteCommand, bool isAgain) {
    std::vector<std::string> call{
        ssh, "-T",
        // A config may name a command of its own, which excludes this one.
        "-o", "RemoteCommand=none",
        // A link that is cut without notice ends after 45 seconds.
        "-o", "ServerAliveInterval=15"};
    if (isAgain) {
        call.insert(call.end(), {"-o", "ConnectTimeout=20"});
    }
    call.insert(call.end(), {"--", host, remoteCommand});
    return call;
}

}  // namespace gaplight
