// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/ranks/rank_files.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/ranks/rank_set.h"
#include "core/ranks/rank_set_chart.h"
#include "core/session/document.h"
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

TEST(NamedPlaces, AreReadFromNamesOfServers) {
    const std::vector<std::string> files{
        "trace_dp1_pp0_tp0_dcp0_ep0_rank2.123.pt.trace.json.gz",
        "host_7.async_llm.456.pt.trace.json.gz",
        "1718-TP-1-DP-0-PP-1.trace.json.gz",
        "/x/dp_rank_1/worker-rank-0.json",
        "1718-TP-0-DP-1-PP-0-EP-2.trace.json.gz",
        "ddp2_http1_rank7.json",
    };
    const std::vector<NamedPlace> places = namedPlaces(files);
    EXPECT_EQ(places[0].replica, 1);
    EXPECT_EQ(places[0].rank, 2);
    EXPECT_TRUE(places[1].isFrontend);
    EXPECT_FALSE(places[0].isFrontend);
    EXPECT_EQ(places[2].replica, 0);
    EXPECT_EQ(places[2].rank, 3) << "the second stage of two ranks each";
    EXPECT_EQ(places[3].replica, 1);
    EXPECT_EQ(places[3].rank, 0);
    EXPECT_EQ(places[4].replica, 1);
    EXPECT_EQ(places[4].rank, 0);
    EXPECT_EQ(places[5].replica, std::nullopt);
    EXPECT_EQ(places[5].rank, 7);
}

// A rank of a world of two, which reduces with the other one `at`.
std::string traceOfWorld(int rank, std::int64_t at) {
    TraceDsl t;
    t.rank(rank, 2);
    t.fact("baseTimeNanoseconds", "1790857026000000000");
    const auto host = t.thread("main");
    const auto stream = t.stream(rank, 7);
    t.op(host, {at - 20 * kUs, at}, "record_param_comms");
    t.arg("Collective name", "\"allreduce\"");
    t.arg("Process Group Name", "\"0\"");
    t.arg("Process Group Ranks", "\"[0, 1]\"");
    t.kernel(stream, {at, at + 100 * kUs}, t.launch(host, {at - 10 * kUs, at - 5 * kUs}),
             "ncclDevKernel_AllReduce_Sum_f32");
    return t.json();
}

TEST(RankSetFiles, OfReplicasAreWorldsOfTheirOwn) {
    const Folder folder;
    std::vector<std::string> files;
    for (int replica = 0; replica < 2; ++replica) {
        for (int rank = 0; rank < 2; ++rank) {
            const std::string name =
                fmt::format("trace_dp{}_pp0_tp{}_dcp0_ep0_rank{}.json", replica, rank, rank);
            files.push_back(
                folder.write(name, traceOfWorld(rank, (1 + 10 * replica) * kMs + rank * 30 * kUs)));
        }
    }
    TraceDsl frontend;
    frontend.fact("baseTimeNanoseconds", "1790857026000000000");
    frontend.op(frontend.thread("engine"), {2 * kMs, 5 * kMs}, "process_outputs");
    files.insert(files.begin(), folder.write("host.async_llm.json", frontend.json()));
    const auto set = openRankSet(files).value();
    EXPECT_EQ(set->numbering, RankNumbering::Replicas);
    EXPECT_THAT(set->analysis.ranks, ElementsAre(0, 1, 2, 3));
    EXPECT_EQ(rankName(*set, 3), "rank 3 (rank 1 of dp 1)");
    EXPECT_EQ(set->worldSize, 4);
    EXPECT_TRUE(set->unread.empty());
    ASSERT_EQ(set->frontends.size(), 1U);
    const FrontendWork work = workOfFrontend(*set->frontends[0].session);
    EXPECT_EQ(work.busyTime.count(), 3 * kMs);
    EXPECT_EQ(work.code[0].first, "process_outputs");
    const RankChart chart = chartOf(*set);
    ASSERT_EQ(chart.lanes.size(), 5U);
    EXPECT_EQ(chart.lanes[4].label, "frontend");
    // On the axis of the ranks, whose time 0 is at the same instant.
    const Time begin = set->analysis.clocks[0].axis.toAxis(Time(Duration(2 * kMs)));
    EXPECT_EQ(chart.lanes[4].gpu.window().begin, begin);
    EXPECT_EQ(chart.lanes[4].gpu.busyWithin(chart.lanes[4].gpu.window()).count(), 3 * kMs);
    ASSERT_EQ(set->analysis.collectives.size(), 2U) << "one of each world";
    EXPECT_EQ(set->analysis.collectives[0].parts.size(), 2U);
    EXPECT_EQ(set->analysis.communicators.size(), 2U);
    EXPECT_THAT(set->analysis.communicators[1].members, ElementsAre(2, 3));
}

// The events of both ranks in one array, each pid with its rank in brackets, as SGLang merges them.
std::string mergedTrace() {
    std::string merged;
    for (int rank = 0; rank < 2; ++rank) {
        std::string events = traceOfWorld(rank, 1 * kMs + rank * 30 * kUs);
        const std::size_t begin = events.find("\"traceEvents\": [");
        merged += merged.empty() ? events.substr(0, begin) + "\"traceEvents\": [" : ",";
        events = events.substr(begin + 16, events.rfind(']') - begin - 16);
        const std::string key = "\"pid\": ";
        for (std::size_t at = events.find(key); at != std::string::npos;
             at = events.find(key, at + 1)) {
            const std::size_t end = events.find(',', at);
            const std::string pid = events.substr(at + key.size(), end - at - key.size());
            events.replace(at + key.size(), pid.size(), fmt::format("\"[TP{:02}] {}\"", rank, pid));
        }
        merged += events;
    }
    return merged + "]}";
}

TEST(RankSetFiles, OfAMergedFileAreItsRanks) {
    const Folder folder;
    const std::string file = folder.write("merged-17.trace.json", mergedTrace());
    EXPECT_EQ(documentKindOf(file, DocumentUse::Analyze), DocumentKind::Ranks);
    EXPECT_EQ(documentKindOf(file, DocumentUse::Info), DocumentKind::Trace);
    const std::vector<std::string> files = traceFilesIn(std::vector{file}).value();
    EXPECT_THAT(files, ElementsAre(file + "[TP00]", file + "[TP01]"));
    const auto set = openRankSet(files).value();
    EXPECT_EQ(set->numbering, RankNumbering::FileNames);
    EXPECT_THAT(set->analysis.ranks, ElementsAre(0, 1));
    ASSERT_EQ(set->analysis.collectives.size(), 1U);
    EXPECT_EQ(set->analysis.collectives[0].skew.count(), 30 * kUs);
    for (const RankSession& rank : set->ranks) {
        const Trace& trace = *rank.session->trace;
        EXPECT_EQ(trace.gpuActivities().size(), 1U) << "of this rank alone";
        EXPECT_TRUE(rank.session->indexes->launches.launchOf(ActivityId(0)).isValid());
    }
}

TEST(TraceFilesIn, LeavesAMergedFileOutBesideItsParts) {
    const Folder folder;
    folder.write("merged-17.trace.json", mergedTrace());
    folder.write("17-TP-0.trace.json", traceOfWorld(0, 1 * kMs));
    folder.write("17-TP-1.trace.json", traceOfWorld(1, 1 * kMs));
    EXPECT_EQ(traceFilesIn(std::vector{folder.path.string()}).value().size(), 2U);
}

TEST(TraceFilesIn, ListsTheFoldersOfReplicas) {
    const Folder folder;
    std::filesystem::create_directories(folder.path / "dp_rank_1");
    std::filesystem::create_directories(folder.path / "other");
    folder.write("dp_rank_1/worker-rank-0.json", traceOf(0));
    folder.write("other/x.json", "");
    const std::vector<std::string> paths{folder.path.string()};
    EXPECT_THAT(traceFilesIn(paths).value(),
                ElementsAre((folder.path / "dp_rank_1/worker-rank-0.json").string()));
}

TEST(TraceFilesIn, SaysWhatAFolderHas) {
    const Folder folder;
    folder.write("notes.txt", "");
    const std::vector<std::string> paths{folder.path.string()};
    EXPECT_THAT(traceFilesIn(paths).error().message, HasSubstr("it has 'notes.txt'"));
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
