// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/remote/remote_path.h"

namespace gaplight {

// `text` as one argument for the shell of another machine, whichever it is: sh, csh and fish differ
// in what a backslash is between single quotes, so that none is left there.
[[nodiscard]] std::string quotedForShell(std::string_view text);

// The command that starts `gaplight pack --stdout` there: program and arguments, without a shell of
// this machine. The user's config of ssh applies, but for its RemoteCommand. `ssh`: the program.
[[nodiscard]] std::vector<std::string> sshCall(const std::string& ssh, const RemotePath& remote);

}  // namespace gaplight
