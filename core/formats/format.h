// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/io/byte_source.h"
#include "core/trace/event_details.h"
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
    // Stops within 100 ms with ErrorCode::Cancelled.
    std::stop_token stop;
    // Set to true by the caller to stop reading and keep the events read so far.
    const std::atomic<bool>* finishEarly = nullptr;
};

struct ReadResult {
    TraceFacts facts;  // all but path, events and flowEvents
    bool finishedEarly = false;
};

// Input of Format::open.
struct TraceInput {
    // Empty for standard input and bytes in memory. A format that needs the file itself (a
    // database) opens it and leaves `bytes` alone; without a path it fails with NotReadable.
    std::string path;
    // The first kSniffBytes of the inflated source, fewer where it is shorter.
    std::string head;
    ByteSource& bytes;  // the bytes after `head`; valid during the call
};

struct OpenedTrace {
    ReadResult result;
    std::shared_ptr<const EventDetails> details;  // never null; of all sources of the file
};

// A file format.
struct Format {
    const char* name;
    // Decides by TraceInput::head.
    bool (*sniff)(std::string_view head);
    // Reads all of the source into `builder`: batches in the source's order, each event with an
    // id by which the details find it again. Sets the SliceKind of every category. A bad event is
    // an ImportIssue, never an error. Errors: NotATrace, NotReadable, Corrupt, TooLarge, Cancelled.
    Result<OpenedTrace> (*open)(TraceInput input, TraceBuilder& builder,
                                const ReadOptions& options);
};

inline constexpr std::size_t kSniffBytes = 4096;

}  // namespace gaplight
