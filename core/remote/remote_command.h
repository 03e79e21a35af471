// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/remote/remote_output.h"
#include "core/remote/remote_path.h"
#include "core/remote/ssh_process.h"

namespace gaplight {

struct RemoteCommandOptions {
    SshAccess ssh;
    std::stop_token stop;
    int input = -1;                                 // becomes standard input there; -1: none
    std::size_t maxBytes = std::size_t{16} << 20U;  // of its output; more is refused
};

struct RemoteCommandResult {
    int exitCode = 0;
    std::string printed;  // on standard output
    RemoteOutput output;  // messages
};

// Runs a command of ssh_process.h on another machine until it ends. Errors: NotReadable (ssh cannot
// be started), TooLarge, Cancelled.
[[nodiscard]] Result<RemoteCommandResult> runRemoteCommand(const std::string& host,
                                                           const std::string& command,
                                                           const RemoteCommandOptions& options);

// The traces directly in a folder of another machine, as "HOST:FOLDER/NAME", in the order that
// gaplight there has them. Errors: NotFound (no gaplight there), NotReadable (the link, the folder,
// another version there), NotATrace (no trace in it, or names that are none), TooLarge, Cancelled.
[[nodiscard]] Result<std::vector<std::string>> listRemoteFolder(const RemotePath& folder,
                                                                const SshAccess& ssh,
                                                                std::stop_token stop);

// The same of what gaplight there prints: names, each with a zero after it. Errors: NotATrace.
[[nodiscard]] Result<std::vector<std::string>> remoteTracesFrom(const RemotePath& folder,
                                                                std::string_view printed);

// Copies a program to ~/.local/bin/gaplight on another machine of the same system and processor,
// whole or not at all, if it starts there (--version). Errors: NotReadable (the program, the link,
// it does not start there), Cancelled.
[[nodiscard]] Result<void> installOnRemote(const std::string& host, const std::string& program,
                                           const SshAccess& ssh, std::stop_token stop);

}  // namespace gaplight
