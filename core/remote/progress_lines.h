// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gaplight {

// What `gaplight pack --progress-lines` prints on standard error, a line each, for the program that
// started it on another machine:
//
//     gaplight-pack VERSION PACK_VERSION              first
//     gaplight-progress BYTES TOTAL SLICES            while it reads
//     gaplight-resumed                                where the stream goes on (resumed_stream.h)
//
// and `gaplight record --progress-lines`:
//
//     gaplight-pack VERSION PACK_VERSION              first
//     RS gaplight-recorded BYTES PATH                 of each trace, when it is complete
//     RS gaplight-record-end                          last: the exit code is the program's
//
// RS is kRemoteLineStart, without a space after it: the output of the recorded program before it
// need not end with a newline. All other lines are messages.

inline constexpr char kRemoteLineStart = '\x1e';

// The program on the other machine.
struct RemoteProgram {
    std::string version;            // of gaplight
    std::uint32_t packVersion = 0;  // of the packs that it writes
};

// How much of the trace is read there.
struct RemoteProgress {
    std::uint64_t bytesRead = 0;
    std::uint64_t bytesTotal = 0;  // 0: not known
    std::uint64_t slices = 0;
};

// A trace that was recorded there.
struct RemoteTrace {
    std::uint64_t bytes = 0;
    std::string path;  // absolute
};

// With the line feed.
[[nodiscard]] std::string remoteProgramLine(const RemoteProgram& program);
[[nodiscard]] std::string remoteProgressLine(const RemoteProgress& progress);
[[nodiscard]] std::string remoteResumedLine();
[[nodiscard]] std::string remoteTraceLine(const RemoteTrace& trace);
[[nodiscard]] std::string remoteRecordEndLine();

// `line`: without its line feed. Empty for any other line.
[[nodiscard]] std::optional<RemoteProgram> remoteProgramFrom(std::string_view line);
[[nodiscard]] std::optional<RemoteProgress> remoteProgressFrom(std::string_view line);
[[nodiscard]] bool isRemoteResumedLine(std::string_view line);
// `line`: without the mark of its start. A path with control characters is none.
[[nodiscard]] std::optional<RemoteTrace> remoteTraceFrom(std::string_view line);
[[nodiscard]] bool isRemoteRecordEndLine(std::string_view line);

}  // namespace gaplight
