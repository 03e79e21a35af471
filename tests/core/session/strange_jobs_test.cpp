// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Sets of ranks that no one would run: identities of waits, from traces and from summaries.

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/fleet/fleet.h"
#include "core/fleet/rank_summary.h"
#include "core/fleet/summary_folder.h"
#include "core/io/byte_source.h"
#include "core/io/file_content.h"
#include "core/ranks/rank_set.h"
#include "core/ranks/rules/rank_rules.h"
#include "core/report/ranks/operation_rows.h"
#include "tests/support/checks/joint_checks.h"
#include "tests/support/formats/documents_format.h"
#include "tests/support/strange/byte_choices.h"
#include "tests/support/strange/seeds.h"
#include "tests/support/strange/strange_job.h"

namespace gaplight::test {
namespace {

constexpr std::uint64_t kJobsOfATest = 20;

using Sessions = std::vector<std::shared_ptr<const Session>>;

Sessions sessionsOf(const std::vector<std::string>& traces) {
    Sessions sessions;
    for (const std::string& trace : traces) {
        const auto session = openText(trace);
        EXPECT_TRUE(session) << session.error().message;
        sessions.push_back(*session);
    }
    return sessions;
}

// The ranks as `gaplight summarize` and `gaplight fleet` analyze them.
Fleet fleetOfSessions(const Sessions& sessions) {
    std::vector<FleetRank> ranks;
    for (std::size_t at = 0; at < sessions.size(); ++at) {
        FileContent content;
        content.path = "rank" + std::to_string(at) + ".json";
        content.ends = "1 " + std::to_string(at) + " 0";
        content.key = "1 1 " + std::to_string(at) + " 0\n" + content.path;
        const auto summary = summarizeSession(*sessions[at], content);
        EXPECT_TRUE(summary) << summary.error().message;
        auto read = readSummary((*byteSourceFromMemory(*summaryBytes(*summary)))->randomAccess());
        EXPECT_TRUE(read) << read.error().message;
        if (read) {
            ranks.push_back({content.path, *std::move(read)});
        }
    }
    return fleetOf(std::move(ranks));
}

void checkReports(const RankSet& set, Problems& problems) {
    Duration recorded{};
    for (const RankTotals& totals : set.analysis.totals) {
        recorded += totals.recorded.length();
    }
    for (const OperationRow& row : operationRows(set)) {
        problems.expect(row.exposedWait >= Duration{} && row.exposedWait <= row.wait,
                        "exposed waits of an operation above its waits");
        problems.expect(row.wait <= recorded, "waits of an operation above what is recorded");
    }
    for (const RankFinding& finding : assessRanks(set, {}, nullptr).findings) {
        problems.expect(finding.cost >= Duration{} && finding.cost <= recorded,
                        "the cost of " + std::string(finding.rule) + " above what is recorded");
    }
}

// The traces of a seed, to look at and to make smaller.
std::string writtenJob(std::uint64_t seed, const std::vector<std::string>& traces) {
    const std::string path = ::testing::TempDir() + "strange_job_" + std::to_string(seed);
    for (std::size_t at = 0; at < traces.size(); ++at) {
        std::ofstream(path + "_" + std::to_string(at) + ".json", std::ios::binary) << traces[at];
    }
    return path;
}

void expectIdentities(std::uint64_t seed) {
    const StrangeJob job = strangeJob(bytesOfSeed(seed));
    Sessions sessions = sessionsOf(job.traces);
    const auto set = rankSetOf(sessions);
    Problems problems;
    checkJointMeasures(set->analysis, problems);
    checkReports(*set, problems);
    problems.expect(job.isCut || set->analysis.problems.empty(), "calls that differ");
    const std::string figures = jointFigures(set->analysis);
    const Fleet fleet = fleetOfSessions(sessions);
    checkJointMeasures(fleet.analysis, problems);
    std::reverse(sessions.begin(), sessions.end());
    problems.expect(jointFigures(rankSetOf(sessions)->analysis) == figures,
                    "the order of the files changes figures");
    const bool isMet = problems.isEmpty() && jointFigures(fleet.analysis) == figures;
    EXPECT_TRUE(isMet) << "seed " << seed << ", written to " << writtenJob(seed, job.traces)
                       << "_*.json\n"
                       << problems.text();
    EXPECT_EQ(jointFigures(fleet.analysis), figures) << "fleet and traces, seed " << seed;
}

class StrangeJobs : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(StrangeJobs, MeetAllIdentities) {
    const Seeds seeds = seedsOf(GetParam(), kJobsOfATest);
    for (std::uint64_t seed = seeds.first; seed < seeds.last; ++seed) {
        expectIdentities(seed);
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, StrangeJobs, ::testing::Range(std::uint64_t{0}, std::uint64_t{10}));

// What the generator promises happens in enough of the sets.
TEST(StrangeJob, HasAllThatItPromises) {
    std::set<std::size_t> sizes;
    std::size_t waiting = 0;
    std::size_t late = 0;
    std::size_t pipelines = 0;
    std::size_t overlapping = 0;
    std::size_t fitted = 0;
    std::size_t emptySteps = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const auto set = rankSetOf(sessionsOf(strangeJob(bytesOfSeed(seed)).traces));
        sizes.insert(set->ranks.size());
        std::vector<Duration> sums(set->ranks.size());
        bool isSent = false;
        for (const JointCollective& joint : set->analysis.collectives) {
            isSent |= joint.isSendReceive;
            for (const RankPart& part : joint.parts) {
                sums[part.rank] += part.wait;
            }
        }
        pipelines += isSent ? 1 : 0;
        const auto& totals = set->analysis.totals;
        const auto anyRank = [&](auto holds) {
            return std::ranges::any_of(totals, holds) ? 1U : 0U;
        };
        waiting += anyRank([](const RankTotals& one) { return one.wait > Duration{}; });
        late += anyRank([](const RankTotals& one) { return one.lateIn > 0; });
        emptySteps += anyRank([](const RankTotals& one) {
            return std::ranges::any_of(
                one.steps, [](const RankStep& step) { return step.range.length() == Duration{}; });
        });
        for (std::size_t rank = 0; rank < sums.size(); ++rank) {
            overlapping += sums[rank] > totals[rank].wait ? 1 : 0;
        }
        fitted += std::ranges::any_of(set->analysis.clocks, [](const RankClock& clock) {
            return clock.source == ClockSource::Fitted;
        });
    }
    EXPECT_EQ(sizes, (std::set<std::size_t>{2, 3, 4, 5, 6, 7, 8}));
    EXPECT_GE(waiting, 50U);
    EXPECT_GE(late, 20U);
    EXPECT_GE(pipelines, 30U);
    EXPECT_GE(overlapping, 20U);
    EXPECT_GE(fitted, 5U);
    EXPECT_GE(emptySteps, 1U);
}

}  // namespace
}  // namespace gaplight::test
