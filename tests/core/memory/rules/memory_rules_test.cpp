// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/rules/memory_rules.h"

#include <array>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace gaplight::test {
namespace {

constexpr std::int64_t kMegabyte = 1'000'000;

// The history of one GPU, in the order of the calls. An allocation is known by its address.
class MadeHistory {
public:
    MadeHistory() {
        m_history.devices.emplace_back();
        m_history.streams = {0};
    }

    std::uint64_t alloc(std::int64_t timeUs, std::int64_t size, std::int32_t line) {
        const std::array frames{m_history.stacks.internFrame("train.py", "step", line)};
        m_stack = m_history.stacks.internStack(frames);
        m_next += 1'000 * kMegabyte;
        m_sizes[m_next] = size;
        add(AllocatorAction::Alloc, timeUs, m_next);
        return m_next;
    }
    void free(std::int64_t timeUs, std::uint64_t address) {
        m_stack = {};
        add(AllocatorAction::FreeRequested, timeUs, address);
        add(AllocatorAction::FreeCompleted, timeUs, address);
    }

    [[nodiscard]] MemorySnapshot snapshot() && { return buildMemorySnapshot(std::move(m_history)); }

private:
    void add(AllocatorAction action, std::int64_t timeUs, std::uint64_t address) {
        m_history.devices.front().events.push_back(
            {timeUs, address, m_sizes.at(address), m_stack, 0, action});
    }

    AllocatorHistory m_history;
    std::map<std::uint64_t, std::int64_t> m_sizes;
    StackId m_stack;
    std::uint64_t m_next = 0;
};

std::vector<MemoryFinding> findingsOf(std::string_view rule, const MemorySnapshot& snapshot,
                                      std::vector<SnapshotRange> steps) {
    std::vector<MemoryFinding> findings = assessMemory(snapshot, {}, std::move(steps)).findings;
    std::erase_if(findings, [&](const MemoryFinding& finding) { return finding.rule != rule; });
    return findings;
}

// Temporaries of 120 MB beside 100 MB, in steps of 0.9 ms.
std::vector<MemoryFinding> temporariesInShortSteps(std::int64_t lifetimeUs) {
    constexpr std::int64_t kStepUs = 900;
    MadeHistory history;
    std::vector<SnapshotRange> steps;
    history.alloc(999, 100 * kMegabyte, 1);
    for (std::int64_t begin = 1'000; begin < 1'000 + 4 * kStepUs; begin += kStepUs) {
        steps.push_back({"step", begin, begin + kStepUs});
        const std::uint64_t small = history.alloc(begin, 512, 2);
        const std::uint64_t temporary = history.alloc(begin + 100, 120 * kMegabyte, 3);
        history.free(begin + 100 + lifetimeUs, temporary);
        history.free(begin + kStepUs - 1, small);
    }
    return findingsOf("peak-temporaries", std::move(history).snapshot(), std::move(steps));
}

TEST(PeakTemporaries, AreFoundInStepsBelowAMillisecond) {
    const auto found = temporariesInShortSteps(150);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found.front().bytes, 120 * kMegabyte);
    EXPECT_TRUE(temporariesInShortSteps(200).empty()) << "over 20 % of a step";
}

TEST(PeakTemporaries, AreFoundInAHistoryBelowAMillisecond) {
    const auto foundOf = [](std::int64_t lifetimeUs) {
        MadeHistory history;
        history.alloc(1'000, 100 * kMegabyte, 1);
        history.free(1'400 + lifetimeUs, history.alloc(1'400, 120 * kMegabyte, 3));
        history.alloc(1'900, 512, 2);
        return findingsOf("peak-temporaries", std::move(history).snapshot(), {});
    };
    EXPECT_EQ(foundOf(9).size(), 1U);
    EXPECT_TRUE(foundOf(10).empty()) << "over 1 % of the history";
}

// A first step that holds `count` blocks of one line at once, then three that take one in turn.
std::vector<MemoryFinding> retakenAfter(int count, std::int64_t size) {
    constexpr std::int32_t kLine = 7;
    MadeHistory history;
    std::vector<SnapshotRange> steps;
    history.alloc(1, 1, 1);
    std::vector<std::uint64_t> held;
    for (int step = 0; step < 4; ++step) {
        const std::int64_t begin = 1'000 * (step + 1);
        steps.push_back({"step", begin, begin + 999});
        while (held.size() > 1) {
            history.free(begin, held.front());
            held.erase(held.begin());
        }
        for (int at = 0; at < (step == 0 ? count : 1); ++at) {
            held.push_back(history.alloc(begin + 1, size, kLine));
        }
        if (step > 0) {
            history.free(begin + 2, held.front());
            held.erase(held.begin());
        }
    }
    return findingsOf("double-buffered-output", std::move(history).snapshot(), std::move(steps));
}

// The peaks are below 1,000 bytes.
TEST(RetakenMemory, IsJudgedByItsExactShareOfThePeak) {
    EXPECT_EQ(retakenAfter(16, 60).size(), 1U);
    EXPECT_TRUE(retakenAfter(32, 30).empty()) << "a block is below 5 % of the peak";
}

}  // namespace
}  // namespace gaplight::test
