// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/base/result.h"
#include "core/remote/remote_output.h"
#include "core/remote/remote_path.h"

namespace gaplight {

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
