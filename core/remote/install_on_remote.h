// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>

#include "core/base/result.h"
#include "core/remote/ssh_process.h"

namespace gaplight {

// Copies a program to ~/.local/bin/gaplight on another machine of the same system and processor,
// whole or not at all, if it starts there (--version). Errors: NotReadable (the program, the link,
// it does not start there), Cancelled.
[[nodiscard]] Result<void> installOnRemote(const std::string& host, const std::string& program,
                                           const SshAccess& ssh, std::stop_token stop);

}  // namespace gaplight
