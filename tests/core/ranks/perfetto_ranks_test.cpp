// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Recorded sets as Perfetto traces give the joint analysis of their JSON.
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/io/output_writer.h"
#include "core/ranks/rank_files.h"
#include "core/ranks/rank_set.h"
#include "tests/support/checks/golden.h"
#include "tests/support/formats/pftrace_writer.h"

namespace gaplight::test {
namespace {

class PerfettoRanks : public ::testing::TestWithParam<std::string> {
protected:
    void SetUp() override {
        ASSERT_NE(::mkdtemp(m_folder.data()), nullptr);
        json =
            openRankSet(traceFilesIn(std::vector{dataFile("ranks/" + GetParam())}).value()).value();
        for (const RankSession& rank : json->ranks) {
            const Session& session = *rank.session;
            ASSERT_TRUE(writeOutputFile(m_folder + "/rank" + std::to_string(rank.rank) + ".pftrace",
                                        pftraceOf(*session.trace, session.details.of(SourceId()))));
        }
        const auto opened = openRankSet(traceFilesIn(std::vector{m_folder}).value());
        ASSERT_TRUE(opened) << opened.error().message;
        perfetto = *opened;
    }
    void TearDown() override { std::filesystem::remove_all(m_folder); }

    std::shared_ptr<const RankSet> json;
    std::shared_ptr<const RankSet> perfetto;

private:
    std::string m_folder = ::testing::TempDir() + "/gaplight_ranks_XXXXXX";
};

TEST_P(PerfettoRanks, MatchTheSameCollectivesWithTheSameWaits) {
    const RankSetAnalysis& a = json->analysis;
    const RankSetAnalysis& b = perfetto->analysis;
    EXPECT_EQ(b.unmatched, a.unmatched);
    EXPECT_EQ(b.problems.size(), a.problems.size());
    ASSERT_EQ(b.communicators.size(), a.communicators.size());
    for (std::size_t at = 0; at < a.communicators.size(); ++at) {
        EXPECT_EQ(b.communicators[at].name, a.communicators[at].name);
        EXPECT_EQ(b.communicators[at].members, a.communicators[at].members);
    }
    ASSERT_EQ(b.collectives.size(), a.collectives.size());
    for (std::size_t at = 0; at < a.collectives.size(); ++at) {
        const JointCollective& ours = b.collectives[at];
        const JointCollective& theirs = a.collectives[at];
        EXPECT_EQ(ours.operation, theirs.operation);
        EXPECT_EQ(ours.type, theirs.type);
        EXPECT_EQ(ours.ordinal, theirs.ordinal);
        EXPECT_EQ(ours.isSendReceive, theirs.isSendReceive);
        EXPECT_EQ(messageBytes(b, ours), messageBytes(a, theirs));
        EXPECT_EQ(ours.last, theirs.last);
        EXPECT_EQ(ours.lead, theirs.lead);
        EXPECT_EQ(ours.isLate, theirs.isLate);
        ASSERT_EQ(ours.parts.size(), theirs.parts.size());
        for (std::size_t part = 0; part < ours.parts.size(); ++part) {
            EXPECT_EQ(ours.parts[part].wait, theirs.parts[part].wait);
            EXPECT_EQ(ours.parts[part].exposedWait, theirs.parts[part].exposedWait);
            EXPECT_EQ(ours.parts[part].bytes, theirs.parts[part].bytes);
        }
    }
    ASSERT_EQ(b.straggler.has_value(), a.straggler.has_value());
    if (a.straggler) {
        EXPECT_EQ(b.straggler->rank, a.straggler->rank);
        EXPECT_EQ(b.straggler->othersWaited, a.straggler->othersWaited);
    }
}

INSTANTIATE_TEST_SUITE_P(Sets, PerfettoRanks,
                         ::testing::Values("ddp_slow_host_rank2", "fsdp", "moe_skew_rank1",
                                           "pp_gpipe4_stage2_heavy", "tp_decode"));

}  // namespace
}  // namespace gaplight::test
