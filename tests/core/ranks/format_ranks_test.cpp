// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Recorded sets in other formats give the joint analysis of their JSON. Exports of Nsight Systems:
// with the calls that NCCL records, all of it; with kernels alone, the same collectives where all
// ranks call for all of them. Perfetto traces: perfetto_ranks_test.cpp.
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "core/io/output_writer.h"
#include "core/ranks/rank_files.h"
#include "core/ranks/rank_set.h"
#include "tests/core/formats/sql_case.h"
#include "tests/support/checks/golden.h"
#include "tests/support/formats/nsight_writer.h"
#include "tests/support/formats/xplane_pair.h"

namespace gaplight::test {
namespace {

class FormatRanks : public ::testing::TestWithParam<std::string> {
protected:
    void SetUp() override {
        ASSERT_NE(::mkdtemp(m_folder.data()), nullptr);
        json =
            openRankSet(traceFilesIn(std::vector{dataFile("ranks/" + GetParam())}).value()).value();
    }
    void TearDown() override { std::filesystem::remove_all(m_folder); }

    // The set as exports with names that say nothing of ranks, the last rank first.
    std::shared_ptr<const RankSet> exported(const NsightContent& content) {
        int file = 0;
        for (auto rank = json->ranks.rbegin(); rank != json->ranks.rend(); ++rank) {
            const std::string path = m_folder + "/report" + std::to_string(file++) + ".sqlite";
            const std::string bytes = databaseBytes(nsightSqlOf(*rank->session->trace, content));
            EXPECT_TRUE(writeOutputFile(path, bytes));
        }
        auto opened = openRankSet(traceFilesIn(std::vector{m_folder}).value());
        EXPECT_TRUE(opened) << opened.error().message;
        return opened ? *opened : nullptr;
    }

    enum class Annotations : std::uint8_t { Recorded, Missing };
    void expectTheSameCollectives(const RankSetAnalysis& ours,
                                  Annotations annotations = Annotations::Recorded) const {
        const RankSetAnalysis& theirs = json->analysis;
        EXPECT_EQ(ours.problems.size(), theirs.problems.size());
        ASSERT_EQ(ours.collectives.size(), theirs.collectives.size());
        for (std::size_t at = 0; at < theirs.collectives.size(); ++at) {
            const JointCollective& a = ours.collectives[at];
            const JointCollective& b = theirs.collectives[at];
            EXPECT_EQ(a.ordinal, b.ordinal);
            EXPECT_EQ(a.isSendReceive, b.isSendReceive);
            EXPECT_EQ(a.last, b.last);
            EXPECT_EQ(a.lead, b.lead);
            EXPECT_EQ(a.isLate, b.isLate);
            if (a.isLate && b.isLate) {
                EXPECT_EQ(a.cause.kind, b.cause.kind);
                EXPECT_EQ(a.cause.in,
                          annotations == Annotations::Recorded ? b.cause.in : std::string_view());
            }
            ASSERT_EQ(a.parts.size(), b.parts.size());
            for (std::size_t part = 0; part < a.parts.size(); ++part) {
                EXPECT_EQ(a.parts[part].rank, b.parts[part].rank);
                EXPECT_EQ(a.parts[part].wait, b.parts[part].wait);
                EXPECT_EQ(a.parts[part].exposedWait, b.parts[part].exposedWait);
            }
        }
        ASSERT_EQ(ours.straggler.has_value(), theirs.straggler.has_value());
        if (theirs.straggler) {
            EXPECT_EQ(ours.straggler->rank, theirs.straggler->rank);
            EXPECT_EQ(ours.straggler->othersWaited, theirs.straggler->othersWaited);
        }
    }

    const std::string& folder() const { return m_folder; }

    std::shared_ptr<const RankSet> json;

private:
    std::string m_folder = ::testing::TempDir() + "/gaplight_formats_XXXXXX";
};

TEST_P(FormatRanks, CallsOfNcclMatchAsThoseOfPyTorchDo) {
    const auto nsight = exported({.nccl = true, .environment = false});
    ASSERT_NE(nsight, nullptr);
    EXPECT_EQ(nsight->numbering, RankNumbering::Recorded);  // by the communicators being made
    EXPECT_EQ(nsight->worldSize, json->worldSize);
    const RankSetAnalysis& ours = nsight->analysis;
    const RankSetAnalysis& theirs = json->analysis;
    EXPECT_EQ(ours.unmatched, theirs.unmatched);
    ASSERT_EQ(ours.communicators.size(), theirs.communicators.size());
    for (std::size_t at = 0; at < theirs.communicators.size(); ++at) {
        EXPECT_EQ(ours.communicators[at].ranks, theirs.communicators[at].ranks);
        EXPECT_EQ(ours.communicators[at].calls, theirs.communicators[at].calls);
    }
    expectTheSameCollectives(ours);
    for (std::size_t at = 0; at < theirs.collectives.size(); ++at) {
        EXPECT_EQ(ours.collectives[at].operation, theirs.collectives[at].operation);
        EXPECT_EQ(messageBytes(ours, ours.collectives[at]),
                  messageBytes(theirs, theirs.collectives[at]));
    }
}

TEST_P(FormatRanks, KernelsMatchWhereAllRanksCallForAll) {
    const auto nsight = exported({.nccl = false, .environment = true});
    ASSERT_NE(nsight, nullptr);
    EXPECT_EQ(nsight->numbering, RankNumbering::Recorded);  // by the environment
    EXPECT_EQ(nsight->worldSize, json->worldSize);
    if (GetParam() == "pp_gpipe4_stage2_heavy") {
        // Kernels of sends do not say which rank they send to.
        EXPECT_EQ(nsight->analysis.collectives.size(), 0U);
        EXPECT_GT(nsight->analysis.unmatched, 0U);
        EXPECT_EQ(nsight->analysis.problems.size(), 0U);
        EXPECT_FALSE(nsight->analysis.straggler);
        return;
    }
    expectTheSameCollectives(nsight->analysis);
}

// An XSpace has the calls of PyTorch without their args, so neither group nor size; annotations are
// operators in it.
TEST_P(FormatRanks, XSpacesMatchWithoutGroupsToo) {
    for (const RankSession& rank : json->ranks) {
        const std::string path = folder() + "/rank" + std::to_string(rank.rank) + ".xplane.pb";
        ASSERT_TRUE(writeOutputFile(path, xplanePairOf(*rank.session->trace).xspace));
    }
    const auto opened = openRankSet(traceFilesIn(std::vector{folder()}).value());
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_EQ((*opened)->numbering, RankNumbering::FileNames);
    if (GetParam() != "pp_gpipe4_stage2_heavy") {
        expectTheSameCollectives((*opened)->analysis, Annotations::Missing);
    }
}

INSTANTIATE_TEST_SUITE_P(Sets, FormatRanks,
                         ::testing::Values("ddp_even", "ddp_slow_host_rank2", "fsdp",
                                           "moe_skew_rank1", "pp_gpipe4_stage2_heavy",
                                           "tp_decode"));

}  // namespace
}  // namespace gaplight::test
