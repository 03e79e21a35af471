// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "core/analysis/analysis.h"
#include "core/base/result.h"
#include "core/index/flow_index.h"
#include "core/index/launch_index.h"
#include "core/index/row_index.h"
#include "core/io/byte_source.h"
#include "core/io/random_access.h"
#include "core/trace/trace.h"

namespace gaplight {

enum class LoadStage : std::uint8_t { Reading, Sorting, Analysing };

struct LoadProgress {
    LoadStage stage = LoadStage::Reading;
    std::uint64_t bytesRead = 0;   // of the file on disk
    std::uint64_t bytesTotal = 0;  // 0: not known (standard input)
    std::uint64_t events = 0;
    std::uint64_t slices = 0;
};

struct OpenOptions {
    // Called from loading threads, one call at a time, at most some 30 times a second.
    std::function<void(const LoadProgress&)> onProgress;
    // Stops within 100 ms and yields ErrorCode::Cancelled.
    std::stop_token stop;
    // Set it to stop reading but keep what has been read.
    const std::atomic<bool>* finishEarly = nullptr;
};

// A loaded trace with everything derived from it; immutable and safe to share among threads.
struct Session {
    std::shared_ptr<const Trace> trace;
    std::shared_ptr<const RandomAccess> source;  // the inflated bytes, for args on demand
    RowIndex rows;
    LaunchIndex launches;
    FlowIndex flows;
    Analysis analysis;
};

// Loads, indexes and analyses. `path` "-" is standard input. Errors: NotFound, NotReadable,
// NotATrace, Corrupt, TooLarge, Cancelled; anything less is an import issue of the trace.
[[nodiscard]] Result<std::shared_ptr<const Session>> openSession(const std::string& path,
                                                                 const OpenOptions& options = {});
// The same from bytes that are already a source; `path` is only the trace's name.
[[nodiscard]] Result<std::shared_ptr<const Session>> openSession(const std::string& path,
                                                                 ByteSource& source,
                                                                 const OpenOptions& options = {});

}  // namespace gaplight
