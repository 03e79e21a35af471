// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

#include "core/base/result.h"
#include "core/pack/pack_output.h"
#include "core/trace/event_details.h"
#include "core/trace/trace.h"

namespace gaplight {

struct PackOptions {
    // False: the issue ArgsLeftOut says so wherever the pack is shown. A trace that has this issue
    // is written without args in any case.
    bool withArgs = true;
    PackCompression compression = PackCompression::Small;
    std::string cacheKey;  // as of PackFacts
    std::stop_token stop;
    // Share of the events whose args are written, 0 to 1; called from the calling thread.
    std::function<void(double)> onProgress;
};

// Writes the tables of a trace of one source, and the args of its slices, as a pack: the same trace
// gives the same bytes. Events whose args cannot be read have none. Memory: some 100 MB. Errors:
// BadArgument (several sources), Cancelled, those of `write`. Gives the bytes written.
[[nodiscard]] Result<std::uint64_t> writePack(const Trace& trace, const EventDetails& details,
                                              const PackOptions& options,
                                              const PackOutput::Write& write);

}  // namespace gaplight
