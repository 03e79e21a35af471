// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/trace/impossible_values.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <tbb/blocked_range.h>

#include "core/base/parallel.h"
#include "core/base/share.h"
#include "core/base/statistics.h"
#include "core/base/time.h"

namespace gaplight {
namespace {

constexpr std::int64_t kMaxSpreadFactor = 4;
constexpr std::uint64_t kMinSlicesToJudge = 16;
// Durations up to an hour are not checked: the part of a trace that was cut out may be in
// annotations and frames that last far longer than it.
constexpr std::int64_t kMinSuspectDurationNs = 3'600'000'000'000;
// A trace that begins up to a second after 0 may have an event at 0.
constexpr std::int64_t kMinSuspectOffsetNs = 1'000'000'000;

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

// Saturating: times may be anywhere in 64 bits.
std::int64_t distance(std::int64_t from, std::int64_t to) {
    std::int64_t result = 0;
    return __builtin_sub_overflow(to, from, &result) ? std::numeric_limits<std::int64_t>::max()
                                                     : result;
}

__extension__ using WideTotal = unsigned __int128;

// Times and durations of the slices that are not rejected.
struct SliceExtent {
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    std::int64_t last = std::numeric_limits<std::int64_t>::min();
    WideTotal total = 0;  // of the durations, in ns
    std::uint64_t slices = 0;

    void include(std::int64_t time) {
        first = std::min(first, time);
        last = std::max(last, time);
    }
    void add(const SliceChunk& chunk) {
        for (std::size_t at = 0; at < chunk.size(); ++at) {
            const std::int64_t duration = chunk.duration[at];
            if (duration != kRejected) {
                include(chunk.start[at]);
                last = std::max(last, chunk.start[at] + duration);
                total += static_cast<std::uint64_t>(duration);
                ++slices;
            }
        }
    }
    void merge(const SliceExtent& other) {
        first = std::min(first, other.first);
        last = std::max(last, other.last);
        total += other.total;
        slices += other.slices;
    }
};

SliceExtent extentOf(const std::vector<SliceChunk>& chunks) {
    return parallelReduce(
        tbb::blocked_range<std::size_t>(0, chunks.size()), SliceExtent{},
        [&](const auto& block, SliceExtent extent) {
            for (std::size_t at = block.begin(); at < block.end(); ++at) {
                extent.add(chunks[at]);
            }
            return extent;
        },
        [](SliceExtent left, const SliceExtent& right) {
            left.merge(right);
            return left;
        });
}

// Calls `visit` with each list of events that are no slices and have a time.
template <class Visit>
void forEachList(SourceEvents& all, const Visit& visit) {
    visit(all.openEnds);
    visit(all.asyncs);
    visit(all.instants);
    visit(all.memory);
}

// Of counters only where there is nothing else: they may have more values than all others together.
std::int64_t medianTime(SourceEvents& all) {
    std::vector<std::int64_t> times;
    for (const SliceChunk& chunk : all.chunks) {
        for (std::size_t at = 0; at < chunk.size(); ++at) {
            if (chunk.duration[at] != kRejected) {
                times.push_back(chunk.start[at]);
            }
        }
    }
    forEachList(all, [&](const auto& events) {
        for (const auto& event : events) {
            times.push_back(ns(event.time));
        }
    });
    if (times.empty()) {
        all.counters.forEachTime([&](Time time) { times.push_back(ns(time)); });
    }
    return lowerMedian(times);
}

void rejectSlice(SliceChunk& chunk, std::size_t at, IssueKind kind, SourceEvents& all) {
    all.issues.record(kind, chunk.event(at).number(), all.strings.view(chunk.name[at]));
    chunk.duration[at] = kRejected;
}

template <class Events>
void rejectDistant(Events& events, const TimeRange& kept, ImportIssues& issues) {
    std::erase_if(events, [&](const auto& event) {
        const bool isDistant = event.time < kept.begin || event.time > kept.end;
        if (isDistant) {
            issues.record(IssueKind::BadTime, event.event.number(),
                          std::to_string(ns(event.time)) + " ns");
        }
        return isDistant;
    });
}

// The largest value that may stay: all, or a fair share of the limit.
std::int64_t largestKept(WideTotal total, std::int64_t limit, std::uint64_t count) {
    return total <= static_cast<std::uint64_t>(limit) ? limit
                                                      : limit / static_cast<std::int64_t>(count);
}

std::uint64_t largestSize(const MemoryEvent& event) {
    return std::max(
        {magnitude(event.bytes), magnitude(event.totalAllocated), magnitude(event.totalReserved)});
}

void rejectSizes(SourceEvents& all) {
    WideTotal copied = 0;
    for (const CopyFacts& copy : all.copies.row) {
        copied += static_cast<std::uint64_t>(std::max<std::int64_t>(copy.bytes, 0));
    }
    const std::int64_t largestCopy = largestKept(copied, kMaxTotalBytes, all.copies.row.size());
    for (CopyFacts& copy : all.copies.row) {
        copy.bytes = copy.bytes > largestCopy ? -1 : copy.bytes;
    }
    // Only the changes are added up: each total has a limit of its own.
    WideTotal changed = 0;
    for (const MemoryEvent& event : all.memory) {
        changed += magnitude(event.bytes);
    }
    const auto largestChange =
        static_cast<std::uint64_t>(largestKept(changed, kMaxTotalBytes, all.memory.size()));
    std::erase_if(all.memory, [&](const MemoryEvent& event) {
        const bool isImpossible = magnitude(event.bytes) > largestChange ||
                                  largestSize(event) > static_cast<std::uint64_t>(kMaxTotalBytes);
        if (isImpossible) {
            all.issues.record(IssueKind::BadCounter, event.event.number(),
                              std::to_string(event.bytes) + " bytes");
        }
        return isImpossible;
    });
}

// An activity of a stream.
struct StreamWork {
    std::int64_t start = 0;
    std::int64_t end = 0;
    std::uint32_t chunk = 0;
    std::uint32_t at = 0;
    std::uint32_t source = 0;  // index among all slices
};

// Activities of the tracks that have one of more than kMinOverrunNs, by track and start.
std::map<TrackId, std::vector<StreamWork>> longStreams(const SourceEvents& all) {
    const auto isActivity = [&](const SliceChunk& chunk, std::size_t at) {
        return chunk.duration[at] != kRejected &&
               isGpuActivity(all.registry.categories()[chunk.category[at]].kind);
    };
    std::map<TrackId, std::vector<StreamWork>> streams;
    for (const SliceChunk& chunk : all.chunks) {
        for (std::size_t at = 0; at < chunk.size(); ++at) {
            if (chunk.duration[at] > kMinOverrunNs && isActivity(chunk, at)) {
                streams.try_emplace(chunk.track[at]);
            }
        }
    }
    std::uint32_t source = 0;
    for (std::uint32_t number = 0; number < all.chunks.size() && !streams.empty(); ++number) {
        const SliceChunk& chunk = all.chunks[number];
        for (std::uint32_t at = 0; at < chunk.size(); ++at, ++source) {
            const auto stream =
                isActivity(chunk, at) ? streams.find(chunk.track[at]) : streams.end();
            if (stream != streams.end()) {
                stream->second.push_back(
                    {chunk.start[at], chunk.start[at] + chunk.duration[at], number, at, source});
            }
        }
    }
    for (auto& [track, works] : streams) {
        if (!std::ranges::is_sorted(works, {}, &StreamWork::start)) {
            std::ranges::stable_sort(works, {}, &StreamWork::start);
        }
    }
    return streams;
}

std::optional<std::uint64_t> correlationOf(const SourceEvents& all, const StreamWork& work) {
    const auto& rows = all.correlation.source;
    const auto at = std::ranges::lower_bound(rows, work.source);
    return at != rows.end() && *at == work.source
               ? std::optional(all.correlation.row[static_cast<std::size_t>(at - rows.begin())])
               : std::nullopt;
}

}  // namespace

void clipOverlong(SourceEvents& all) {
    for (const auto& [track, works] : longStreams(all)) {
        std::vector<std::int64_t> overlaps;
        for (std::size_t at = 0; at + 1 < works.size(); ++at) {
            overlaps.push_back(std::max<std::int64_t>(works[at].end - works[at + 1].start, 0));
        }
        if (overlaps.empty()) {
            continue;
        }
        std::vector<std::int64_t> sorted = overlaps;
        const std::int64_t longest = std::max(kMinOverrunNs, kOverrunFactor * lowerMedian(sorted));
        for (std::size_t at = 0; at < overlaps.size(); ++at) {
            const StreamWork& work = works[at];
            const StreamWork& next = works[at + 1];
            if (overlaps[at] <= longest || next.start == work.start) {
                continue;
            }
            const auto launch = correlationOf(all, work);
            if (launch && launch != correlationOf(all, next)) {
                SliceChunk& chunk = all.chunks[work.chunk];
                all.issues.record(IssueKind::OverlongActivity, chunk.event(work.at).number(),
                                  all.strings.view(chunk.name[work.at]));
                chunk.duration[work.at] = next.start - work.start;
            }
        }
    }
}

void rejectImpossible(std::span<SliceChunk> chunks, const StringPool<struct StringTag>& strings,
                      ImportIssues& issues) {
    const Starts starts = survey(chunks);
    const std::int64_t spread = starts.others > 0 ? distance(starts.first, starts.last) : 0;
    const bool zeroIsFarOff = starts.others > 0 && starts.first > 0 &&
                              starts.first > std::max(spread, kMinSuspectOffsetNs);
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

void rejectDistantTimes(SourceEvents& all) {
    SliceExtent extent = extentOf(all.chunks);
    forEachList(all, [&](const auto& events) {
        for (const auto& event : events) {
            extent.include(ns(event.time));
        }
    });
    all.counters.forEachTime([&](Time time) { extent.include(ns(time)); });
    if (extent.first > extent.last || extent.last / 2 - extent.first / 2 < kMaxDistanceNs / 2) {
        return;
    }
    const std::int64_t median = medianTime(all);
    const TimeRange kept{timeFromNs(std::max(median - kMaxDistanceNs, -kTimeLimitNs)),
                         timeFromNs(std::min(median + kMaxDistanceNs, kTimeLimitNs))};
    for (SliceChunk& chunk : all.chunks) {
        for (std::size_t at = 0; at < chunk.size(); ++at) {
            if (chunk.duration[at] != kRejected &&
                (chunk.start[at] < ns(kept.begin) ||
                 chunk.start[at] + chunk.duration[at] > ns(kept.end))) {
                rejectSlice(chunk, at, IssueKind::BadTime, all);
            }
        }
    }
    forEachList(all, [&](auto& events) { rejectDistant(events, kept, all.issues); });
    rejectDistant(all.flows, kept, all.issues);
    const std::size_t removed = all.counters.keepInside(kept);
    all.issues.record(IssueKind::BadTime, 0, "counter", removed);
}

void rejectUnsummable(SourceEvents& all) {
    const SliceExtent extent = extentOf(all.chunks);
    const std::int64_t longest = largestKept(extent.total, kMaxTotalNs, extent.slices);
    for (SliceChunk& chunk : all.chunks) {
        for (std::size_t at = 0; longest < kMaxTotalNs && at < chunk.size(); ++at) {
            if (chunk.duration[at] > longest) {
                rejectSlice(chunk, at, IssueKind::ImpossibleDuration, all);
            }
        }
    }
    rejectSizes(all);
}

}  // namespace gaplight
