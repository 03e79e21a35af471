// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/remote/progress_lines.h"
#include "core/remote/remote_output.h"
#include "core/remote/remote_path.h"
#include "core/remote/ssh_process.h"

namespace gaplight {

// Standard error of a recording on another machine: lines for this program (progress_lines.h), and
// all that the recorded program prints, which is passed on at once, also a line that has no end
// yet.
//
//     50 %|#####     RS gaplight-recorded 7 /x.json\n
//
// is passed on up to RS. Messages of gaplight there get the name of
// the host. Memory is bounded.
class RemoteLines {
public:
    static constexpr std::size_t kMaxTraces = 4'096;

    RemoteLines(std::string host, std::function<void(std::string_view)> pass)
        : m_host(std::move(host)), m_pass(std::move(pass)) {}

    void add(std::string_view bytes);
    // No more bytes come.
    void finish();

    // Messages, for a failure before the program there has begun.
    const RemoteOutput& output() const { return m_output; }
    const std::vector<RemoteTrace>& traces() const { return m_traces; }
    // Whether the recording ended by itself.
    bool hasEnded() const { return m_hasEnded; }

private:
    void takeLine(std::string_view line);

    std::string m_host;
    std::function<void(std::string_view)> m_pass;
    std::string m_held;        // the beginning of a line that may be ours
    bool m_isPassing = false;  // inside a line that is not
    RemoteOutput m_output;
    std::vector<RemoteTrace> m_traces;
    bool m_hasEnded = false;
};

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
