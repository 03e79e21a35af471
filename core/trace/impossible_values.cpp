// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/trace/impossible_values.h"

#include <algorithm>
#include <limits>

namespace gaplight {
namespace {

constexpr std::int64_t kMaxSpreadFactor = 4;
constexpr std::uint64_t kMinSlicesToJudge = 16;
constexpr std::int64_t kMinSuspectDurationNs =
    1'000'000'000;  // shorter durations cannot distort a view; not checked

// First and last start of the slices that do not begin at 0, and how many begin at 0.
struct Starts {
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    std::int64_t last = std::numeric_limits<std::int64_t>::min();
    std::uint64_t atZero = 0;
    std::uint64_t others = 0;
};

Starts survey(std::span<const SliceChunk> chunks) {
    Starts starts;
    for (const SliceChunk& chunk : chunks) {
        for (std::size_t at = 0; at < chunk.size(); ++at) {
            const std::int64_t start = chunk.start[at];
            if (chunk.duration[at] == kRejected) {
                continue;
            }
            if (start == 0) {
                ++starts.atZero;
                continue;
            }
            ++starts.others;
            starts.first = std::min(starts.first, start);
            starts.last = std::max(starts.last, start);
        }
    }
    return starts;
}

// Saturating: times may lie anywhere in 64 bits.
std::int64_t distance(std::int64_t from, std::int64_t to) {
    std::int64_t result = 0;
    return __builtin_sub_overflow(to, from, &result) ? std::numeric_limits<std::int64_t>::max()
                                                     : result;
}

}  // namespace

void rejectImpossible(std::span<SliceChunk> chunks, const StringPool<struct StringTag>& strings,
                      ImportIssues& issues) {
    const Starts starts = survey(chunks);
    const std::int64_t spread = starts.others > 0 ? distance(starts.first, starts.last) : 0;
    const bool zeroIsFarOff = starts.others > 0 && starts.first > 0 &&
                              starts.first > std::max(spread, kMinSuspectDurationNs);
    const bool judgeDurations =
        starts.others + starts.atZero >= kMinSlicesToJudge &&
        spread < std::numeric_limits<std::int64_t>::max() / kMaxSpreadFactor;
    const std::int64_t longest = std::max(spread * (judgeDurations ? kMaxSpreadFactor : 0),
                                          judgeDurations ? kMinSuspectDurationNs : 0);
    if (!zeroIsFarOff && !judgeDurations) {
        return;
    }
    for (SliceChunk& chunk : chunks) {
        for (std::size_t at = 0; at < chunk.size(); ++at) {
            const bool pileUp =
                zeroIsFarOff && chunk.start[at] == 0 && chunk.duration[at] != kRejected;
            if (!pileUp && !(judgeDurations && chunk.duration[at] > longest)) {
                continue;
            }
            issues.record(pileUp ? IssueKind::ZeroTimestamp : IssueKind::ImpossibleDuration,
                          chunk.event(at).number(), strings.view(chunk.name[at]));
            chunk.duration[at] = kRejected;
        }
    }
}

}  // namespace gaplight
