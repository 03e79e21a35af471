// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
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
    const BatchCategory category = batch.category("cpu_op", SliceKind::CpuOp);
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
        batch.slices.event.push_back(EventId(i));
    }
    batch.events = slices.size();
    TraceBuilder builder;
    builder.add(std::move(batch));
    return builder.finish({});
}

// Slices of every character on one row: bursts of tiny ones, zero-length ones, long ones, back to
// back and far apart.
inline std::vector<TimedSlice> randomRow(std::uint64_t seed, std::int64_t origin,
                                         std::size_t count) {
    std::mt19937_64 random(seed);
    std::vector<TimedSlice> slices;
    std::int64_t time = origin;
    while (slices.size() < count) {
        const auto burst = std::min<std::size_t>(1 + random() % 400, count - slices.size());
        const int durationBits = static_cast<int>(random() % 16);
        const int gapBits = static_cast<int>(random() % 12);
        for (std::size_t i = 0; i < burst; ++i) {
            const auto duration =
                static_cast<std::int64_t>(random() & ((1ULL << durationBits) - 1));
            slices.push_back({time, duration});
            // Two slices may not both be empty at one instant: one would enclose the other.
            const auto gap = static_cast<std::int64_t>(random() & ((1ULL << gapBits) - 1));
            time += std::max<std::int64_t>(duration + gap, 1);
        }
        time += static_cast<std::int64_t>(random() % (1ULL << (random() % 24)));
    }
    return slices;
}

// A row of 600,000 slices, of which an index is built in several parts, and a slice around them, so
// that it is row 1.
inline std::vector<TimedSlice> longRowBelowAnother(std::uint64_t seed, std::int64_t origin) {
    std::vector<TimedSlice> slices = randomRow(seed, origin, 600'000);
    const std::int64_t end = slices.back().start + slices.back().duration;
    slices.insert(slices.begin(), {origin, end - origin + 1});
    return slices;
}

}  // namespace gaplight::test
