// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/ranks/rank_report.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/base/quantity_text.h"
#include "core/io/plain_sources.h"
#include "core/ranks/rank_files.h"
#include "core/ranks/rules/rank_rules.h"
#include "core/report/ranks/rank_figures.h"
#include "core/report/ranks/rank_tables.h"
#include "core/report/table/table.h"
#include "core/report/text/html_page.h"
#include "core/scene/display/theme.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight::test {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

struct ReportedSet {
    explicit ReportedSet(std::shared_ptr<const RankSet> opened)
        : set(std::move(opened)),
          replay(rankTraces(*set), set->analysis),
          cost(stragglerCost(*set, replay)),
          assessment(assessRanks(*set, {}, cost ? &*cost : nullptr, &replay)) {}
    explicit ReportedSet(const std::string& name)
        : ReportedSet(
              openRankSet(traceFilesIn(std::vector{dataFile("ranks/" + name)}).value()).value()) {}

    RankSetSubject subject() const { return {*set, cost ? &*cost : nullptr, whatIf, &assessment}; }

    std::shared_ptr<const RankSet> set;
    JointReplay replay;
    std::optional<JointAnswer> cost;
    RankAssessment assessment;
    std::vector<JointAnswer> whatIf;
};

class RankReport : public ::testing::TestWithParam<std::string> {};

TEST_P(RankReport, IsTheGolden) {
    ReportedSet set(GetParam());
    set.whatIf.push_back(
        jointAnswer(*set.set, set.replay, {JointEdit::Kind::BalanceRanks, 0}).value());
    EXPECT_TRUE(matchesGolden("ranks/" + GetParam() + ".txt",
                              analyzeRanksText(set.subject(), PageStyle::Plain)));
    EXPECT_TRUE(matchesGolden("ranks/" + GetParam() + ".md",
                              analyzeRanksText(set.subject(), PageStyle::Markdown)));
}

// The causes of the sentence have the colors that lanes and bars give them.
TEST(RankSentence, MarksItsCauses) {
    const auto marked = [](const char* name) {
        const ReportedSet set((std::string(name)));
        const std::string sentence = rankSetSentence(set.subject());
        std::vector<std::pair<std::string, ColorRef>> found;
        for (const RankSentenceMark& mark : rankSentenceMarks(set.subject())) {
            if (sentence.find(mark.text) != std::string::npos) {
                found.emplace_back(mark.text.substr(0, 12), mark.color);
            }
        }
        return found;
    };
    EXPECT_THAT(marked("ddp_slow_host_rank2"),
                ElementsAre(std::pair("268\u2009ms (41", ColorRef(Role::IdleRank)),
                            std::pair("its host is ", ColorRef(Role::IdleHost))));
    EXPECT_THAT(marked("pp_gpipe4_stage2_heavy"),
                ElementsAre(std::pair("308\u2009ms (45", ColorRef(Role::IdleRank)),
                            std::pair("The stage on", ColorRef(Role::Compute))));
}

TEST_P(RankReport, JsonSumsAsTheAnalysisDoes) {
    const ReportedSet set(GetParam());
    const auto json = nlohmann::json::parse(analyzeRanksJson(set.subject()));
    const auto& ranks = json.at("ranks");
    std::int64_t waits = 0;
    std::size_t collectives = 0;
    for (const auto& communicator : ranks.at("communicators")) {
        for (const auto& one : communicator.at("collectives")) {
            ++collectives;
            for (const auto& part : one.at("per_rank")) {
                waits += part.at("wait_ns").get<std::int64_t>();
            }
        }
    }
    EXPECT_EQ(collectives, set.set->analysis.collectives.size());
    for (const auto& rank : ranks.at("per_rank")) {
        waits -= rank.at("wait_ns").get<std::int64_t>();
    }
    EXPECT_EQ(waits, 0);
    EXPECT_EQ(ranks.at("straggler").at("rank"),
              set.set->ranks[set.set->analysis.straggler->rank].rank);
    EXPECT_EQ(json.at("sources").size(), set.set->ranks.size());
}

INSTANTIATE_TEST_SUITE_P(Ranks, RankReport,
                         ::testing::Values("ddp_even", "ddp_slow_host_rank2",
                                           "ddp_slow_host_rotating", "fsdp", "tp_decode",
                                           "pp_gpipe4_stage2_heavy", "moe_skew_rank1"),
                         [](const auto& set) { return set.param; });

// A note about a late rank does not come before a critical finding that the ranks have in common.
TEST(RankReportSentence, BeginsWithWhatIsWorse) {
    ReportedSet set("fsdp");
    ASSERT_TRUE(set.cost);
    set.cost->saving = {};  // the late rank does not explain how little the GPUs compute
    RankFinding late;
    late.rule = lateRankRule().id;
    late.title = "Rank 7 is late";
    RankFinding shared;
    shared.rule = sharedFindingRule().id;
    shared.title = "Launch-bound on 8 of 8 ranks";
    const auto sentence = [&](Severity ofLate, Severity ofShared) {
        late.severity = ofLate;
        shared.severity = ofShared;
        set.assessment.findings = {shared, late};
        return rankSetSentence(set.subject());
    };
    const std::string critical = sentence(Severity::Info, Severity::Critical);
    EXPECT_THAT(critical, ::testing::StartsWith("The GPUs compute "));
    EXPECT_LT(critical.find(shared.title), critical.find(late.title)) << critical;
    const std::string alike = sentence(Severity::Critical, Severity::Critical);
    EXPECT_THAT(alike, ::testing::StartsWith("Rank 7 is late. "));
    EXPECT_LT(alike.find(late.title), alike.find(shared.title)) << alike;
}

TEST(RankReportHtml, HasTheHeatMap) {
    const ReportedSet set("moe_skew_rank1");
    const std::string html =
        analyzeRanksHtml(set.subject(), {builtInTheme(false).value(), builtInTheme(true).value()});
    EXPECT_THAT(html, HasSubstr("<svg"));
    EXPECT_THAT(html, HasSubstr("rank 3"));
}

constexpr const char* kReportedReduce = "ncclDevKernel_AllReduce_Sum_f32_RING_LL";

// Six kernels that end together on all ranks, one in 50 ms, and begin later by `late`.
std::shared_ptr<const Session> dslSession(int rank, std::int64_t late,
                                          const std::vector<std::string>& kernels,
                                          const std::vector<Span>& steps = {}) {
    TraceDsl t;
    const auto host = t.thread("main");
    for (const Span& step : steps) {
        t.annotation(host, step, "ProfilerStep#" + std::to_string(step.begin / (10 * kMs)));
    }
    const auto stream = t.stream(rank, 7);
    std::int64_t end = 0;
    for (const std::string& kernel : kernels) {
        end += 50 * kMs;
        const std::int64_t begin = end - 2 * kMs + late;
        if (kernel.starts_with("nccl")) {
            t.op(host, {begin - 105 * kUs, begin - 85 * kUs}, "record_param_comms");
        }
        const auto launch = t.launch(host, {begin - 100 * kUs, begin - 90 * kUs});
        t.kernel(stream, {begin, end}, launch, kernel);
    }
    t.fact("baseTimeNanoseconds", "1790857026000000000");
    const auto source = plainMemorySource(std::make_shared<const std::string>(t.json()));
    return openSession("r.json", *source).value();
}

// Two ranks that run the same all-reduces, or whose third one differs.
std::shared_ptr<const RankSet> dslSet(const std::string& otherKernel, std::int64_t late) {
    std::vector<std::string> others(6, kReportedReduce);
    others[2] = otherKernel;
    return rankSetOf({dslSession(0, 0, std::vector<std::string>(6, kReportedReduce)),
                      dslSession(1, late, others)});
}

TEST(RankTables, HaveADashForWhatWasNotMeasured) {
    const std::vector<std::string> reductions(6, kReportedReduce);
    const auto set = rankSetOf({dslSession(0, 0, reductions), dslSession(1, 20 * kUs, reductions),
                                dslSession(2, 0, std::vector<std::string>(6, "gemm"))});
    const PageTable table = pageTable(ranksTable(*set));
    const auto cell = [&](std::size_t rank, const std::string& title) {
        const auto at = std::find_if(table.columns.begin(), table.columns.end(),
                                     [&](const PageColumn& one) { return one.title == title; });
        return table.rows.at(rank).at(static_cast<std::size_t>(at - table.columns.begin()));
    };
    EXPECT_EQ(cell(0, "waits"), durationText(std::chrono::microseconds(120)));
    EXPECT_EQ(cell(1, "waits"), durationText({}));
    EXPECT_EQ(cell(1, "last in"), "6");
    EXPECT_EQ(cell(0, "last in"), "0");
    EXPECT_EQ(cell(0, "others wait"), durationText({}));
    EXPECT_EQ(cell(0, "late by"), "–");
    for (const char* title : {"waits", "exposed", "last in", "late in", "late by", "others wait"}) {
        EXPECT_EQ(cell(2, title), "–") << title;
    }
}

TEST(RankSteps, AreNamedByTheProfilerAndWhatLiesOutsideOfThemIsNone) {
    const std::vector<std::string> reductions(6, kReportedReduce);
    const std::vector<Span> steps{{70 * kMs, 170 * kMs}, {170 * kMs, 270 * kMs}};
    const auto set = rankSetOf(
        {dslSession(0, 0, reductions, steps), dslSession(1, 20 * kUs, reductions, steps)});
    std::vector<std::string> titles;
    for (const PageColumn& column : heatTable(*set, 10).columns) {
        titles.push_back(column.title);
    }
    EXPECT_THAT(titles, ElementsAre("rank", "before", "step 7", "step 17", "after"));
    EXPECT_THAT(heatFigure(*set).svg,
                AllOf(HasSubstr(">before</text>"), HasSubstr(">after</text>"),
                      HasSubstr("class=\"fixed\""), HasSubstr("late: others wait for it")));
    EXPECT_EQ(heatMapOf(*set, HeatMeasure::Wait).columns.front(), "before");
    const ReportedSet reported(set);
    const auto json = nlohmann::json::parse(analyzeRanksJson(reported.subject()));
    std::vector<std::string> numbers;
    for (const auto& step : json.at("ranks").at("per_rank").at(0).at("steps")) {
        numbers.push_back(step.at("step").dump() + " " + step.at("number").dump());
    }
    EXPECT_THAT(numbers, ElementsAre("null null", "0 7", "1 17", "null null"));
}

TEST(RankReportText, BlamesNobodyWhereNobodyIsLate) {
    const ReportedSet set(dslSet(kReportedReduce, 20 * kUs));
    EXPECT_FALSE(set.set->analysis.straggler);
    EXPECT_FALSE(set.cost);
    EXPECT_THAT(analyzeRanksText(set.subject(), PageStyle::Plain),
                HasSubstr("No rank holds the others up"));
}

// The rank that is last in the first collective of this set neither computed nor was idle for
// longer.
TEST(RankReportText, DoesNotExplainALateRankByLessWork) {
    const ReportedSet set("fsdp");
    std::size_t unexplained = 0;
    for (std::size_t at = 0; at < set.set->analysis.collectives.size(); ++at) {
        const std::string late = collectiveText(*set.set, at, 0).at(1);
        EXPECT_THAT(late, Not(HasSubstr("−")));
        unexplained += late.find("why is not known") == std::string::npos ? 0 : 1;
    }
    EXPECT_GT(unexplained, 0U);
}

TEST(RankReportText, DoesNotCompareEqualTimes) {
    const ReportedSet set("ddp_slow_host_rank2");
    JointAnswer cost = *set.cost;
    cost.after = cost.before;
    const std::string sentence = rankAnalysisSentence(set.set->analysis, &cost);
    EXPECT_THAT(sentence, HasSubstr("Without that the run would still take 129"));
    EXPECT_THAT(sentence, Not(HasSubstr("instead of")));
    const std::string why = assessRanks(*set.set, {}, &cost).findings.front().why;
    EXPECT_THAT(why, HasSubstr("would still take 129"));
    EXPECT_THAT(why, Not(HasSubstr("instead of")));
}

TEST(RankReportText, SaysWhereRanksDiffer) {
    const ReportedSet set(dslSet("ncclDevKernel_Broadcast_RING_LL", 20 * kUs));
    EXPECT_THAT(analyzeRanksText(set.subject(), PageStyle::Plain),
                HasSubstr("Rank 1 calls for broadcast where the others of group all ranks "
                          "call for allreduce"));
    EXPECT_EQ(set.set->analysis.collectives.size(), 2U);
}

}  // namespace
}  // namespace gaplight::test
