// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/ranks/rules/rank_rules.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/io/plain_sources.h"
#include "core/ranks/rank_files.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/gpu_facts.h"
#include "tests/support/traces/paced_trace.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight::test {
namespace {

using ::testing::IsEmpty;

constexpr const char* kAllReduce = "ncclDevKernel_AllReduce_Sum_f32_RING_LL";

// What the ranks of a made run do in each of its six periods of 50 ms.
struct MadeRank {
    std::int64_t late = 0;     // of its collective's kernel
    std::int64_t matmul = 10;  // ms of a kernel that all run, in these periods; in others 10
    std::int64_t slowFrom = 0;
    std::int64_t slowUntil = 6;
    std::string lastKernel = kAllReduce;
    int periods = 6;
    int collectives = 6;   // in the first of them
    bool hasCalls = true;  // of torch.distributed; else kernels alone show the collectives
    bool hasSteps = false;
};

std::shared_ptr<const Session> madeSession(const MadeRank& made, int rank) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto compute = t.stream(rank, 7);
    const auto stream = t.stream(rank, 20);
    for (int n = 0; n < made.periods; ++n) {
        const std::int64_t end = (n + 1) * 50 * kMs;
        const std::int64_t matmul = end - 40 * kMs;
        const auto first = t.launch(host, {matmul - 100 * kUs, matmul - 90 * kUs});
        if (made.hasSteps) {
            t.annotation(host, {n * 50 * kMs, end - 1 * kUs}, "ProfilerStep#" + std::to_string(n));
        }
        const bool isSlow = n >= made.slowFrom && n < made.slowUntil;
        t.kernel(compute, {matmul, matmul + (isSlow ? made.matmul : 10) * kMs}, first, "gemm");
        Launched{{24, 1, 1}}.addTo(t);
        if (n >= made.collectives) {
            continue;
        }
        const std::int64_t begin = end - 5 * kMs + made.late;
        if (made.hasCalls) {
            t.op(host, {begin - 105 * kUs, begin - 85 * kUs}, "record_param_comms");
        }
        const auto launch = t.launch(host, {begin - 100 * kUs, begin - 90 * kUs});
        t.kernel(stream, {begin, end}, launch, n == 2 ? made.lastKernel : kAllReduce);
    }
    // The capture goes on behind the last collective.
    t.op(host, {made.periods * 50 * kMs + 1 * kMs, made.periods * 50 * kMs + 2 * kMs}, "aten::add");
    t.fact("baseTimeNanoseconds", "1790857026000000000");
    const auto source = plainMemorySource(std::make_shared<const std::string>(t.json()));
    return openSession("rank" + std::to_string(rank) + ".json", *source).value();
}

RankAssessment assessed(const std::vector<MadeRank>& ranks, const Settings& settings = {}) {
    std::vector<std::shared_ptr<const Session>> sessions;
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
        sessions.push_back(madeSession(ranks[rank], static_cast<int>(rank)));
    }
    const auto set = rankSetOf(std::move(sessions));
    const JointReplay replay(rankTraces(*set), set->analysis);
    const auto cost = stragglerCost(*set, replay);
    return assessRanks(*set, settings, cost ? &*cost : nullptr, &replay);
}

std::vector<std::string> rulesOf(const RankAssessment& assessment) {
    std::vector<std::string> rules;
    for (const RankFinding& finding : assessment.findings) {
        rules.emplace_back(finding.rule);
    }
    return rules;
}

const RankFinding& findingOf(const RankAssessment& assessment, std::string_view rule) {
    const auto found = std::find_if(assessment.findings.begin(), assessment.findings.end(),
                                    [&](const RankFinding& one) { return one.rule == rule; });
    if (found == assessment.findings.end()) {
        ADD_FAILURE() << "no finding of " << rule;
        return assessment.findings.front();
    }
    return *found;
}

// What a person reads of a finding.
std::string findingText(const RankFinding& finding) {
    std::string text = std::string(severityName(finding.severity)) + " " +
                       std::string(finding.rule) + "\n  " + finding.title + "\n  " + finding.why +
                       "\n  " + finding.fix + "\n";
    text += finding.confidence.empty() ? "" : "  " + finding.confidence + "\n";
    return text;
}

TEST(RankRules, EvenRanksHaveNoneButTheirTransfers) {
    Settings settings;
    settings.set("shared-finding", "min_ranks", percent(101));  // all GPUs are idle in between
    EXPECT_EQ(rulesOf(assessed({{}, {}, {}}, settings)), std::vector<std::string>{"exposed-group"});
    settings.set("exposed-group", "min_share", percent(20));
    EXPECT_THAT(assessed({{}, {}, {}}, settings).findings, IsEmpty());
}

TEST(RankRules, NameALateRank) {
    const RankAssessment late = assessed({{}, {.late = 4 * kMs}, {}});
    const RankFinding& finding = findingOf(late, "late-rank");
    EXPECT_EQ(finding.rank, 1U);
    EXPECT_EQ(finding.collectives.size(), 6U);
    EXPECT_EQ(finding.values.count("late"), 6);
    EXPECT_EQ(finding.values.count("collectives"), 6);
    EXPECT_EQ(finding.values.time("waited"), Duration(2 * 6 * 4 * kMs));
    EXPECT_THAT(rulesOf(assessed({{}, {.late = 50 * kUs}, {}})),
                ::testing::Not(::testing::Contains("late-rank")));
}

TEST(RankRules, NameASlowGpu) {
    const RankAssessment slow = assessed({{}, {}, {.matmul = 11}});
    const RankFinding& finding = findingOf(slow, "slow-gpu");
    EXPECT_EQ(finding.rank, 2U);
    EXPECT_DOUBLE_EQ(finding.values.share("excess").value(), 0.1);
    Settings settings;
    settings.set("slow-gpu", "min_excess", percent(12));
    EXPECT_THAT(rulesOf(assessed({{}, {}, {.matmul = 11}}, settings)),
                ::testing::Not(::testing::Contains("slow-gpu")));
}

// A GPU is slow all the time: not in one period, nor beside what ran before the capture.
TEST(RankRules, AreSilentWhereAGpuIsSlowOnce) {
    const auto isSlow = [](std::int64_t from, std::int64_t until) {
        const RankAssessment found =
            assessed({{.hasSteps = true},
                      {.hasSteps = true},
                      {.matmul = 12, .slowFrom = from, .slowUntil = until, .hasSteps = true}});
        return std::ranges::find(found.findings, "slow-gpu", &RankFinding::rule) !=
               found.findings.end();
    };
    EXPECT_TRUE(isSlow(0, 6));
    EXPECT_TRUE(isSlow(1, 6)) << "the first period ends with the first communication";
    EXPECT_FALSE(isSlow(0, 1));
    EXPECT_FALSE(isSlow(0, 5)) << "not in each step";
}

Duration partOf(const RankFinding& finding, LatenessPart part) {
    for (const auto& [one, time] : finding.parts) {
        if (one == part) {
            return time;
        }
    }
    return {};
}

// Its GPU takes 1 ms longer in each period, and its rank comes 4 ms late: the late rank stays the
// finding, and the GPU is a part of it with its own size.
TEST(RankRules, ACauseIsAPartOfALateRank) {
    const RankAssessment both = assessed({{}, {}, {.late = 4 * kMs, .matmul = 11}});
    const RankFinding& late = findingOf(both, "late-rank");
    EXPECT_EQ(late.cost, Duration(2 * 6 * 4 * kMs));
    EXPECT_EQ(late.collectives.size(), 6U);
    EXPECT_EQ(late.values.time("lateness"), Duration(6 * 4 * kMs));
    Duration sum{};
    for (const auto& [part, time] : late.parts) {
        sum += time;
    }
    EXPECT_EQ(sum, Duration(6 * 4 * kMs));
    const RankFinding& slow = findingOf(both, "slow-gpu");
    EXPECT_EQ(slow.severity, Severity::Info);
    EXPECT_EQ(slow.cost, Duration(6 * kMs));
    EXPECT_EQ(slow.explains, partOf(late, LatenessPart::SlowerKernels));
    EXPECT_EQ(partOf(late, LatenessPart::SlowerKernels), Duration(5 * kMs)) << "of five periods";
    EXPECT_GT(partOf(late, LatenessPart::Host), Duration(14 * kMs));
}

std::shared_ptr<const RankSet> caseSet(const std::string& name) {
    return openRankSet(std::vector{dataFile("cases/" + name + "_rank0.json.gz"),
                                   dataFile("cases/" + name + "_rank1.json.gz")})
        .value();
}

// In one of eight collectives of each step rank 1 has 20 products more than rank 0; each of its
// products takes 180 instead of 166 us, and 1 us passes between two. Other collectives are late by
// 42 us, which is undecided.
TEST(RankRules, NameWhatALateRankDoesMore) {
    const auto set = caseSet("r10_more_work");
    const RankAssessment found = assessRanks(*set, {}, nullptr);
    const RankFinding& late = findingOf(found, "late-rank");
    EXPECT_EQ(late.rank, 1U);
    EXPECT_EQ(late.values.caseOf("cause"), "more-work");
    EXPECT_EQ(late.values.time("lateness"), set->analysis.totals[1].lead);
    EXPECT_NEAR(static_cast<double>(ns(partOf(late, LatenessPart::MoreWork))), 80 * 166e3, 50e3);
    EXPECT_NEAR(static_cast<double>(ns(partOf(late, LatenessPart::SlowerKernels))),
                (80 + 12) * 14e3, 50e3);
    EXPECT_THAT(late.why, ::testing::HasSubstr("80 more `gemm_kernel`"));
    const RankFinding& slow = findingOf(found, "slow-gpu");
    EXPECT_EQ(slow.severity, Severity::Info);
    EXPECT_EQ(slow.explains, partOf(late, LatenessPart::SlowerKernels));
}

// Four steps of 20 ms, each with ten calls of an operator, one kernel and one reduction. Of the
// third and fourth step one call takes `call` us.
std::shared_ptr<const Session> callsSession(int rank, std::int64_t call) {
    TraceDsl t;
    const auto host = t.thread("main");
    for (int n = 0; n < 4; ++n) {
        const std::int64_t begin = n * 20 * kMs;
        t.annotation(host, {begin, begin + 19 * kMs}, "ProfilerStep#" + std::to_string(n));
        t.kernel(t.stream(0, 7), {begin + 100 * kUs, begin + 2 * kMs},
                 t.launch(host, {begin + 10 * kUs, begin + 20 * kUs}), "gemm");
        std::int64_t at = begin + 2 * kMs;
        for (int one = 0; one < 10; ++one) {
            const std::int64_t length = n > 1 && one == 5 ? call * kUs : 20 * kUs;
            t.op(host, {at, at + length}, "aten::reshape");
            at += length;
        }
        t.op(host, {at, at + 30 * kUs}, "record_param_comms");
        t.kernel(t.stream(0, 20), {at + 40 * kUs, begin + 15 * kMs},
                 t.launch(host, {at + 10 * kUs, at + 20 * kUs}), kAllReduce);
    }
    t.fact("baseTimeNanoseconds", "1790857026000000000");
    const auto source = plainMemorySource(std::make_shared<const std::string>(t.json()));
    return openSession("rank" + std::to_string(rank) + ".json", *source).value();
}

TEST(RankRules, NameAHostThatIsHeldUp) {
    const auto set = rankSetOf({callsSession(0, 20), callsSession(1, 8'020)});
    const RankAssessment found = assessRanks(*set, {}, nullptr);
    const RankFinding& late = findingOf(found, "late-rank");
    EXPECT_EQ(late.rank, 1U);
    EXPECT_EQ(late.values.caseOf("cause"), "host-held-up");
    EXPECT_EQ(partOf(late, LatenessPart::HostHeldUp), Duration(2 * 8 * kMs));
    EXPECT_EQ(late.values.time("lateness"), Duration(2 * 8 * kMs));
}

// Four steps of 20 ms; in each the host makes ten calls in each of three annotations, of as many
// microseconds as given, and then a reduction that ends at 15 ms.
using HostTimes = std::array<std::vector<std::int64_t>, 3>;

std::shared_ptr<const Session> hostSession(int rank, const HostTimes& times) {
    constexpr std::array<const char*, 3> kPlaces{"forward", "backward", "optimizer"};
    TraceDsl t;
    const auto host = t.thread("main");
    for (int n = 0; n < 4; ++n) {
        const std::int64_t begin = n * 20 * kMs;
        t.annotation(host, {begin, begin + 19 * kMs}, "ProfilerStep#" + std::to_string(n));
        t.kernel(t.stream(0, 7), {begin + 50 * kUs, begin + 90 * kUs},
                 t.launch(host, {begin + 10 * kUs, begin + 20 * kUs}), "gemm");
        std::int64_t at = begin + 100 * kUs;
        for (std::size_t place = 0; place < times.size(); ++place) {
            std::int64_t length = 0;
            for (int call = 0; call < 10; ++call) {
                length += times[place][static_cast<std::size_t>(call) % times[place].size()] * kUs;
            }
            t.annotation(host, {at, at + length}, kPlaces[place]);
            for (int call = 0; call < 10; ++call) {
                const std::int64_t one =
                    times[place][static_cast<std::size_t>(call) % times[place].size()] * kUs;
                t.op(host, {at, at + one}, "aten::op_" + std::string(kPlaces[place]));
                at += one;
            }
        }
        t.op(host, {at, at + 30 * kUs}, "record_param_comms");
        t.kernel(t.stream(0, 20), {at + 40 * kUs, begin + 15 * kMs},
                 t.launch(host, {at + 10 * kUs, at + 20 * kUs}), kAllReduce);
    }
    t.fact("baseTimeNanoseconds", "1790857026000000000");
    const auto source = plainMemorySource(std::make_shared<const std::string>(t.json()));
    return openSession("rank" + std::to_string(rank) + ".json", *source).value();
}

RankAssessment assessedHosts(const HostTimes& late) {
    const HostTimes usual{{{100}, {100}, {100}}};
    const auto set =
        rankSetOf({hostSession(0, usual), hostSession(1, late), hostSession(2, usual)});
    return assessRanks(*set, {}, nullptr);
}

// What is long as a rule is no outlier: half of these calls take ten times as long as the others,
// on all ranks; on this one all take longer.
TEST(RankRules, ALongCallOfAKindIsNotHeldUp) {
    const HostTimes usual{{{40, 400}, {100}, {100}}};
    const auto set = rankSetOf({hostSession(0, usual), hostSession(1, {{{60, 600}, {100}, {100}}}),
                                hostSession(2, usual)});
    const RankAssessment found = assessRanks(*set, {}, nullptr);
    const RankFinding& late = findingOf(found, "late-rank");
    EXPECT_EQ(late.rank, 1U);
    EXPECT_EQ(partOf(late, LatenessPart::HostHeldUp), Duration{});
    EXPECT_EQ(late.values.caseOf("cause"), "host");
    EXPECT_EQ(late.values.text("place"), "forward");
}

TEST(RankRules, NameAHostThatIsSlowEverywhere) {
    const RankAssessment found = assessedHosts({{{150}, {150}, {150}}});
    const RankFinding& late = findingOf(found, "late-rank");
    EXPECT_EQ(late.values.caseOf("cause"), "host-everywhere");
    EXPECT_EQ(late.values.get<double>("factor"), 1.5);
    EXPECT_EQ(late.values.text("place"), "");
    EXPECT_THAT(late.title, ::testing::HasSubstr("all calls of its host take 1.5 × as long"));
    const RankAssessment once = assessedHosts({{{300}, {100}, {100}}});
    EXPECT_EQ(findingOf(once, "late-rank").values.caseOf("cause"), "host");
}

// Where it takes longer than the others, not where it spends most time.
TEST(RankRules, NameWhereAHostTakesLonger) {
    const RankAssessment one = assessedHosts({{{120}, {400}, {100}}});
    EXPECT_EQ(findingOf(one, "late-rank").values.text("place"), "backward");
    const RankAssessment several = assessedHosts({{{200}, {180}, {150}}});
    const RankFinding& late = findingOf(several, "late-rank");
    EXPECT_EQ(late.values.text("place"), "");
    const TextList places = late.values.get<TextList>("places").value_or(TextList{});
    EXPECT_THAT(places, ::testing::ElementsAre(::testing::EndsWith("in `forward`"),
                                               ::testing::EndsWith("in `backward`"),
                                               ::testing::EndsWith("in `optimizer`")));
    EXPECT_THAT(places.front(), ::testing::StartsWith("4.00"));
}

// Six steps of 60 launches, which take the host and the GPU as many ns as given each, and a
// reduction.
std::shared_ptr<const Session> pacedSession(int rank, std::int64_t hostTime, std::int64_t work) {
    PacedTrace t;
    t.hostTime = hostTime;
    t.work = work;
    for (int n = 0; n < 6; ++n) {
        t.within("ProfilerStep#" + std::to_string(n), [&] {
            t.launch(60);
            t.kernel = kAllReduce;
            t.op("record_param_comms");
            t.kernel = "kernel";
        });
    }
    t.dsl.fact("baseTimeNanoseconds", "1790857026000000000");
    const auto source = plainMemorySource(std::make_shared<const std::string>(t.dsl.json()));
    return openSession("rank" + std::to_string(rank) + ".json", *source).value();
}

RankAssessment assessedPaced(const std::vector<std::pair<std::int64_t, std::int64_t>>& ranks) {
    std::vector<std::shared_ptr<const Session>> sessions;
    for (const auto& [hostTime, work] : ranks) {
        sessions.push_back(pacedSession(static_cast<int>(sessions.size()), hostTime, work));
    }
    const auto set = rankSetOf(std::move(sessions));
    const JointReplay replay(rankTraces(*set), set->analysis);
    return assessRanks(*set, {}, nullptr, &replay);
}

// What slows all ranks down makes none late.
TEST(RankRules, NameWhatRanksHaveInCommon) {
    const RankAssessment all = assessedPaced({{20'000, 3'000}, {20'000, 3'000}, {20'000, 8'000}});
    const RankFinding& finding = findingOf(all, "shared-finding");
    EXPECT_EQ(finding.values.text("rule"), "launch-bound");
    EXPECT_EQ(finding.values.count("ranks"), 3);
    EXPECT_LT(*finding.values.share("low"), *finding.values.share("high"));
    EXPECT_EQ(finding.severity, Severity::Critical);
    ASSERT_TRUE(finding.values.time("after"));
    // 8 us of 20 are the GPU's on the slowest rank.
    EXPECT_LT(*finding.values.time("after") * 2, *finding.values.time("before"));
    EXPECT_GT(*finding.values.time("after") * 3, *finding.values.time("before"));
    EXPECT_THAT(finding.title, ::testing::StartsWith("Launch-bound on 3 of 3 ranks: "));
}

TEST(RankRules, AreSilentOnWhatFewRanksHave) {
    const std::pair<std::int64_t, std::int64_t> isBusy{20'000, 40'000};
    EXPECT_THAT(rulesOf(assessedPaced({{40'000, 3'000}, isBusy, isBusy})),
                ::testing::Not(::testing::Contains("shared-finding")));
}

// Without sizes, a long collective may be a large one; that all ranks arrive at once shows it.
TEST(RankRules, FindNoWaitInALargeTransfer) {
    const auto set = caseSet("r7_big_allgather");
    for (const RankTotals& totals : set->analysis.totals) {
        EXPECT_EQ(totals.wait, Duration{});
    }
    EXPECT_THAT(rulesOf(assessRanks(*set, {}, nullptr)),
                ::testing::Not(::testing::Contains("late-rank")));
    for (const RankSession& rank : set->ranks) {
        for (const Finding& finding : rank.session->findings.findings) {
            EXPECT_NE(finding.values.caseOf("cause"), "late-rank");
        }
    }
}

// A rank of two pipelines of two stages (0 to 1, 2 to 3), three steps of 40 ms: it computes for
// `compute` ms and sends, or receives and computes.
std::shared_ptr<const Session> stageSession(int rank, std::int64_t compute) {
    TraceDsl t;
    const auto host = t.thread("main");
    const bool isFirst = rank % 2 == 0;
    for (int n = 0; n < 3; ++n) {
        const std::int64_t begin = n * 40 * kMs;
        t.annotation(host, {begin, begin + 39 * kMs}, "ProfilerStep#" + std::to_string(n));
        const std::int64_t kernel = begin + (isFirst ? 1 : 12) * kMs;
        t.kernel(t.stream(0, 7), {kernel, kernel + compute * kMs},
                 t.launch(host, {begin + 10 * kUs, begin + 20 * kUs}), "gemm");
        t.op(host, {begin + 30 * kUs, begin + 60 * kUs}, "record_param_comms");
        t.arg("Collective name", isFirst ? "\"send\"" : "\"recv\"");
        t.arg(isFirst ? "Dst Rank" : "Src Rank", isFirst ? "1" : "0");
        t.arg("Process Group Name", rank < 2 ? "\"a\"" : "\"b\"");
        t.arg("Process Group Ranks", rank < 2 ? "\"[0, 1]\"" : "\"[2, 3]\"");
        t.kernel(t.stream(0, 20), {begin + (isFirst ? 11 : 1) * kMs, begin + 12 * kMs},
                 t.launch(host, {begin + 40 * kUs, begin + 50 * kUs}), "ncclDevKernel_SendRecv");
    }
    t.fact("baseTimeNanoseconds", "1790857026000000000");
    t.fact("distributedInfo", "{\"rank\": " + std::to_string(rank) + ", \"world_size\": 4}");
    const auto source = plainMemorySource(std::make_shared<const std::string>(t.json()));
    return openSession("rank" + std::to_string(rank) + ".json", *source).value();
}

RankAssessment assessedStages(const std::vector<std::int64_t>& compute) {
    std::vector<std::shared_ptr<const Session>> sessions;
    for (std::size_t rank = 0; rank < compute.size(); ++rank) {
        sessions.push_back(stageSession(static_cast<int>(rank), compute[rank]));
    }
    return assessRanks(*rankSetOf(std::move(sessions)), {}, nullptr);
}

// Layers weigh alike on all ranks of a stage.
TEST(RankRules, JudgeRanksOfAStageOneByOne) {
    const RankAssessment replica = assessedStages({10, 10, 10, 20});
    const RankFinding& one = findingOf(replica, "stage-imbalance");
    EXPECT_EQ(one.values.caseOf("title"), "replica");
    EXPECT_EQ(one.rank, 3U);
    EXPECT_DOUBLE_EQ(one.values.share("excess").value(), 1);
    EXPECT_EQ(one.values.text("others"), "rank 1");
    const RankAssessment stage = assessedStages({10, 20, 10, 20});
    const RankFinding& both = findingOf(stage, "stage-imbalance");
    EXPECT_EQ(both.values.caseOf("title"), "stage");
    EXPECT_EQ(both.values.text("rank"), "ranks 1 and 3");
    EXPECT_THAT(rulesOf(assessedStages({10, 10, 10, 10})),
                ::testing::Not(::testing::Contains("stage-imbalance")));
}

// A rank of a server: in each iteration it computes and meets the others in a collective, which
// ends once the last has arrived. `prompts`: the ranks that compute a prompt in an iteration.
std::shared_ptr<const Session> madeServer(int rank, const std::vector<std::vector<int>>& prompts) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(rank, 7);
    std::int64_t now = 1 * kMs;
    for (const std::vector<int>& ranks : prompts) {
        const bool isPrompt = std::ranges::find(ranks, rank) != ranks.end();
        const std::int64_t end = now + (ranks.empty() ? 2 : 10) * kMs + 500 * kUs;
        const auto kernel = t.launch(host, {now + 10 * kUs, now + 20 * kUs});
        const std::int64_t computed = now + 50 * kUs + (isPrompt ? 10 : 2) * kMs;
        t.kernel(stream, {now + 50 * kUs, computed}, kernel, "gemm");
        Launched{{24, 1, 1}}.addTo(t);
        t.op(host, {now + 25 * kUs, now + 45 * kUs}, "record_param_comms");
        const auto call = t.launch(host, {now + 30 * kUs, now + 40 * kUs});
        t.kernel(stream, {computed + 10 * kUs, end}, call, kAllReduce);
        t.call(host, {now + 60 * kUs, end}, "cudaStreamSynchronize");
        t.annotation(host, {now, end + 10 * kUs},
                     isPrompt ? "execute_context_1(2000)_generation_8(8)"
                              : "execute_context_0(0)_generation_8(8)");
        now = end + 100 * kUs;
    }
    t.op(host, {now, now + 10 * kUs}, "aten::add");
    t.fact("baseTimeNanoseconds", "1790857026000000000");
    const auto source = plainMemorySource(std::make_shared<const std::string>(t.json()));
    return openSession("rank" + std::to_string(rank) + ".json", *source).value();
}

RankAssessment assessedServer(const std::vector<std::vector<int>>& prompts) {
    std::vector<std::shared_ptr<const Session>> sessions;
    for (int rank = 0; rank < 3; ++rank) {
        sessions.push_back(madeServer(rank, prompts));
    }
    const auto set = rankSetOf(std::move(sessions));
    const JointReplay replay(rankTraces(*set), set->analysis);
    return assessRanks(*set, {}, nullptr, &replay);
}

TEST(RankRules, NameARankWhosePromptsMakeOthersWait) {
    const RankAssessment assessment =
        assessedServer({{}, {}, {}, {1}, {}, {}, {2}, {}, {}, {1}, {}, {}});
    const RankFinding& finding = findingOf(assessment, "prefill-stalls-ranks");
    EXPECT_EQ(finding.severity, Severity::Warning);
    EXPECT_EQ(finding.values.count("iterations"), 3);
    EXPECT_EQ(finding.values.text("name"), "ranks 1 and 2");
    // Two ranks wait for 8 ms, three times.
    EXPECT_NEAR(static_cast<double>(finding.cost.count()), 48e6, 0.5e6);
    ASSERT_TRUE(finding.values.time("after")) << findingText(finding);
    EXPECT_NEAR(static_cast<double>(
                    (*finding.values.time("before") - *finding.values.time("after")).count()),
                24e6, 1e6);
    EXPECT_TRUE(matchesGolden("findings/rules/prefill-stalls-ranks.txt", findingText(finding)));
}

TEST(RankRules, AreSilentWhereAllRanksComputePromptsTogether) {
    EXPECT_THAT(rulesOf(assessedServer({{}, {}, {}, {0, 1, 2}, {}, {}, {0, 1, 2}, {}, {}})),
                ::testing::Not(::testing::Contains("prefill-stalls-ranks")));
    // A prompt once is chance.
    EXPECT_THAT(rulesOf(assessedServer({{}, {}, {}, {1}, {}, {}, {}, {}, {}})),
                ::testing::Not(::testing::Contains("prefill-stalls-ranks")));
}

TEST(RankRules, NameCollectivesThatDoNotMatch) {
    const RankAssessment other =
        assessed({{}, {.lastKernel = "ncclDevKernel_AllGather_RING_LL"}, {}});
    const RankFinding& finding = findingOf(other, "collective-mismatch");
    EXPECT_EQ(finding.severity, Severity::Critical);
    EXPECT_EQ(finding.rank, 1U);
    EXPECT_EQ(finding.values.count("ordinal"), 3);
}

TEST(RankRules, NameACallThatIsMissing) {
    const RankAssessment fewer = assessed({{}, {.collectives = 4}, {}});
    const RankFinding& finding = findingOf(fewer, "collective-mismatch");
    EXPECT_EQ(finding.severity, Severity::Warning);
    EXPECT_EQ(finding.values.count("ordinal"), 5);
    EXPECT_FALSE(finding.confidence.empty());
}

TEST(RankRules, WordsOfCollectivesThatDoNotMatch) {
    const RankAssessment other =
        assessed({{}, {.lastKernel = "ncclDevKernel_AllGather_RING_LL"}, {}});
    const RankAssessment fewer = assessed({{}, {.collectives = 4}, {}});
    EXPECT_TRUE(matchesGolden("findings/rules/collective-mismatch.txt",
                              findingText(findingOf(other, "collective-mismatch")) +
                                  findingText(findingOf(fewer, "collective-mismatch"))));
}

TEST(RankRules, AreSilentWhereKernelsAloneShowTheCalls) {
    const MadeRank other{.lastKernel = "ncclDevKernel_AllGather_RING_LL", .hasCalls = false};
    EXPECT_THAT(rulesOf(assessed({{.hasCalls = false}, other, {.hasCalls = false}})),
                ::testing::Not(::testing::Contains("collective-mismatch")));
}

TEST(RankRules, AreSilentWhereACaptureEndsEarlier) {
    EXPECT_THAT(rulesOf(assessed({{}, {.periods = 4}, {}})),
                ::testing::Not(::testing::Contains("collective-mismatch")));
}

// A made training loop: in each of its three steps of 50 ms 10 ms of forward and 20 ms of backward
// compute, and gradients of `elements` floats that are reduced in 8 ms.
struct MadeTraining {
    std::int64_t start = 31;  // ms in the step; the backward pass ends at 30
    int buckets = 1;          // that share elements and time, one after the other
    std::int64_t elements = 64'000'000;
    std::string backward = "autograd::engine::evaluate_function: MmBackward0";
    bool overlaps = false;  // the optimizer runs beside the reduction
};

std::shared_ptr<const Session> trainingSession(const MadeTraining& made, int rank) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto autograd = t.thread("pt_autograd_0");
    const auto compute = t.stream(rank, 7);
    const auto comm = t.stream(rank, 20);
    for (int n = 0; n < 3; ++n) {
        const std::int64_t begin = (n + 1) * 50 * kMs;
        t.annotation(host, {begin, begin + 49 * kMs}, "ProfilerStep#" + std::to_string(n + 3));
        t.kernel(compute, {begin + 1 * kMs, begin + 10 * kMs},
                 t.launch(host, {begin + 100 * kUs, begin + 110 * kUs}), "gemm");
        for (int part = 0; part < 4; ++part) {
            const std::int64_t at = begin + (10 + 5 * part) * kMs;
            t.op(autograd, {at - 500 * kUs, at - 400 * kUs}, made.backward);
            t.kernel(compute, {at, at + 5 * kMs},
                     t.launch(autograd, {at - 490 * kUs, at - 480 * kUs}), "gemm_backward");
        }
        const std::int64_t length = 8 * kMs / made.buckets;
        for (int bucket = 0; bucket < made.buckets; ++bucket) {
            const std::int64_t at = begin + made.start * kMs + bucket * length;
            t.op(autograd, {at - 100 * kUs, at - 50 * kUs}, "record_param_comms");
            t.arg("Collective name", "allreduce");
            t.arg("dtype", "Float");
            t.arg("In msg nelems", std::to_string(made.elements / made.buckets));
            t.arg("Out msg nelems", std::to_string(made.elements / made.buckets));
            t.arg("Group size", "2");
            t.arg("Process Group Name", "0");
            t.arg("Process Group Ranks", "[0, 1]");
            t.kernel(comm, {at, at + length}, t.launch(autograd, {at - 90 * kUs, at - 80 * kUs}),
                     kAllReduce);
        }
        const std::int64_t optimizer = begin + (made.overlaps ? made.start : 42) * kMs;
        t.kernel(compute, {optimizer, optimizer + 5 * kMs},
                 t.launch(host, {begin + 30 * kMs, begin + 30 * kMs + 10 * kUs}), "adam");
    }
    t.fact("baseTimeNanoseconds", "1790857026000000000");
    const auto source = plainMemorySource(std::make_shared<const std::string>(t.json()));
    return openSession("rank" + std::to_string(rank) + ".json", *source).value();
}

RankAssessment assessedTraining(const MadeTraining& made, const Settings& settings = {}) {
    const auto set = rankSetOf({trainingSession(made, 0), trainingSession(made, 1)});
    return assessRanks(*set, settings, nullptr);
}

TEST(RankRules, NameASingleBucketBehindTheBackwardPass) {
    const RankAssessment assessment = assessedTraining({});
    const RankFinding& finding = findingOf(assessment, "single-bucket");
    EXPECT_EQ(finding.collectives.size(), 3U);
    EXPECT_EQ(finding.values.text("operation"), "allreduce");
    EXPECT_EQ(finding.values.get<ByteCount>("bytes"), ByteCount{256'000'000});
    // Of two ranks and three steps: all of 8 ms is exposed, three quarters could be hidden.
    EXPECT_EQ(finding.values.time("exposed"), Duration(2 * 3 * 8 * kMs));
    EXPECT_EQ(finding.values.time("hidden"), Duration(2 * 3 * 6 * kMs));
    EXPECT_EQ(finding.severity, Severity::Warning);
}

TEST(RankRules, AreSilentWhereTheReductionIsNoSingleBucket) {
    const auto isSilent = [](const MadeTraining& made, const Settings& settings = {}) {
        const auto rules = rulesOf(assessedTraining(made, settings));
        return std::find(rules.begin(), rules.end(), "single-bucket") == rules.end();
    };
    EXPECT_FALSE(isSilent({}));
    EXPECT_TRUE(isSilent({.buckets = 4}));
    EXPECT_TRUE(isSilent({.start = 20})) << "it overlaps with the backward pass";
    EXPECT_TRUE(isSilent({.elements = 4'000'000})) << "16 MB is no large bucket";
    EXPECT_TRUE(isSilent({.backward = "aten::mm"})) << "no backward pass is recorded";
    EXPECT_TRUE(isSilent({.overlaps = true})) << "other work hides most of it";
    Settings settings;
    settings.set("single-bucket", "min_share", percent(20));
    EXPECT_TRUE(isSilent({}, settings));
}

class RecordedRankRules : public ::testing::TestWithParam<std::string> {};

TEST_P(RecordedRankRules, AreTheGolden) {
    const auto set =
        openRankSet(traceFilesIn(std::vector{dataFile("ranks/" + GetParam())}).value()).value();
    const JointReplay replay(rankTraces(*set), set->analysis);
    const auto cost = stragglerCost(*set, replay);
    const RankAssessment found = assessRanks(*set, {}, cost ? &*cost : nullptr, &replay);
    std::string text;
    for (const RankFinding& finding : found.findings) {
        text += findingText(finding);
        Duration parts{};
        for (const auto& [part, time] : finding.parts) {
            EXPECT_GE(time, Duration{});
            parts += time;
        }
        const bool isLate = finding.rule == lateRankRule().id;
        EXPECT_EQ(parts, isLate ? set->analysis.totals[*finding.rank].lead : Duration{});
        for (const std::size_t collective : finding.collectives) {
            EXPECT_LT(collective, set->analysis.collectives.size());
        }
    }
    for (const NotApplicable& rule : found.notApplicable) {
        text += "not applicable: " + std::string(rule.rule) + ": " + rule.reason + "\n";
    }
    EXPECT_TRUE(matchesGolden("ranks/" + GetParam() + ".findings.txt", text));
}

INSTANTIATE_TEST_SUITE_P(Ranks, RecordedRankRules,
                         ::testing::Values("ddp_even", "ddp_slow_host_rank2",
                                           "ddp_slow_host_rotating", "fsdp", "tp_decode",
                                           "pp_gpipe4_stage2_heavy", "moe_skew_rank1"),
                         [](const auto& set) { return set.param; });

}  // namespace
}  // namespace gaplight::test
