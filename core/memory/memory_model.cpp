// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/memory_model.h"

#include <algorithm>
#include <map>
#include <memory_resource>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/column.h"
#include "core/base/id.h"
#include "core/base/parallel.h"
#include "core/memory/allocator_history.h"

namespace gaplight {
namespace {

constexpr std::size_t kExpectedBefore = 4096;           // only saves a copy of all others
constexpr std::uint32_t kBeforeHistory = 0x8000'0000U;  // flag: an index into m_before

class AllocationPass {
public:
    AllocationPass(const DeviceHistory& history, SnapshotIssues& issues)
        : m_history(history), m_issues(issues) {}

    Column<Allocation> run() {
        const auto within = static_cast<std::size_t>(
            std::ranges::count(m_history.events, AllocatorAction::Alloc, &AllocatorEvent::action));
        m_within.reserve(within + within / 16 + kExpectedBefore);
        for (std::size_t at = 0; at < m_history.events.size(); ++at) {
            follow(m_history.events[at], static_cast<Moment>(at + 1));
        }
        if (!m_history.segments.empty()) {
            compareWithEnd();
        }
        m_within.insert(m_within.begin(), m_before.begin(), m_before.end());
        return std::move(m_within);
    }

private:
    // Allocations whose memory is in use, by address: those of m_latest that are not completed, in
    // order, to find the neighbors of a new one.
    using Live = std::pmr::map<std::uint64_t, std::uint32_t>;

    [[nodiscard]] Allocation& allocation(std::uint32_t index) {
        return (index & kBeforeHistory) != 0 ? m_before[index & ~kBeforeHistory] : m_within[index];
    }

    void follow(const AllocatorEvent& event, Moment moment) {
        switch (event.action) {
            case AllocatorAction::Alloc:
                allocate(event, moment);
                break;
            case AllocatorAction::FreeRequested:
                requestFree(event, moment);
                break;
            case AllocatorAction::FreeCompleted:
                completeFree(event, moment);
                break;
            default:
                break;
        }
    }

    void allocate(const AllocatorEvent& event, Moment moment) {
        const auto index = static_cast<std::uint32_t>(m_within.size());
        const auto after = endOverlapped(event, moment);
        m_live.emplace_hint(after, event.address, index);
        m_latest.insert_or_assign(event.address, index);
        m_within.push_back(
            {event.address, event.size, event.stack, moment, kNoMoment, kNoMoment, event.stream});
    }

    // Ends every allocation that shares bytes with a new one. The first one after it.
    Live::iterator endOverlapped(const AllocatorEvent& event, Moment moment) {
        const std::uint64_t end =
            event.address + static_cast<std::uint64_t>(std::max<std::int64_t>(1, event.size));
        auto at = m_live.lower_bound(event.address);
        if (at != m_live.begin()) {
            const auto before = std::prev(at);
            const Allocation& one = allocation(before->second);
            at = one.address + static_cast<std::uint64_t>(one.size) > event.address ? before : at;
        }
        while (at != m_live.end() && at->first < end) {
            m_issues.record(SnapshotIssueKind::OverlappingBlocks);
            Allocation& one = allocation(at->second);
            one.end = std::min(one.end, moment);
            one.completed = moment;
            at = m_live.erase(at);
        }
        return at;
    }

    // The allocation at an address whose memory is in use; null where there is none.
    Allocation* findLive(std::uint64_t address) {
        const auto latest = m_latest.find(address);
        if (latest == m_latest.end()) {
            return nullptr;
        }
        Allocation& one = allocation(latest->second);
        return one.completed == kNoMoment ? &one : nullptr;
    }

    // One that was allocated before the history; null where the history shows that it cannot be.
    Allocation* findBefore(const AllocatorEvent& event) {
        const auto index = static_cast<std::uint32_t>(m_before.size()) | kBeforeHistory;
        if (!m_latest.try_emplace(event.address, index).second) {
            m_issues.record(SnapshotIssueKind::FreeWithoutAllocation);
            return nullptr;
        }
        m_live.insert_or_assign(event.address, index);
        m_before.push_back({event.address, event.size, {}, 0, kNoMoment, kNoMoment, event.stream});
        return &m_before.back();
    }

    void requestFree(const AllocatorEvent& event, Moment moment) {
        Allocation* one = findLive(event.address);
        one = one == nullptr ? findBefore(event) : one;
        if (one == nullptr) {
            return;
        }
        if (one->end != kNoMoment) {
            m_issues.record(SnapshotIssueKind::FreeWithoutAllocation);
            return;
        }
        if (one->size != event.size) {
            m_issues.record(SnapshotIssueKind::SizeMismatch);
        }
        one->end = moment;
    }

    void completeFree(const AllocatorEvent& event, Moment moment) {
        Allocation* one = findLive(event.address);
        if (one == nullptr) {
            // Its free was requested before the history.
            one = findBefore(event);
            if (one == nullptr) {
                return;
            }
            one->end = 0;
        }
        one->end = std::min(one->end, moment);
        one->completed = moment;
        m_live.erase(event.address);
    }

    // Blocks in use at the end that no event is about were allocated before the history. What the
    // events leave in use, but is free at the end, has lost its free.
    void compareWithEnd() {
        std::vector<std::uint64_t> inUse;
        for (const AllocatorSegment& segment : m_history.segments) {
            for (const AllocatorBlock& block : segment.blocks) {
                if (block.state == BlockState::Inactive) {
                    continue;
                }
                inUse.push_back(block.address);
                const auto index = static_cast<std::uint32_t>(m_before.size()) | kBeforeHistory;
                const auto at = m_live.find(block.address);
                if (at != m_live.end()) {
                    Allocation& one = allocation(at->second);
                    one.stack = one.stack.isValid() ? one.stack : block.stack;
                } else if (m_latest.try_emplace(block.address, index).second) {
                    const bool isPending = block.state == BlockState::PendingFree;
                    m_before.push_back({block.address, block.requested, block.stack, 0,
                                        isPending ? 0 : kNoMoment, kNoMoment, segment.stream});
                } else {
                    m_issues.record(SnapshotIssueKind::LostAllocation);
                }
            }
        }
        std::ranges::sort(inUse);
        const auto last = static_cast<Moment>(m_history.events.size());
        for (const auto& [address, index] : m_live) {
            if (!std::ranges::binary_search(inUse, address)) {
                m_issues.record(SnapshotIssueKind::LostFree);
                Allocation& one = allocation(index);
                one.end = std::min(one.end, last + 1);
                one.completed = last + 1;
            }
        }
    }

    const DeviceHistory& m_history;
    SnapshotIssues& m_issues;
    std::pmr::unsynchronized_pool_resource m_pool;
    Live m_live{&m_pool};
    // The latest allocation at each address of the events so far.
    std::pmr::unordered_map<std::uint64_t, std::uint32_t, IdHash> m_latest{&m_pool};
    std::vector<Allocation> m_before;
    Column<Allocation> m_within;
};

// The allocations of a GPU, by begin. Inconsistent events are counted in `issues`.
// O(events log live allocations).
Column<Allocation> allocationsOf(const DeviceHistory& history, SnapshotIssues& issues) {
    return AllocationPass(history, issues).run();
}

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

    const std::map<std::uint64_t, SegmentSpan>& all() const { return m_ranges; }

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

// The memory that the allocator held, by begin: the segments at the end, followed back through the
// events and then forward. A part that is unmapped ends the span, and what remains begins a new
// one. O(segment events log segments).
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

// Sums of what begins and ends at each moment.
Column<std::int64_t> allocatedOf(const Column<Allocation>& allocations, std::size_t moments) {
    Column<std::int64_t> bytes;
    bytes.resize(moments);
    std::fill(bytes.begin(), bytes.end(), 0);
    for (const Allocation& allocation : allocations) {
        if (allocation.begin < allocation.end && allocation.begin < moments) {
            bytes[allocation.begin] += allocation.size;
            if (allocation.end < moments) {
                bytes[allocation.end] -= allocation.size;
            }
        }
    }
    for (std::size_t at = 1; at < moments; ++at) {
        bytes[at] += bytes[at - 1];
    }
    return bytes;
}

std::vector<ReservedStep> reservedOf(const std::vector<SegmentSpan>& segments) {
    std::vector<ReservedStep> changes{{0, 0}};
    for (const SegmentSpan& span : segments) {
        changes.push_back({span.begin, span.size});
        if (span.end != kNoMoment) {
            changes.push_back({span.end, -span.size});
        }
    }
    std::ranges::stable_sort(changes, {}, &ReservedStep::begin);
    std::vector<ReservedStep> steps;
    std::int64_t bytes = 0;
    for (const ReservedStep& change : changes) {
        bytes += change.bytes;
        if (!steps.empty() && steps.back().begin == change.begin) {
            steps.back().bytes = bytes;
        } else {
            steps.push_back({change.begin, bytes});
        }
    }
    return steps;
}

MemoryModel modelOf(DeviceHistory history, SnapshotIssues& issues) {
    MemoryModel model;
    model.device = history.device;
    SnapshotIssues ofSegments;
    parallelInvoke([&] { model.segments = segmentSpans(history, ofSegments); },
                   [&] { model.allocations = allocationsOf(history, issues); });
    issues.merge(ofSegments);
    model.events = std::move(history.events);
    model.finalSegments = std::move(history.segments);
    model.allocated = allocatedOf(model.allocations, model.events.size() + 1);
    model.reserved = reservedOf(model.segments);
    return model;
}

}  // namespace

std::int64_t MemoryModel::reservedAt(Moment moment) const {
    const auto after = std::ranges::upper_bound(reserved, moment, {}, &ReservedStep::begin);
    return after == reserved.begin() ? 0 : std::prev(after)->bytes;
}

std::int64_t MemoryModel::timeUs(Moment moment) const {
    if (events.empty()) {
        return 0;
    }
    return moment == 0 ? events.front().timeUs
                       : events[std::min<std::size_t>(moment, events.size()) - 1].timeUs;
}

Moment MemoryModel::momentAt(std::int64_t timeUs) const {
    const auto after = std::ranges::upper_bound(events, timeUs, {}, &AllocatorEvent::timeUs);
    return static_cast<Moment>(after - events.begin());
}

Moment MemoryModel::peak() const {
    return static_cast<Moment>(std::ranges::max_element(allocated) - allocated.begin());
}

Moment MemoryModel::reservedPeak() const {
    const auto most = std::ranges::max_element(reserved, {}, &ReservedStep::bytes);
    return most == reserved.end() ? 0 : most->begin;
}

MemorySnapshot buildMemorySnapshot(AllocatorHistory history, std::string path) {
    MemorySnapshot snapshot;
    snapshot.path = std::move(path);
    snapshot.issues = history.issues;
    for (DeviceHistory& device : history.devices) {
        snapshot.devices.push_back(modelOf(std::move(device), snapshot.issues));
    }
    snapshot.streams = std::move(history.streams);
    snapshot.annotations = std::move(history.annotations);
    snapshot.stacks = std::move(history.stacks);
    snapshot.hasTimes = history.hasTimes;
    return snapshot;
}

namespace {

// Moments of a part of the history, counted from its begin.
struct MomentCut {
    Moment begin = 0;
    Moment end = 0;

    Moment beginOf(Moment moment) const { return moment <= begin ? 0 : moment - begin; }
    Moment endOf(Moment moment) const { return moment > end ? kNoMoment : beginOf(moment); }
};

MemoryModel partOf(const MemoryModel& whole, MomentCut cut) {
    MemoryModel part;
    part.device = whole.device;
    part.events.assign(whole.events.begin() + cut.begin, whole.events.begin() + cut.end);
    part.allocated.assign(whole.allocated.begin() + cut.begin,
                          whole.allocated.begin() + cut.end + 1);
    for (Allocation one : whole.allocations) {
        if (one.begin <= cut.end && one.completed > cut.begin) {
            one.begin = cut.beginOf(one.begin);
            one.end = cut.endOf(one.end);
            one.completed = cut.endOf(one.completed);
            part.allocations.push_back(one);
        }
    }
    for (SegmentSpan span : whole.segments) {
        if (span.begin <= cut.end && span.end > cut.begin) {
            span.begin = cut.beginOf(span.begin);
            span.end = cut.endOf(span.end);
            part.segments.push_back(span);
        }
    }
    part.reserved = reservedOf(part.segments);
    if (cut.end == whole.lastMoment()) {
        part.finalSegments = whole.finalSegments;
    }
    return part;
}

}  // namespace

void cutSnapshot(MemorySnapshot& snapshot, std::int64_t beginUs, std::int64_t endUs) {
    for (MemoryModel& model : snapshot.devices) {
        const Moment begin = model.momentAt(beginUs - 1);  // before what happens then
        model = partOf(model, {begin, std::max(begin, model.momentAt(endUs))});
    }
    std::erase_if(snapshot.annotations, [&](const SnapshotAnnotation& one) {
        return one.endUs <= beginUs || one.beginUs >= endUs;
    });
}

}  // namespace gaplight
