// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/allocation_pass.h"

#include <algorithm>
#include <map>
#include <memory_resource>
#include <unordered_map>
#include <vector>

#include "core/base/id_hash.h"

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

    // Ends every allocation that shares bytes with a new one. The first one behind it.
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

}  // namespace

Column<Allocation> allocationsOf(const DeviceHistory& history, SnapshotIssues& issues) {
    return AllocationPass(history, issues).run();
}

}  // namespace gaplight
