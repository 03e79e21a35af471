// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/measures/fragmentation.h"

#include <algorithm>

namespace gaplight {
namespace {

constexpr std::size_t kMaxExamined = 256;
constexpr std::uint64_t kRounding = 512;  // the allocator's blocks are multiples of this

std::uint64_t endOf(const Allocation& one) {
    const auto size = static_cast<std::uint64_t>(one.size);
    return one.address + (size + kRounding - 1) / kRounding * kRounding;
}

// Allocations in use at a moment, by address.
std::vector<const Allocation*> activeAt(const MemoryModel& model, Moment moment) {
    std::vector<const Allocation*> active;
    for (const Allocation& one : model.allocations) {
        if (one.begin > moment) {
            break;
        }
        if (one.isActiveAt(moment)) {
            active.push_back(&one);
        }
    }
    std::ranges::sort(active, {}, [](const Allocation* one) { return one->address; });
    return active;
}

}  // namespace

std::vector<MemoryHole> holesAt(const MemoryModel& model, Moment moment) {
    const std::vector<const Allocation*> active = activeAt(model, moment);
    std::vector<std::uint32_t> order;
    for (std::size_t at = 0; at < model.segments.size(); ++at) {
        if (model.segments[at].isHeldAt(moment)) {
            order.push_back(static_cast<std::uint32_t>(at));
        }
    }
    std::ranges::sort(order, {}, [&](std::uint32_t at) { return model.segments[at].address; });
    std::vector<MemoryHole> holes;
    auto next = active.begin();
    for (const std::uint32_t at : order) {
        const SegmentSpan& segment = model.segments[at];
        const std::uint64_t end = segment.address + static_cast<std::uint64_t>(segment.size);
        std::uint64_t from = segment.address;
        const auto addHole = [&](std::uint64_t to) {
            if (to > from) {
                holes.push_back({from, static_cast<std::int64_t>(to - from), at});
            }
        };
        while (next != active.end() && (*next)->address < end) {
            addHole(std::min((*next)->address, end));
            from = std::max(from, endOf(**next));
            ++next;
        }
        addHole(end);
    }
    return holes;
}

Fragmentation fragmentationAt(const MemoryModel& model, Moment moment) {
    Fragmentation result{moment, model.reservedAt(moment), model.allocated[moment]};
    for (const Allocation* one : activeAt(model, moment)) {
        result.active += one->size;
    }
    for (const MemoryHole& hole : holesAt(model, moment)) {
        result.largestHole = std::max(result.largestHole, hole.size);
        ++result.holes;
    }
    return result;
}

std::vector<ForcedSegment> forcedSegments(const MemoryModel& model) {
    std::vector<ForcedSegment> forced;
    std::size_t examined = 0;
    for (std::size_t at = model.events.size(); at-- > 0 && examined < kMaxExamined;) {
        const AllocatorEvent& event = model.events[at];
        if (event.action != AllocatorAction::SegmentAlloc) {
            continue;
        }
        ++examined;
        const auto moment = static_cast<Moment>(at);
        const auto taken = std::ranges::find_if(
            model.segments, [&](const SegmentSpan& span) { return span.begin == moment + 1; });
        const bool isSmall = taken != model.segments.end() && taken->isSmallPool;
        ForcedSegment one{static_cast<std::uint32_t>(at), event.size};
        for (const MemoryHole& hole : holesAt(model, moment)) {
            const SegmentSpan& segment = model.segments[hole.segment];
            if (segment.stream == event.stream && segment.isSmallPool == isSmall) {
                one.unused += hole.size;
                one.largestHole = std::max(one.largestHole, hole.size);
            }
        }
        // A new segment may be larger than what was requested; the allocation follows it.
        const bool hasNext =
            at + 1 < model.events.size() && model.events[at + 1].action == AllocatorAction::Alloc;
        const std::int64_t requested = hasNext ? model.events[at + 1].size : event.size;
        if (one.unused >= requested && one.largestHole < requested) {
            forced.push_back(one);
        }
    }
    std::ranges::reverse(forced);
    return forced;
}

}  // namespace gaplight
