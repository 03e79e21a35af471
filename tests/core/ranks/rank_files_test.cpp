// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/ranks/rank_files.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/ranks/rank_set.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// A folder that is removed with the test.
class Folder {
public:
    Folder() {
        const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
        path = std::filesystem::path(::testing::TempDir()) / test->name();
        std::filesystem::remove_all(path);
        std::filesystem::create_directories(path);
    }
    ~Folder() { std::filesystem::remove_all(path); }
    std::string write(const std::string& name, const std::string& text) const {
        std::ofstream(path / name) << text;
        return (path / name).string();
    }
    std::filesystem::path path;
};

std::string traceOf(std::optional<int> rank) {
    TraceDsl t;
    t.op(t.thread("main"), {0, 10 * kUs}, "aten::add");
    if (rank) {
        t.fact("distributedInfo", R"({"rank": )" + std::to_string(*rank) + R"(, "world_size": 4})");
    }
    return t.json();
}

TEST(RankInName, IsTheNumberAfterTheLastRank) {
    EXPECT_EQ(rankInName("/a/rank3/ranks_slow_rank2_rank10.json.gz"), 10);
    EXPECT_EQ(rankInName("rank-7.json"), 7);
    EXPECT_EQ(rankInName("trace_rank_0.json"), 0);
    EXPECT_EQ(rankInName("ranks_all.json"), std::nullopt);
    EXPECT_EQ(rankInName("host-1234.pt.trace.json"), std::nullopt);
}

TEST(TraceFilesIn, ListsAFolderInNaturalOrder) {
    const Folder folder;
    folder.write("rank10.json", "");
    folder.write("rank2.json", "");
    folder.write("notes.txt", "");
    folder.write("rank11.nvprof", "");
    folder.write(".rank1.json", "");
    folder.write("rank2.json.gaplight.json", "");  // notes
    const std::vector<std::string> paths{folder.path.string()};
    EXPECT_THAT(traceFilesIn(paths).value(), ElementsAre((folder.path / "rank2.json").string(),
                                                         (folder.path / "rank10.json").string(),
                                                         (folder.path / "rank11.nvprof").string()));
}

TEST(TraceFilesIn, RefusesAFolderWithoutATrace) {
    const Folder folder;
    const std::vector<std::string> paths{folder.path.string()};
    EXPECT_EQ(traceFilesIn(paths).error().code, ErrorCode::NotATrace);
}

TEST(RankSetFiles, AreNumberedAsRecordedAndSorted) {
    const Folder folder;
    const std::vector<std::string> files{folder.write("rank0.json", traceOf(3)),
                                         folder.write("rank1.json", traceOf(1))};
    const auto set = openRankSet(files).value();
    EXPECT_EQ(set->numbering, RankNumbering::Recorded);
    EXPECT_THAT(set->analysis.ranks, ElementsAre(1, 3));
    EXPECT_EQ(set->worldSize, 4);
}

TEST(RankSetFiles, AreNumberedByNameWhereTwoRecordTheSameRank) {
    const Folder folder;
    const std::vector<std::string> files{folder.write("rank5.json", traceOf(0)),
                                         folder.write("rank4.json", traceOf(0))};
    const auto set = openRankSet(files).value();
    EXPECT_EQ(set->numbering, RankNumbering::FileNames);
    EXPECT_THAT(set->analysis.ranks, ElementsAre(4, 5));
}

TEST(RankSetFiles, OfSeveralRunsAreRefused) {
    const Folder folder;
    const std::vector<std::string> files{folder.write("a.json", traceOf(0)),
                                         folder.write("b.json", traceOf(0)),
                                         folder.write("c.json", traceOf({}))};
    const auto set = openRankSet(files);
    ASSERT_FALSE(set);
    EXPECT_EQ(set.error().code, ErrorCode::BadArgument);
    EXPECT_THAT(set.error().message, HasSubstr("several of the files are of rank 0"));
}

TEST(RankSetFiles, WithoutAnyRankOrCommonCommunicationAreRefused) {
    const Folder folder;
    const std::vector<std::string> files{folder.write("b.json", traceOf({})),
                                         folder.write("a.json", traceOf({}))};
    const auto set = openRankSet(files);
    ASSERT_FALSE(set);
    EXPECT_EQ(set.error().code, ErrorCode::BadArgument);
    EXPECT_THAT(set.error().message, HasSubstr("not ranks of one run"));
}

TEST(RankSetFiles, AreNumberedByOrderWithoutAnyRank) {
    const Folder folder;
    const auto set = rankSetOf({openSession(folder.write("b.json", traceOf({}))).value(),
                                openSession(folder.write("a.json", traceOf({}))).value()});
    EXPECT_EQ(set->numbering, RankNumbering::Order);
    EXPECT_THAT(set->ranks.front().session->trace->facts().path, HasSubstr("b.json"));
}

TEST(RankSetFiles, AreReadByTheOpenerThatIsGiven) {
    const Folder folder;
    const std::vector<std::string> files{folder.write("rank0.json", traceOf(0)),
                                         folder.write("rank1.json", traceOf(1))};
    RankSetOptions options;
    options.open = [&](const std::string& path,
                       const OpenOptions& wanted) -> Result<std::shared_ptr<const Session>> {
        return path == files[1] ? fail(ErrorCode::NotReadable, "not today")
                                : openSession(path, wanted);
    };
    const auto set = openRankSet(files, options).value();
    ASSERT_EQ(set->unread.size(), 1U);
    EXPECT_EQ(set->unread[0].error.message, "not today");
}

TEST(RankSetFiles, NameAFileThatCannotBeRead) {
    const Folder folder;
    const std::vector<std::string> files{folder.write("rank0.json", traceOf(0)),
                                         folder.write("rank1.json", "no trace"),
                                         folder.write("rank2.json", traceOf(2))};
    const auto set = openRankSet(files).value();
    ASSERT_EQ(set->unread.size(), 1U);
    EXPECT_EQ(set->unread[0].path, files[1]);
    EXPECT_THAT(set->analysis.ranks, ElementsAre(0, 2));
}

TEST(RankSetFiles, FailWhereNoneCanBeRead) {
    const Folder folder;
    const std::vector<std::string> files{folder.write("rank0.json", "no trace"),
                                         folder.write("rank1.json", "no trace")};
    EXPECT_THAT(openRankSet(files).error().message, HasSubstr("rank0.json"));
}

TEST(RankSetFiles, StopOnRequest) {
    const Folder folder;
    const std::vector<std::string> files{folder.write("rank0.json", traceOf(0)),
                                         folder.write("rank1.json", traceOf(1))};
    std::stop_source stop;
    stop.request_stop();
    RankSetOptions options;
    options.stop = stop.get_token();
    EXPECT_EQ(openRankSet(files, options).error().code, ErrorCode::Cancelled);
}

TEST(RankSetFiles, AreTheSameHoweverManyAreLoadedAtOnce) {
    std::vector<std::string> files =
        traceFilesIn(std::vector{dataFile("ranks/moe_skew_rank1")}).value();
    RankSetOptions one;
    one.concurrent = 1;
    RankSetOptions all;
    all.concurrent = files.size();
    std::set<std::size_t> reported;
    all.onProgress = [&](std::size_t file, const LoadProgress&) { reported.insert(file); };
    const auto first = openRankSet(files, one).value();
    std::reverse(files.begin(), files.end());
    const auto second = openRankSet(files, all).value();
    EXPECT_THAT(reported, ElementsAre(0, 1, 2, 3));
    ASSERT_EQ(first->analysis.collectives.size(), second->analysis.collectives.size());
    for (std::size_t at = 0; at < first->analysis.collectives.size(); ++at) {
        EXPECT_EQ(first->analysis.collectives[at].lead, second->analysis.collectives[at].lead);
    }
    EXPECT_EQ(first->analysis.straggler->othersWaited, second->analysis.straggler->othersWaited);
}

}  // namespace
}  // namespace gaplight::test
