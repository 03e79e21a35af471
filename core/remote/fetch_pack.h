// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "core/base/result.h"
#include "core/io/byte_source.h"
#include "core/remote/progress_lines.h"
#include "core/remote/remote_path.h"
#include "core/remote/ssh_process.h"

namespace gaplight {

struct FetchProgress {
    RemoteProgress remote;       // how much of the trace is read there
    std::uint64_t received = 0;  // bytes of the pack
};

struct FetchOptions {
    SshAccess ssh;
    std::string range;     // of the trace, as --range; empty: all
    bool withArgs = true;  // false: a smaller pack, as of `gaplight pack --without-args`
    std::stop_token stop;
    std::function<void(const FetchProgress&)> onProgress;  // at most ten times a second
    // How often in a row a connection that broke is made again, after 1, 2, 4, ... s. It goes on
    // where it broke, if the trace is the same.
    unsigned retries = 3;
    std::function<void(const std::string& message)> onBroken;  // before it waits
    std::uint64_t maxBytes = std::uint64_t{64} << 30U;         // of the pack; more is refused
};

// Has gaplight on the other machine pack a trace, and receives the pack into a temporary file
// without a name, which is gone with the last user of the source. Whatever the other machine sends,
// nothing else is written, and memory is bounded. The pack is checked by the format that opens it.
// Ends ssh before it returns. Errors: NotFound (no gaplight there), NotReadable (the link, the
// program there; the message says what to do), NotATrace (no pack comes, or one of a newer
// version), TooLarge, Cancelled, WriteFailed.
[[nodiscard]] Result<std::unique_ptr<ByteSource>> fetchPack(const RemotePath& remote,
                                                            const FetchOptions& options);

}  // namespace gaplight
