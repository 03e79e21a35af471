// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Valid traces of programs that no one would write, through everything behind the reader.

#include <cstdint>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/exercise/exercise_session.h"
#include "tests/support/formats/documents_format.h"
#include "tests/support/strange/byte_choices.h"
#include "tests/support/strange/seeds.h"
#include "tests/support/strange/strange_files.h"
#include "tests/support/strange/strange_trace.h"

namespace gaplight::test {
namespace {

constexpr std::uint64_t kSeedsOfATest = 50;

// A file with the trace of a seed, to look at and to make smaller.
std::string written(std::uint64_t seed, const std::string& json) {
    const std::string path = ::testing::TempDir() + "strange_" + std::to_string(seed) + ".txt";
    std::ofstream(path, std::ios::binary) << json;
    return path;
}

void expectAllInvariants(std::uint64_t seed) {
    const std::vector<std::uint8_t> bytes = bytesOfSeed(seed);
    Problems problems;
    exerciseSession(strangeRuns(bytes), bytesOfSeed(~seed), true, problems);
    EXPECT_TRUE(problems.isEmpty())
        << "seed " << seed << ", written to " << written(seed, strangeFile(bytes)) << '\n'
        << problems.text();
}

class StrangeTraces : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(StrangeTraces, MeetAllInvariants) {
    const Seeds seeds = seedsOf(GetParam(), kSeedsOfATest);
    for (std::uint64_t seed = seeds.first; seed < seeds.last; ++seed) {
        expectAllInvariants(seed);
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, StrangeTraces,
                         ::testing::Range(std::uint64_t{0}, std::uint64_t{10}));

TEST(StrangeTrace, OfASeedThatFailedOnceMeetsAllInvariants) {
    expectAllInvariants(22'164);  // waits of ranks that overflow when they are summed
    expectAllInvariants(23'552);  // launches inside a launch, in parts of which host time is scaled
    expectAllInvariants(37'757);  // an interval of launch-bound of one call that takes no time
    expectAllInvariants(55'785);  // steps of a replay that ends behind the last time of a trace
    expectAllInvariants(96'368);  // counters alone, years apart
    expectAllInvariants(99'144);  // a cut that begins where a kernel ends
    expectAllInvariants(112'503);  // launches without a graph that take no time
}

TEST(StrangeTrace, HasSeveralSourcesInOneOfEightFiles) {
    std::size_t several = 0;
    for (std::uint64_t seed = 0; seed < 800; ++seed) {
        const std::vector<std::uint8_t> bytes = bytesOfSeed(seed);
        several += strangeFile(bytes) != strangeTrace(bytes) ? 1 : 0;
    }
    EXPECT_GE(several, 60);
    EXPECT_LE(several, 140);
}

TEST(StrangeTrace, RanksOfAJobDifferByMoreThanTheirNumber) {
    std::set<std::size_t> sizes;
    std::size_t changed = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const std::vector<std::string> ranks = strangeRanks(bytesOfSeed(seed));
        sizes.insert(ranks.size());
        for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
            const auto session = openText(ranks[rank]);
            ASSERT_TRUE(session) << seed;
            EXPECT_EQ((*session)->trace->facts().rank, static_cast<int>(rank));
            EXPECT_EQ((*session)->trace->facts().worldSize, static_cast<int>(ranks.size()));
        }
        const JobRank last{static_cast<std::uint32_t>(ranks.size() - 1),
                           static_cast<std::uint32_t>(ranks.size())};
        changed += strangeRank(bytesOfSeed(seed), last) != ranks.back() ? 1 : 0;
    }
    EXPECT_GE(changed, 15U);  // others are of few bytes
    EXPECT_EQ(sizes, (std::set<std::size_t>{2, 3, 4}));
}

TEST(StrangeTrace, IsTheSameForASeed) {
    EXPECT_EQ(strangeTrace(bytesOfSeed(7)), strangeTrace(bytesOfSeed(7)));
    EXPECT_NE(strangeTrace(bytesOfSeed(7)), strangeTrace(bytesOfSeed(8)));
}

}  // namespace
}  // namespace gaplight::test
