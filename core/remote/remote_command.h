// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <stop_token>
#include <string>

#include "core/base/result.h"
#include "core/remote/remote_output.h"
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

}  // namespace gaplight
