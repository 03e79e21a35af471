// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/segment_pass.h"

#include <algorithm>
#include <map>

namespace gaplight {
namespace {

// The allocator takes memory for blocks of up to 1 MiB in segments of this size.
constexpr std::int64_t kSmallSegment = 2 << 20;

bool takesMemory(AllocatorAction action) {
    return action == AllocatorAction::SegmentAlloc || action == AllocatorAction::SegmentMap;
}
bool returnsMemory(AllocatorAction action) {
    return action == AllocatorAction::SegmentFree || action == AllocatorAction::SegmentUnmap;
}

// Ranges of addresses that are held, none of which overlap.
class HeldRanges {
public:
    // Adds a range, less what is held already.
    void add(const SegmentSpan& span) { m_ranges.insert_or_assign(span.address, span); }

    // Removes [address, address + size). Calls `onRemoved(range)` for each held range that loses
    // bytes; what remains of it is added again, to begin at `moment`. Returns the bytes removed.
    template <class OnRemoved>
    std::int64_t remove(std::uint64_t address, std::int64_t size, Moment moment,
                        OnRemoved&& onRemoved) {
        const std::uint64_t end = address + static_cast<std::uint64_t>(size);
        auto at = m_ranges.upper_bound(address);
        if (at != m_ranges.begin() && endOf(std::prev(at)->second) > address) {
            --at;
        }
        std::int64_t removed = 0;
        std::vector<SegmentSpan> remains;
        while (at != m_ranges.end() && at->first < end) {
            const SegmentSpan held = at->second;
            onRemoved(held);
            const std::uint64_t from = std::max(address, held.address);
            const std::uint64_t to = std::min(end, endOf(held));
            removed += static_cast<std::int64_t>(to - from);
            addPart(held, held.address, from, moment, remains);
            addPart(held, to, endOf(held), moment, remains);
            at = m_ranges.erase(at);
        }
        for (const SegmentSpan& part : remains) {
            add(part);
        }
        return removed;
    }

    [[nodiscard]] const std::map<std::uint64_t, SegmentSpan>& all() const { return m_ranges; }

private:
    static std::uint64_t endOf(const SegmentSpan& span) {
        return span.address + static_cast<std::uint64_t>(span.size);
    }
    static void addPart(const SegmentSpan& of, std::uint64_t from, std::uint64_t to, Moment moment,
                        std::vector<SegmentSpan>& parts) {
        if (from < to) {
            SegmentSpan part = of;
            part.address = from;
            part.size = static_cast<std::int64_t>(to - from);
            part.begin = moment;
            parts.push_back(part);
        }
    }

    std::map<std::uint64_t, SegmentSpan> m_ranges;
};

SegmentSpan spanOf(const AllocatorEvent& event, Moment moment) {
    return {event.address,
            event.size,
            event.stack,
            moment,
            kNoMoment,
            event.stream,
            event.size == kSmallSegment};
}

// What was held before the first event.
HeldRanges heldAtStart(const DeviceHistory& history, SnapshotIssues& issues) {
    HeldRanges held;
    for (const AllocatorSegment& segment : history.segments) {
        held.add(
            {segment.address, segment.size, {}, 0, kNoMoment, segment.stream, segment.isSmallPool});
    }
    const auto ignore = [](const SegmentSpan&) {};
    for (std::size_t at = history.events.size(); at-- > 0;) {
        const AllocatorEvent& event = history.events[at];
        if (takesMemory(event.action)) {
            const std::int64_t removed = held.remove(event.address, event.size, 0, ignore);
            if (removed < event.size && !history.segments.empty()) {
                issues.record(SnapshotIssueKind::NegativeReserved);
            }
        } else if (returnsMemory(event.action)) {
            held.remove(event.address, event.size, 0, ignore);
            held.add(spanOf(event, 0));
        }
    }
    return held;
}

}  // namespace

std::vector<SegmentSpan> segmentSpans(const DeviceHistory& history, SnapshotIssues& issues) {
    HeldRanges held = heldAtStart(history, issues);
    std::vector<SegmentSpan> spans;
    for (std::size_t at = 0; at < history.events.size(); ++at) {
        const AllocatorEvent& event = history.events[at];
        const auto moment = static_cast<Moment>(at + 1);
        const auto end = [&](SegmentSpan span) {
            span.end = moment;
            spans.push_back(span);
        };
        if (takesMemory(event.action)) {
            held.remove(event.address, event.size, moment, end);
            held.add(spanOf(event, moment));
        } else if (returnsMemory(event.action)) {
            held.remove(event.address, event.size, moment, end);
        }
    }
    for (const auto& [address, span] : held.all()) {
        spans.push_back(span);
    }
    // What the segments at the end say about pools is exact.
    for (SegmentSpan& span : spans) {
        const auto after = std::ranges::upper_bound(history.segments, span.address, {},
                                                    &AllocatorSegment::address);
        if (span.end == kNoMoment && after != history.segments.begin()) {
            span.isSmallPool = std::prev(after)->isSmallPool;
        }
    }
    std::ranges::stable_sort(spans, {}, &SegmentSpan::begin);
    return spans;
}

}  // namespace gaplight
