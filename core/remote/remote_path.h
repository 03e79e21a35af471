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

// Splits a text for which isRemotePath() is true. "~/x" becomes "x", which means the same file.
// Errors: BadArgument (the host begins with "-", which ssh takes for an option, or has characters
// that no host name has: with a ProxyCommand in its config, ssh passes the host to a shell, and "%"
// begins a token there. The interface of an address, as in fe80::1%eth0, belongs into ssh's
// config).
[[nodiscard]] Result<RemotePath> parseRemotePath(std::string_view text);

// The same for a folder on another machine, whose path may be empty: "HOST:" is the home folder on
// HOST.
[[nodiscard]] bool isRemoteFolder(const std::string& text);
[[nodiscard]] Result<RemotePath> parseRemoteFolder(std::string_view text);

// "HOST:PATH", from which parseRemotePath() makes `remote`.
[[nodiscard]] std::string remoteText(const RemotePath& remote);

}  // namespace gaplight
