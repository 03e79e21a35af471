// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

#include "core/base/result.h"
#include "core/io/file_descriptor.h"
#include "core/record/program_run.h"

namespace gaplight {

// How ssh is started.
struct SshAccess {
    std::string program = "ssh";  // searched in PATH
    // Questions of ssh (a passphrase, an unknown host) go to the program of SSH_ASKPASS even where
    // there is a terminal, which nobody may be looking at.
    bool prefersAskpass = false;
};

// The program is $GAPLIGHT_SSH, else ssh.
[[nodiscard]] SshAccess sshOfUser(bool prefersAskpass);

// The read end of a pipe that ssh writes to.
struct SshPipe {
    FileDescriptor reading{-1};
    bool hasEnded = false;

    // Errors: NotReadable (no more descriptors).
    [[nodiscard]] Result<void> open(FileDescriptor& writing);
    // Bytes that are there now; empty: none.
    [[nodiscard]] std::string_view take(std::vector<char>& buffer);
};

// Bytes that one read takes at most: the size of `buffer`.
inline constexpr std::size_t kSshReadBytes = std::size_t{1} << 20U;

// Waits until one of two pipes has bytes or ends, not longer than `patience`.
void waitForBytes(const SshPipe& one, const SshPipe& other, std::chrono::milliseconds patience);

// ssh while it runs; ends with the object.
class SshProcess {
public:
    SshProcess() = default;
    ~SshProcess() { end(); }
    SshProcess(const SshProcess&) = delete;
    SshProcess& operator=(const SshProcess&) = delete;

    // Ends with the caller, whatever `call` says. Errors: NotReadable (ssh cannot be started).
    [[nodiscard]] Result<void> start(record::ProgramCall call, const SshAccess& access);
    // Its exit code; empty while it runs.
    [[nodiscard]] std::optional<int> exitCode();

private:
    void end();

    pid_t m_pid = -1;
    std::optional<int> m_exitCode;
};

// `text` as one argument for the shell of another machine, whichever it is: sh, csh and fish differ
// in what a backslash is between single quotes, so that none is left there.
[[nodiscard]] std::string quotedForShell(std::string_view text);

// What `gaplight pack --stdout` packs on another machine.
struct RemotePackRequest {
    std::string path;
    std::string range{};  // as --range; empty: all
    bool withArgs = true;
    std::string resume{};  // resumeText() of a point; empty: from the beginning
};

// Commands for the shell of another machine.
//
// Starts `gaplight pack --stdout` there.
[[nodiscard]] std::string remotePackCommand(const RemotePackRequest& pack);
// Prints the files that a folder there has.
[[nodiscard]] std::string remoteListCommand(const std::string& folder);
// Starts `gaplight record` there in a folder (empty: the home folder); `arguments`: all that follow
// `record`.
[[nodiscard]] std::string remoteRecordCommand(const std::string& folder,
                                              std::span<const std::string> arguments);
// Puts standard input there as the program ~/.local/bin/gaplight, if that program starts there;
// `system`: what `uname -sm` has to print; `bytes`: the size of the program.
[[nodiscard]] std::string remoteInstallCommand(const std::string& system, std::uint64_t bytes);

// The command that runs `remoteCommand` there: program and arguments, without a shell of this
// machine. The user's config of ssh applies, but for its RemoteCommand, and for its ConnectTimeout
// where `isAgain`: a host that could be reached before answers soon or not at all. `ssh`: the
// program.
[[nodiscard]] std::vector<std::string> sshCall(const std::string& ssh, const std::string& host,
                                               const std::string& remoteCommand,
                                               bool isAgain = false);

}  // namespace gaplight
