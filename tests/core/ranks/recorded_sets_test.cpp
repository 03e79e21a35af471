// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// The joint measures of seven recorded sets against the figures of an independent script
// (tests/data/ranks/facts.json), to the nanosecond.

#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/ranks/rank_files.h"
#include "core/ranks/rank_set.h"
#include "tests/support/checks/golden.h"
#include "tests/support/checks/joint_checks.h"

namespace gaplight::test {
namespace {

using Json = nlohmann::json;

// The script computed offsets in double precision since the Unix epoch: steps of 256 ns.
constexpr std::int64_t kOffsetStepNs = 256;

std::shared_ptr<const RankSet> recordedSet(const std::string& name) {
    static std::map<std::string, std::shared_ptr<const RankSet>> sets;
    if (auto known = sets.find(name); known != sets.end()) {
        return known->second;
    }
    const std::vector<std::string> folder{dataFile("ranks/" + name)};
    const auto files = traceFilesIn(folder);
    EXPECT_TRUE(files);
    const auto set = openRankSet(*files);
    EXPECT_TRUE(set) << set.error().message;
    return sets[name] = *set;
}

Json factsOf(const std::string& name) {
    std::ifstream file(dataFile("ranks/facts.json"));
    return Json::parse(file).at(name);
}

std::string kindName(LateCause::Kind kind) {
    return kind == LateCause::Kind::Gpu ? "gpu" : "host";
}

std::string textOf(const Json& text) {
    return text.is_null() ? std::string() : text.get<std::string>();
}

class RecordedSet : public ::testing::TestWithParam<std::string> {
protected:
    RecordedSet() : facts(factsOf(GetParam())), set(recordedSet(GetParam())->analysis) {}

    // Arrivals of the facts begin anywhere: the difference to ours, by the first collective.
    std::int64_t origin() const {
        std::int64_t first = INT64_MAX;
        for (const Json& one : facts.at("collectives")) {
            for (const Json& arrival : one.at("arrival_ns")) {
                first = std::min(first, arrival.get<std::int64_t>());
            }
        }
        std::int64_t own = INT64_MAX;
        for (const RankPart& part : set.collectives.front().parts) {
            own = std::min(own, ns(part.kernel.begin));
        }
        return own - first;
    }

    const JointCollective* matching(const Json& fact) const {
        for (const JointCollective& joint : set.collectives) {
            bool isSame = joint.parts.size() == fact.at("arrival_ns").size();
            for (const RankPart& part : joint.parts) {
                const auto arrival = fact.at("arrival_ns").find(std::to_string(part.rank));
                isSame = isSame && arrival != fact.at("arrival_ns").end() &&
                         arrival->get<std::int64_t>() == ns(part.kernel.begin) - origin();
            }
            // One kernel can serve a send and a receive.
            const bool isRoute = !joint.isSendReceive || (fact.at("src") == joint.sender &&
                                                          fact.at("dst") == joint.receiver);
            if (isSame && isRoute) {
                return &joint;
            }
        }
        return nullptr;
    }

    Json facts;
    const RankSetAnalysis& set;
};

TEST_P(RecordedSet, MatchesTheSameCollectives) {
    EXPECT_EQ(set.collectives.size(), facts.at("collectives").size());
    EXPECT_EQ(set.problems.empty(), facts.at("consistent").get<bool>());
    EXPECT_EQ(set.unmatched, facts.at("unmatched").get<std::uint64_t>());
    ASSERT_EQ(set.communicators.size(), facts.at("groups").size());
    EXPECT_EQ(set.communicators[0].name, facts.at("groups")[0].at("pg_name").get<std::string>());
    EXPECT_EQ(set.communicators[0].members,
              facts.at("groups")[0].at("ranks").get<std::vector<int>>());
}

TEST_P(RecordedSet, GivesTheSameFiguresForEachCollective) {
    for (const Json& fact : facts.at("collectives")) {
        const JointCollective* joint = matching(fact);
        ASSERT_NE(joint, nullptr) << fact.at("index");
        SCOPED_TRACE(fact.at("index"));
        EXPECT_EQ(joint->operation, fact.at("collective").get<std::string>());
        EXPECT_EQ(joint->type, fact.at("dtype").get<std::string>());
        EXPECT_EQ(joint->last, fact.at("last"));
        EXPECT_EQ(ns(joint->skew), fact.at("skew_ns"));
        EXPECT_EQ(ns(joint->lead), fact.at("lead_ns"));
        EXPECT_EQ(ns(joint->transfer), fact.at("transfer_ns"));
        for (const RankPart& part : joint->parts) {
            const std::string rank = std::to_string(part.rank);
            EXPECT_EQ(ns(part.wait), fact.at("wait_ns").at(rank));
            EXPECT_EQ(ns(part.exposedWait), fact.at("exposed_ns").at(rank));
            EXPECT_EQ(ns(part.kernel.end) - origin(), fact.at("end_ns").at(rank));
            EXPECT_EQ(part.bytes, fact.at("bytes_in").at(rank));
        }
    }
}

TEST_P(RecordedSet, GivesTheSameCausesOfLateRanks) {
    for (const Json& fact : facts.at("collectives")) {
        const JointCollective* joint = matching(fact);
        ASSERT_NE(joint, nullptr);
        SCOPED_TRACE(fact.at("index"));
        ASSERT_EQ(joint->isLate, fact.contains("late"));
        if (joint->isLate) {
            const Json& late = fact.at("late");
            EXPECT_EQ(ns(joint->cause.computeMore), late.at("compute_more_ns"));
            EXPECT_EQ(ns(joint->cause.idleMore), late.at("idle_more_ns"));
            EXPECT_EQ(kindName(joint->cause.kind), late.at("kind").get<std::string>());
            EXPECT_EQ(joint->cause.isSure, late.at("sure"));
            EXPECT_EQ(joint->cause.in, textOf(late.at("in")));
        }
    }
}

TEST_P(RecordedSet, GivesTheSameTotalsOfEachRank) {
    for (std::size_t rank = 0; rank < set.totals.size(); ++rank) {
        SCOPED_TRACE(rank);
        const RankTotals& own = set.totals[rank];
        const std::string key = std::to_string(rank);
        const Json& fact = facts.at("totals").at(key);
        EXPECT_EQ(ns(own.recorded.length()), fact.at("window_ns"));
        EXPECT_EQ(ns(own.busy), fact.at("gpu_busy_ns"));
        EXPECT_EQ(ns(own.compute), fact.at("compute_ns"));
        EXPECT_EQ(ns(own.communication), fact.at("communication_ns"));
        EXPECT_EQ(own.kernels, fact.at("kernels"));
        EXPECT_EQ(ns(own.wait), fact.at("wait_ns"));
        EXPECT_EQ(ns(own.exposedWait), fact.at("exposed_wait_ns"));
        EXPECT_EQ(own.lastIn, fact.at("last_in"));
        EXPECT_EQ(own.lateIn, fact.at("late_in"));
        EXPECT_EQ(ns(own.lead), fact.at("lead_ns"));
        EXPECT_EQ(ns(own.othersWaited), fact.at("others_waited_ns"));
        EXPECT_EQ(ns(own.hostLead), fact.at("late_kind_ns").value("host", 0));
        EXPECT_EQ(ns(own.gpuLead), fact.at("late_kind_ns").value("gpu", 0));
        for (const auto& [other, waited] : fact.at("waited_for_ns").items()) {
            EXPECT_EQ(ns(own.waitedFor[std::stoul(other)]), waited);
        }
        const Json& meanwhile = facts.at("meanwhile_ns").at(key);
        EXPECT_EQ(ns(own.meanwhile.gpu), meanwhile.at("gpu"));
        EXPECT_EQ(ns(own.meanwhile.host), meanwhile.at("host"));
        EXPECT_EQ(ns(own.meanwhile.transfer), meanwhile.at("transfer"));
        EXPECT_EQ(own.beforeCapture, facts.at("before_capture").at(key));
        EXPECT_NEAR(static_cast<double>(ns(own.endOffset)),
                    facts.at("clock").at("offset_ns").at(key).get<double>(), kOffsetStepNs);
        ASSERT_EQ(own.steps.size(), fact.at("steps_ns").size());
        auto step = own.steps.begin();
        for (const auto& [number, length] : fact.at("steps_ns").items()) {
            EXPECT_EQ(ns(step++->range.length()), length) << number;
        }
    }
}

TEST_P(RecordedSet, NamesTheSameStraggler) {
    const Json& fact = facts.at("straggler");
    ASSERT_TRUE(set.straggler);
    EXPECT_EQ(set.straggler->rank, fact.at("rank"));
    EXPECT_EQ(kindName(set.straggler->kind), fact.at("kind").get<std::string>());
    EXPECT_EQ(set.straggler->isGpuMeanwhile ? "gpu" : "host",
              fact.at("meanwhile").get<std::string>());
    EXPECT_EQ(set.straggler->in, textOf(fact.at("in")));
    EXPECT_EQ(ns(set.straggler->othersWaited), fact.at("others_waited_ns"));
    EXPECT_NEAR(set.straggler->shareOfWindows, fact.at("share_of_windows").get<double>(), 5e-5);
}

TEST_P(RecordedSet, LooksUpEveryWait) {
    Duration waits{};
    Duration causes{};
    for (const RankTotals& own : set.totals) {
        waits += own.wait;
        causes += own.meanwhile.total();
    }
    EXPECT_EQ(waits, causes);
}

TEST_P(RecordedSet, KeepsTheIdentities) {
    Problems problems;
    checkJointMeasures(set, problems);
    EXPECT_EQ(problems.text(), "");
}

TEST_P(RecordedSet, TakesClocksOfOneHostAsRecorded) {
    for (const RankClock& clock : set.clocks) {
        EXPECT_EQ(clock.source, ClockSource::Recorded);
        EXPECT_EQ(clock.correction, Duration{});
        EXPECT_LE(clock.uncertainty, kMaxRecordedOffset);
    }
}

INSTANTIATE_TEST_SUITE_P(Ranks, RecordedSet,
                         ::testing::Values("ddp_even", "ddp_slow_host_rank2",
                                           "ddp_slow_host_rotating", "fsdp", "tp_decode",
                                           "pp_gpipe4_stage2_heavy", "moe_skew_rank1"),
                         [](const auto& set) { return set.param; });

}  // namespace
}  // namespace gaplight::test
