// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/remote/ssh_call.h"

namespace gaplight {
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
