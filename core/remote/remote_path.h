// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"

namespace gaplight {

// A file on another machine, as scp(1) writes it: "HOST:PATH", "USER@HOST:PATH", "[::1]:PATH".
struct RemotePath {
    std::string host;  // as given to ssh: a name of its config, with USER@ where it was written
    std::string path;  // absolute, or relative to the home folder there
};

// Whether `text` names a file on another machine: it has a colon before the first slash, with text
// before and after the colon; it is no URL ("://"); and no local file has this name. There are no
// drive letters: "C:x" is the file x on host C.
[[nodiscard]] bool isRemotePath(const std::string& text);

// The parts of a text of which isRemotePath() is true. "~/x" becomes "x", which is the same.
// Errors: BadArgument (a host that ssh would take for an option, or with characters that no name of
// a host has: ssh gives it to a shell where the config has a ProxyCommand).
[[nodiscard]] Result<RemotePath> parseRemotePath(std::string_view text);

// The same of a folder on another machine, after whose colon nothing need come: "HOST:" is the home
// folder there, whose path is empty.
[[nodiscard]] bool isRemoteFolder(const std::string& text);
[[nodiscard]] Result<RemotePath> parseRemoteFolder(std::string_view text);

// The text of which these are the parts, "HOST:PATH".
[[nodiscard]] std::string remoteText(const RemotePath& remote);

}  // namespace gaplight
