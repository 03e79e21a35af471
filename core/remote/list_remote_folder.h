// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/remote/remote_path.h"
#include "core/remote/ssh_process.h"

namespace gaplight {

// The traces directly in a folder of another machine, as "HOST:FOLDER/NAME", in the order that
// gaplight there has them. Errors: NotFound (no gaplight there), NotReadable (the link, the folder,
// another version there), NotATrace (no trace in it, or names that are none), TooLarge, Cancelled.
[[nodiscard]] Result<std::vector<std::string>> listRemoteFolder(const RemotePath& folder,
                                                                const SshAccess& ssh,
                                                                std::stop_token stop);

// The same of what gaplight there prints: names, each with a zero behind it. Errors: NotATrace.
[[nodiscard]] Result<std::vector<std::string>> remoteTracesFrom(const RemotePath& folder,
                                                                std::string_view printed);

}  // namespace gaplight
