// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Clocks that were put wrong on purpose, and ranks that cannot be placed at all.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/analysis/ranks/axis_clock.h"
#include "core/io/plain_sources.h"
#include "core/ranks/rank_set.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight::test {
namespace {

using ::testing::HasSubstr;

constexpr std::int64_t kEpoch = 1'790'857'026'000'000'000;
constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kTolerance = 100 * kUs;

// A rank whose clock shows epoch + offset + time * (1 + driftPpm / 10^6).
struct PlantedClock {
    std::int64_t offset = 0;
    std::int64_t driftPpm = 0;
    bool isEpochRecorded = true;
    bool areCallsRecorded = true;  // of torch.distributed; else kernels alone show the collectives

    std::int64_t shown(std::int64_t time) const { return time + time / 1'000'000 * driftPpm; }
};

// All-reduces, one each `every` ns, that all ranks leave together but for some µs. Rank 2 arrives
// 1 ms after the others.
std::shared_ptr<const Session> rankSession(int rank, int count, std::int64_t every,
                                           const PlantedClock& clock) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(rank, 7);
    for (int n = 0; n < count; ++n) {
        const std::int64_t end = (n + 1) * every + ((n * 7 + rank * 13) % 11) * kUs;
        const std::int64_t arrival = end - (rank == 2 ? 5 : 6) * kMs;
        const std::int64_t call = arrival - 100 * kUs;
        if (clock.areCallsRecorded) {
            t.op(host, {clock.shown(call - 10 * kUs), clock.shown(call + 20 * kUs)},
                 "record_param_comms");
        }
        const auto launch = t.launch(host, {clock.shown(call), clock.shown(call + 10 * kUs)});
        t.kernel(stream, {clock.shown(arrival), clock.shown(end)}, launch,
                 "ncclDevKernel_AllReduce_Sum_f32_RING_LL");
    }
    if (clock.isEpochRecorded) {
        t.fact("baseTimeNanoseconds", std::to_string(kEpoch + clock.offset));
    }
    t.fact("distributedInfo", R"({"rank": )" + std::to_string(rank) + R"(, "world_size": 4})");
    const auto source = plainMemorySource(std::make_shared<const std::string>(t.json()));
    auto session = openSession("rank" + std::to_string(rank) + ".json", *source);
    EXPECT_TRUE(session);
    return *session;
}

std::shared_ptr<const RankSet> planted(const std::vector<PlantedClock>& clocks, int count = 60,
                                       std::int64_t every = kSecond) {
    std::vector<std::shared_ptr<const Session>> sessions;
    for (std::size_t rank = 0; rank < clocks.size(); ++rank) {
        sessions.push_back(rankSession(static_cast<int>(rank), count, every, clocks[rank]));
    }
    return rankSetOf(std::move(sessions));
}

TEST(RankClocks, OffsetsOfASecondAndDriftsAreRecovered) {
    const auto set = planted({{}, {kSecond, 20}, {}, {-kSecond, -20}});
    const RankSetAnalysis& ranks = set->analysis;
    EXPECT_EQ(ranks.clocks[0].source, ClockSource::Recorded);
    EXPECT_EQ(ranks.clocks[2].source, ClockSource::Recorded);
    EXPECT_EQ(ranks.clocks[2].correction, Duration{});
    for (const std::size_t rank : {1, 3}) {
        const std::int64_t sign = rank == 1 ? 1 : -1;
        EXPECT_EQ(ranks.clocks[rank].source, ClockSource::Fitted);
        EXPECT_NEAR(static_cast<double>(ns(ranks.clocks[rank].correction)),
                    static_cast<double>(-sign * kSecond), kTolerance);
        EXPECT_NEAR(ranks.clocks[rank].driftPpm, static_cast<double>(-sign * 20), 0.5);
        EXPECT_LE(ranks.clocks[rank].uncertainty, Duration(kTolerance));
    }
    ASSERT_EQ(ranks.collectives.size(), 60U);
    for (const JointCollective& joint : ranks.collectives) {
        for (const RankPart& part : joint.parts) {
            EXPECT_NEAR(static_cast<double>(ns(part.kernel.end)),
                        static_cast<double>(ns(joint.parts[0].kernel.end)), kTolerance);
        }
        EXPECT_TRUE(joint.isLate);
        EXPECT_EQ(joint.last, 2U);
        EXPECT_NEAR(static_cast<double>(ns(joint.lead)), 1.0 * kMs, kTolerance);
    }
}

TEST(RankClocks, WithoutAnEpochAreFitted) {
    PlantedClock unknown;
    unknown.isEpochRecorded = false;
    const auto set = planted({{}, unknown}, 10, 50 * kMs);
    EXPECT_EQ(set->analysis.clocks[1].source, ClockSource::Fitted);
    ASSERT_EQ(set->analysis.collectives.size(), 10U);
    EXPECT_LE(set->analysis.collectives[4].skew, Duration(kTolerance));
    EXPECT_FALSE(set->analysis.collectives[4].isLate);
}

// Where the captures begin at different collectives, an offset of one period fits as well as none.
TEST(RankClocks, ThatOnlyKernelsCouldCorrectStandApartBeyondTenMilliseconds) {
    PlantedClock kernels;
    kernels.areCallsRecorded = false;
    PlantedClock near = kernels;
    near.offset = 2 * kMs;
    PlantedClock far = kernels;
    far.offset = 50 * kMs;
    PlantedClock unknown = kernels;
    unknown.isEpochRecorded = false;
    const auto set = planted({kernels, near, far, unknown}, 10, 50 * kMs);
    const std::vector<RankClock>& clocks = set->analysis.clocks;
    EXPECT_EQ(clocks[1].source, ClockSource::Fitted);
    EXPECT_EQ(clocks[2].source, ClockSource::Uncalibrated);
    EXPECT_THAT(clocks[2].reason, HasSubstr("may begin at another collective"));
    EXPECT_EQ(clocks[3].source, ClockSource::Uncalibrated);
    EXPECT_EQ(set->analysis.collectives.size(), 10U);
    EXPECT_EQ(set->analysis.communicators.at(0).label(), "all ranks (assumed)");
}

TEST(RankClocks, UnderAHundredMicrosecondsAreTakenAsRecorded) {
    const auto set = planted({{}, {80 * kUs, 0}}, 10, 50 * kMs);
    EXPECT_EQ(set->analysis.clocks[1].source, ClockSource::Recorded);
    EXPECT_EQ(set->analysis.clocks[1].correction, Duration{});
    // What is not corrected is not known: no rank is late by less.
    EXPECT_GE(set->analysis.clocks[1].uncertainty, Duration(70 * kUs));
}

TEST(RankClocks, WithTooFewCollectivesStandApart) {
    const auto set = planted({{}, {kSecond, 0}, {}}, 2, 50 * kMs);
    EXPECT_EQ(set->analysis.clocks[1].source, ClockSource::Uncalibrated);
    EXPECT_THAT(set->analysis.clocks[1].reason, HasSubstr("2 collectives"));
    for (const JointCollective& joint : set->analysis.collectives) {
        EXPECT_EQ(joint.partOf(1), nullptr);
        EXPECT_NE(joint.partOf(2), nullptr);
    }
}

TEST(RankClocks, WithoutEpochAndCollectivesStandApart) {
    PlantedClock unknown;
    unknown.isEpochRecorded = false;
    std::vector<std::shared_ptr<const Session>> sessions{rankSession(0, 5, 50 * kMs, {}),
                                                         rankSession(1, 0, 50 * kMs, unknown)};
    const auto set = rankSetOf(std::move(sessions));
    EXPECT_EQ(set->analysis.clocks[1].source, ClockSource::Uncalibrated);
    EXPECT_THAT(set->analysis.clocks[1].reason, HasSubstr("no recorded epoch"));
    EXPECT_TRUE(set->analysis.collectives.empty());
    EXPECT_FALSE(set->analysis.straggler);
}

TEST(RankClocks, ThatScatterStandApart) {
    // Every 50 ms on one rank, every 70 ms on the other: no clock drifts by so much.
    std::vector<std::shared_ptr<const Session>> sessions{rankSession(0, 12, 50 * kMs, {}),
                                                         rankSession(1, 12, 70 * kMs, {})};
    const auto set = rankSetOf(std::move(sessions));
    EXPECT_EQ(set->analysis.clocks[1].source, ClockSource::Uncalibrated);
    EXPECT_THAT(set->analysis.clocks[1].reason, HasSubstr("scatter"));
}

TEST(AxisClock, PlacesWhatLiesBeyondItsEndsThere) {
    AxisClock clock;
    clock.shift(Duration(-5 * (kSecond << 30U)));
    EXPECT_EQ(clock.fromAxis(clock.toAxis(timeFromNs(kEpoch))), timeFromNs(kEpoch));
    EXPECT_EQ(clock.toAxis(timeFromNs(-AxisClock::kAxisEnd)), timeFromNs(-AxisClock::kAxisEnd));
    clock.driftPpm = -200;
    EXPECT_EQ(clock.toAxis(Time::min()), timeFromNs(-AxisClock::kAxisEnd));
    clock.shift(Duration::max());
    clock.shift(Duration::max());
    EXPECT_EQ(clock.toAxis(Time::max()), timeFromNs(AxisClock::kAxisEnd));
    EXPECT_LT(clock.fromAxis(timeFromNs(-AxisClock::kAxisEnd)), Time{});
}

}  // namespace
}  // namespace gaplight::test
