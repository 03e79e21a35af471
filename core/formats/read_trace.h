// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <stop_token>

#include "core/base/result.h"
#include "core/io/byte_source.h"
#include "core/trace/trace.h"
#include "core/trace/trace_builder.h"

namespace gaplight {

struct ReadProgress {
    std::uint64_t bytesRead = 0;   // of the file on disk
    std::uint64_t bytesTotal = 0;  // 0: not known (standard input)
    std::uint64_t events = 0;
    std::uint64_t slices = 0;
};

struct ReadOptions {
    // Called from one thread at a time, at most some 30 times a second.
    std::function<void(const ReadProgress&)> onProgress;
    // Stops within 100 ms and yields ErrorCode::Cancelled.
    std::stop_token stop;
    // Set it to stop reading but keep what has been read.
    const std::atomic<bool>* finishEarly = nullptr;
};

struct ReadResult {
    TraceFacts facts;  // all but `path`
    bool finishedEarly = false;
};

// Reads all of `source` into `builder`, on all cores; `builder.finish(result.facts)` is the
// caller's. Holds a few windows of text at a time, however long the source is.
// Errors: NotATrace (says what was found), NotReadable, Cancelled; anything less is an import
// issue in the builder.
[[nodiscard]] Result<ReadResult> readTrace(ByteSource& source, TraceBuilder& builder,
                                           const ReadOptions& options = {});

}  // namespace gaplight
