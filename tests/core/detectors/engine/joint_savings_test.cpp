// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/engine/joint_savings.h"

#include <atomic>
#include <cstdint>
#include <vector>

#include <gmock/gmock.h>
#include <tbb/task_arena.h>

namespace gaplight::test {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;

// A finding whose edits name these slices.
Finding findingWith(const std::vector<std::uint32_t>& slices) {
    Finding finding;
    for (const std::uint32_t slice : slices) {
        ReplayEdit edit;
        edit.slice = SliceId(slice);
        finding.edits.push_back(edit);
    }
    finding.cost.saving = milliseconds(static_cast<std::int64_t>(slices.size()));
    return finding;
}

// Each edit saves a power of ten of its slice, so that the sum shows which edits were there.
Duration sumOf(std::span<const ReplayEdit> edits) {
    Duration sum{};
    for (const ReplayEdit& edit : edits) {
        Duration one = milliseconds(1);
        for (std::size_t i = 0; i < edit.slice.index(); ++i) {
            one *= 10;
        }
        sum += one;
    }
    return sum;
}

// Savings of findings 0, 1, 2, 3 taken in the order 2, 0, 3, 1; `leftOut` is left out.
std::vector<std::int64_t> jointSavings(int threads, std::size_t leftOut) {
    const std::vector<Finding> findings{findingWith({1}), findingWith({2, 3}), findingWith({0}),
                                        findingWith({4})};
    const std::vector<std::size_t> order{2, 0, 3, 1};
    std::vector<std::int64_t> savings;
    tbb::task_arena(threads).execute([&] {
        JointSavings joint(findings, order, sumOf);
        for (const std::size_t at : order) {
            savings.push_back(joint.next() / milliseconds(1));
            if (at == leftOut) {
                joint.leaveOut();
            }
        }
    });
    return savings;
}

constexpr std::size_t kNone = 9;

TEST(JointSavings, AddTheFindingsOfTheOrderOneByOne) {
    for (const int threads : {1, 2, 3, 8}) {
        EXPECT_THAT(jointSavings(threads, kNone), ElementsAre(1, 11, 10'011, 11'111)) << threads;
    }
}

TEST(JointSavings, WithoutAFindingThatIsLeftOut) {
    for (const int threads : {1, 2, 3, 8}) {
        EXPECT_THAT(jointSavings(threads, 0), ElementsAre(1, 11, 10'001, 11'101)) << threads;
        EXPECT_THAT(jointSavings(threads, 3), ElementsAre(1, 11, 10'011, 1'111)) << threads;
        EXPECT_THAT(jointSavings(threads, 1), ElementsAre(1, 11, 10'011, 11'111)) << threads;
    }
}

TEST(JointSavings, ReplayTheFirstFindingNotAgain) {
    const std::vector<Finding> findings{findingWith({0}), findingWith({1})};
    const std::vector<std::size_t> order{0, 1};
    std::atomic<int> replays = 0;
    JointSavings joint(findings, order, [&](std::span<const ReplayEdit> edits) {
        ++replays;
        return sumOf(edits);
    });
    EXPECT_EQ(joint.next(), milliseconds(1));
    EXPECT_EQ(joint.next(), milliseconds(11));
    EXPECT_EQ(replays, 1);
}

// The savings of two findings of 10 ms each, in microseconds, on top of 100 ms, where everything
// saves `together`; and how many replays that took.
std::vector<std::int64_t> smallSavings(Duration together, int& replays) {
    std::vector<Finding> findings{findingWith({1}), findingWith({2})};
    findings[0].cost.saving = findings[1].cost.saving = milliseconds(10);
    std::atomic<int> calls = 0;
    const auto savingOf = [&](std::span<const ReplayEdit> edits) {
        ++calls;
        return edits.size() == 3 ? together : milliseconds(110);
    };
    const std::vector<std::size_t> order{1, 0};
    const Duration sum =
        priceSmall(savingOf, order, findingWith({0}).edits, milliseconds(100), findings);
    replays = calls;
    return {findings[0].cost.saving->count() / 1'000, findings[1].cost.saving->count() / 1'000,
            sum.count() / 1'000};
}

TEST(PriceSmall, KeepsSavingsThatSumToWhatEverythingSaves) {
    int replays = 0;
    EXPECT_THAT(smallSavings(milliseconds(120), replays), ElementsAre(10'000, 10'000, 120'000));
    EXPECT_EQ(replays, 1);
    EXPECT_THAT(smallSavings(milliseconds(119), replays), ElementsAre(10'000, 10'000, 119'000));
    EXPECT_THAT(smallSavings(milliseconds(121), replays), ElementsAre(10'000, 10'000, 120'000));
}

TEST(PriceSmall, GivesWhatEachAddsToThoseBefore) {
    int replays = 0;
    EXPECT_THAT(smallSavings(milliseconds(113), replays), ElementsAre(3'000, 10'000, 113'000));
    EXPECT_EQ(replays, 3);
    EXPECT_THAT(smallSavings(milliseconds(110), replays), ElementsAre(0, 10'000, 110'000));
    EXPECT_THAT(smallSavings(milliseconds(150), replays), ElementsAre(40'000, 10'000, 150'000))
        << "what the other finding hid";
}

}  // namespace
}  // namespace gaplight::test
