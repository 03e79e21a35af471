// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/trace/trace_builder.h"

namespace gaplight::test {

struct TimedSlice {
    std::int64_t start = 0;
    std::int64_t duration = 0;
};

// A trace of one thread with these slices, named "0".."9" in turn.
inline std::shared_ptr<const Trace> traceOf(const std::vector<TimedSlice>& slices) {
    EventBatch batch;
    const BatchString pid = batch.strings.intern("1");
    const BatchString category = batch.strings.intern("cpu_op");
    batch.tracks.push_back({pid, pid});
    std::vector<BatchString> names;
    for (int i = 0; i < 10; ++i) {
        names.push_back(batch.strings.intern(std::to_string(i)));
    }
    for (std::size_t i = 0; i < slices.size(); ++i) {
        batch.slices.start.push_back(slices[i].start);
        batch.slices.duration.push_back(slices[i].duration);
        batch.slices.name.push_back(names[i % names.size()]);
        batch.slices.category.push_back(category);
        batch.slices.track.push_back(BatchTrack(std::size_t{0}));
        batch.slices.offset.push_back(i);
    }
    batch.events = slices.size();
    TraceBuilder builder;
    builder.add(std::move(batch));
    return builder.finish({});
}

}  // namespace gaplight::test
