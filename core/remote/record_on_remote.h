// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/remote/progress_lines.h"
#include "core/remote/remote_path.h"
#include "core/remote/ssh_process.h"

namespace gaplight {

struct RemoteRecordOptions {
    SshAccess ssh;
    // The number of a signal for the program there; 0: none came. Called some 20 times a second.
    std::function<int()> takeSignal;
    // What the program there prints on standard error, and messages.
    std::function<void(std::string_view)> pass;
};

struct RemoteRecordResult {
    int exitCode = 0;                 // of 'gaplight record' there
    std::vector<RemoteTrace> traces;  // they stay there
};

// Runs `gaplight record` in a folder of another machine until it ends. Standard output of the
// program there is this one's; it has no standard input, which carries signals: a byte each, and
// its end is SIGHUP, so that a recording ends with the link. Ends ssh before it returns. Errors:
// NotFound (no gaplight there), NotReadable (the link; another version there), Cancelled (a signal
// before it began).
[[nodiscard]] Result<RemoteRecordResult> recordOnRemote(const RemotePath& folder,
                                                        const std::vector<std::string>& arguments,
                                                        const RemoteRecordOptions& options);

}  // namespace gaplight
