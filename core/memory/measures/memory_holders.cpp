// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/measures/memory_holders.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "core/analysis/torch/place.h"
#include "core/base/statistics.h"

namespace gaplight {

OwnFrames::OwnFrames(const CallStacks& stacks) : m_stacks(stacks) {
    std::unordered_map<FrameId, FrameRank> ranks;
    m_ownOfStack.resize(stacks.size());
    for (std::size_t at = 0; at < stacks.size(); ++at) {
        std::optional<FrameRank> best;
        for (const FrameId frame : stacks.frames(StackId(at))) {
            const auto [rank, isNew] = ranks.try_emplace(frame, FrameRank::Machinery);
            if (isNew) {
                rank->second = frameRank(stacks.frameText(frame));
            }
            if (!best || rank->second > *best) {
                best = rank->second;
                m_ownOfStack[at] = frame;
            }
            if (best == FrameRank::User) {
                break;
            }
        }
    }
}

std::string OwnFrames::text(FrameId frame) const {
    return frame.isValid() ? std::string(shortFrame(m_stacks.frameText(frame)))
                           : std::string("no call stack");
}

std::string OwnFrames::label(FrameId frame) const {
    const std::string whole = text(frame);
    const std::size_t slash = whole.rfind('/', whole.find('('));
    return slash == std::string::npos ? whole : whole.substr(slash + 1);
}

std::vector<MemoryHolder> holdersAt(const MemoryModel& model, const OwnFrames& frames,
                                    Moment moment) {
    std::unordered_map<FrameId, std::size_t> places;
    std::vector<MemoryHolder> holders;
    for (std::size_t at = 0; at < model.allocations.size(); ++at) {
        const Allocation& one = model.allocations[at];
        if (one.begin > moment) {
            break;
        }
        if (!one.isHeldAt(moment)) {
            continue;
        }
        const FrameId frame = frames.of(one.stack);
        const auto [place, isNew] = places.try_emplace(frame, holders.size());
        if (isNew) {
            holders.push_back({frame});
        }
        MemoryHolder& holder = holders[place->second];
        holder.bytes += one.size;
        ++holder.count;
        holder.fromBefore += one.begin == 0 ? 1 : 0;
        if (holder.count == 1 || one.size > holder.largest) {
            holder.largest = one.size;
            holder.example = static_cast<std::uint32_t>(at);
        }
    }
    std::ranges::stable_sort(holders, std::ranges::greater{}, &MemoryHolder::bytes);
    return holders;
}

std::int64_t peakWithout(const MemoryModel& model,
                         const std::function<bool(const Allocation&)>& isLeftOut) {
    // Changes of what is left out, in order; a handful of allocations as a rule.
    std::vector<std::pair<Moment, std::int64_t>> changes;
    for (const Allocation& one : model.allocations) {
        if (one.begin < one.end && isLeftOut(one)) {
            changes.emplace_back(one.begin, one.size);
            if (one.end <= model.lastMoment()) {
                changes.emplace_back(one.end, -one.size);
            }
        }
    }
    std::ranges::sort(changes);
    std::int64_t peak = 0;
    std::int64_t leftOut = 0;
    auto next = changes.begin();
    for (std::size_t at = 0; at < model.allocated.size(); ++at) {
        while (next != changes.end() && next->first == at) {
            leftOut += next->second;
            ++next;
        }
        peak = std::max(peak, model.allocated[at] - leftOut);
    }
    return peak;
}

std::vector<PoolTotals> poolsAt(const MemoryModel& model, Moment moment) {
    std::vector<const SegmentSpan*> held;
    std::map<std::pair<StreamIndex, bool>, PoolTotals> pools;
    for (const SegmentSpan& span : model.segments) {
        if (span.isHeldAt(moment)) {
            held.push_back(&span);
            PoolTotals& pool = pools[{span.stream, span.isSmallPool}];
            pool.reserved += span.size;
            ++pool.segments;
        }
    }
    std::ranges::sort(held, {}, [](const SegmentSpan* span) { return span->address; });
    for (const Allocation& one : model.allocations) {
        if (!one.isHeldAt(moment)) {
            continue;
        }
        const auto after = std::ranges::upper_bound(
            held, one.address, {}, [](const SegmentSpan* span) { return span->address; });
        const SegmentSpan* span = after == held.begin() ? nullptr : *std::prev(after);
        pools[{span == nullptr ? one.stream : span->stream, span != nullptr && span->isSmallPool}]
            .allocated += one.size;
    }
    std::vector<PoolTotals> totals;
    for (auto& [key, pool] : pools) {
        std::tie(pool.stream, pool.isSmallPool) = key;
        totals.push_back(pool);
    }
    std::ranges::stable_sort(totals, std::ranges::greater{}, &PoolTotals::reserved);
    return totals;
}

std::int64_t blockBytesAtEnd(const MemoryModel& model) {
    std::int64_t bytes = 0;
    for (const AllocatorSegment& segment : model.finalSegments) {
        for (const AllocatorBlock& block : segment.blocks) {
            bytes += block.state == BlockState::Allocated ? block.size : 0;
        }
    }
    return bytes;
}

std::vector<FrameLifetime> lifetimesByFrame(const MemoryModel& model, const OwnFrames& frames) {
    struct Group {
        FrameLifetime total;
        std::vector<std::int64_t> lifetimes;
    };
    std::unordered_map<FrameId, std::size_t> places;
    std::vector<Group> groups;
    for (const Allocation& one : model.allocations) {
        if (one.begin == 0) {
            continue;
        }
        const FrameId frame = frames.of(one.stack);
        const auto [place, isNew] = places.try_emplace(frame, groups.size());
        if (isNew) {
            groups.push_back({{frame}, {}});
        }
        Group& group = groups[place->second];
        ++group.total.count;
        group.total.bytes += one.size;
        if (one.end <= model.lastMoment()) {
            group.lifetimes.push_back(model.timeUs(one.end) - model.timeUs(one.begin));
        }
    }
    std::vector<FrameLifetime> totals;
    for (Group& group : groups) {
        group.total.freed = group.lifetimes.size();
        group.total.medianLifetimeUs = group.lifetimes.empty() ? 0 : lowerMedian(group.lifetimes);
        totals.push_back(group.total);
    }
    std::ranges::stable_sort(totals, std::ranges::greater{}, &FrameLifetime::bytes);
    return totals;
}

}  // namespace gaplight
