// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/args/trace_reading_args.h"
#include "core/base/result.h"
#include "core/io/byte_source.h"
#include "core/remote/ssh_process.h"
#include "core/session/session.h"

namespace gaplight::ui {

// The program that --install copies to another machine: $GAPLIGHT_FAR_PROGRAM, else gaplight-cli
// beside this program or in ../lib/gaplight, else this program if it has no window, whose libraries
// are missing on most clusters. Errors: BadArgument (there is none).
[[nodiscard]] Result<std::string> remoteProgramFile();

// Who answers the questions of ssh: the terminal, or, for a window, SSH_ASKPASS where that is set.
enum class SshQuestions : std::uint8_t { Terminal, Window };

// How a command or a window reaches other machines.
struct RemoteReading {
    SshQuestions questions = SshQuestions::Terminal;
    bool installs = false;  // copies gaplight there where it is missing (remoteProgramFile())
    std::string range{};    // as FetchOptions
    bool withArgs = true;
};

// As sshOfUser().
[[nodiscard]] SshAccess sshAccess(SshQuestions questions);

// The pack of a trace on another machine, made there and received here; `path`: isRemotePath().
// Errors: those of parseRemotePath and fetchPack.
[[nodiscard]] Result<std::unique_ptr<ByteSource>> fetchRemoteTrace(const std::string& path,
                                                                   const OpenOptions& options,
                                                                   const RemoteReading& reading);

// Fetches the trace as fetchRemoteTrace() does, and opens it as a session. Errors: those of
// fetchRemoteTrace and openSession.
[[nodiscard]] Result<std::shared_ptr<const Session>> openRemoteSession(
    const std::string& path, const OpenOptions& options, const RemoteReading& reading);

// The way to reach remote traces that a command line asks for; ssh asks in the terminal.
[[nodiscard]] RemoteReading remoteReading(const TraceReading& reading);

// The files that a command line names, as traceFilesIn() gives them; "HOST:FOLDER/" are the traces
// in that folder there. Errors: those of traceFilesIn, parseRemotePath and listRemoteFolder.
[[nodiscard]] Result<std::vector<std::string>> tracesNamed(std::span<const std::string> paths,
                                                           const RemoteReading& reading);

}  // namespace gaplight::ui
