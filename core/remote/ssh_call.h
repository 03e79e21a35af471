// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gaplight {

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
