// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/remote/ssh_call.h"

namespace gaplight {
namespace {

// The shell of a login over ssh often lacks the folder that users install programs to.
constexpr std::string_view kStart =
    "exec /bin/sh -c "
    "'PATH=\"$PATH:/usr/local/bin:$HOME/.local/bin\"; export PATH; exec gaplight \"$@\"' "
    "gaplight pack --stdout --progress-lines -- ";

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

std::vector<std::string> sshCall(const std::string& ssh, const RemotePath& remote) {
    // "-" would be standard input.
    const std::string path = remote.path.starts_with('-') ? "./" + remote.path : remote.path;
    return {ssh, "-T",
            // A config may name a command of its own, which excludes this one.
            "-o", "RemoteCommand=none",
            // A link that is cut without notice ends after 45 seconds.
            "-o", "ServerAliveInterval=15", "--", remote.host,
            std::string(kStart) + quotedForShell(path)};
}

}  // namespace gaplight
