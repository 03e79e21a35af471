// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/remote/progress_lines.h"
#include "core/remote/remote_path.h"

namespace gaplight {

// What comes on standard error of ssh: lines of the program there, and messages of it, of its shell
// and of ssh itself. Memory is bounded, whatever comes.
class RemoteOutput {
public:
    void add(std::string_view bytes);
    // No more bytes come: the rest is a line.
    void finish();

    const std::optional<RemoteProgram>& program() const { return m_program; }
    const RemoteProgress& progress() const { return m_progress; }
    // Whether the stream goes on where it broke.
    bool hasResumed() const { return m_hasResumed; }
    // The last message, printable, without "gaplight: " or "ssh: " in front; empty: there was none.
    const std::string& message() const { return m_message; }

private:
    void takeLine(std::string_view line);

    std::string m_rest;  // of a line whose end has not come
    std::optional<RemoteProgram> m_program;
    RemoteProgress m_progress;
    bool m_hasResumed = false;
    std::string m_message;
};

// How ssh ended.
struct SshEnd {
    int exitCode = 0;            // of the program there, or 255 where ssh failed; 128 + a signal
    std::uint64_t received = 0;  // bytes of the pack
};

// Why a pack could not be fetched, by what ssh and the program there printed and how they ended
// (another exit code than 0). NotFound: there is no gaplight there that starts; else NotReadable.
[[nodiscard]] Error remoteFailure(const RemotePath& remote, const RemoteOutput& output,
                                  const SshEnd& end);

// The same of a recording.
[[nodiscard]] Error remoteRecordFailure(const RemotePath& remote, const RemoteOutput& output,
                                        int exitCode);

// The program there writes packs that this one cannot read.
[[nodiscard]] Error newerRemoteProgram(const RemotePath& remote, const RemoteProgram& program);

}  // namespace gaplight
