// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string_view>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/io/byte_source.h"
#include "core/session/session.h"

namespace gaplight {

struct CutOptions {
    TimeRange range;
    // Slices that cross an edge are shortened to the range, and nothing begins before it. Without:
    // they stay whole, and the calls that launched what runs inside are kept wherever they are,
    // with what stands at both ends of a gap that crosses an edge, so that every arrow, every gap
    // and its cause stay as they were.
    bool clip = false;
    std::stop_token stop;
};

struct CutTotals {
    std::uint64_t kept = 0;  // events
    std::uint64_t left = 0;
};

// Writes a part of a trace as a trace of the same format: the bytes of its events and of all that
// stands around them as they are in the source, so that any viewer opens it. Kept: slices that
// overlap the range and both ends of their pairs, flows of which both ends are kept, instants and
// counters inside it, metadata. `source`: the bytes of `session` once more, from the begin; read
// twice where there are flows, hence `open`. Memory: 8 bytes for each slice that is kept.
// Errors: those of reading and of `write`; Cancelled.
[[nodiscard]] Result<CutTotals> cutTrace(
    const Session& session, const CutOptions& options,
    const std::function<Result<std::unique_ptr<ByteSource>>()>& open,
    const std::function<Result<void>(std::string_view)>& write);

}  // namespace gaplight
