// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <numeric>
#include <string>

#include <gtest/gtest.h>

#include "core/analysis/idle/gaps.h"
#include "core/session/session.h"
#include "tests/core/analysis/analyzed.h"
#include "tests/support/checks/golden.h"

namespace gaplight {
namespace {

using test::Analyzed;
using test::TraceDsl;

Analysis within(const Analyzed& whole, std::int64_t begin, std::int64_t end) {
    AnalysisOptions options;
    options.range = TimeRange{timeFromNs(begin), timeFromNs(end)};
    return analyze(*whole.trace, whole.launches, options);
}

template <class Parts>
Duration sum(const Parts& parts) {
    return std::accumulate(parts.begin(), parts.end(), Duration::zero());
}

// Two kernels with a gap of 300 between them, for which the host was late.
TraceDsl lateHost() {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.annotation(host, {0, 450}, "first");
    t.kernel(stream, {100, 200}, t.launch(host, {50, 60}));
    t.annotation(host, {460, 700}, "second");
    t.op(host, {200, 470}, "busy_host");
    t.kernel(stream, {500, 600}, t.launch(host, {470, 480}));
    return t;
}

TEST(AnalysisRange, BusyAndIdleAreCutAtTheEdges) {
    const Analyzed whole(lateHost());
    const Analysis part = within(whole, 150, 550);
    ASSERT_EQ(part.devices.size(), 1U);
    const DeviceAnalysis& device = part.devices[0];
    EXPECT_EQ(device.totals.window, (TimeRange{timeFromNs(150), timeFromNs(550)}));
    EXPECT_EQ(device.totals.busy, Duration(100));
    EXPECT_EQ(device.totals.idle, Duration(300));
    EXPECT_EQ(device.totals.kernels, 2U);
    EXPECT_EQ(device.gaps.size(), 1U);
}

TEST(AnalysisRange, AGapKeepsItsTriggerWhereItIsCut) {
    const Analyzed whole(lateHost());
    const Analysis part = within(whole, 300, 400);
    const DeviceAnalysis& device = part.devices.at(0);
    EXPECT_EQ(device.totals.busy, Duration(0));
    EXPECT_EQ(device.totals.idle, Duration(100));
    ASSERT_EQ(device.gaps.size(), 1U);
    EXPECT_EQ(device.gaps[0].range(), (TimeRange{timeFromNs(300), timeFromNs(400)}));
    EXPECT_EQ(device.gaps[0].trigger, whole.device().gaps.at(0).trigger);
    EXPECT_EQ(device.idleByTrigger[static_cast<std::size_t>(GapTrigger::HostLate)], Duration(100));
    EXPECT_EQ(device.idleByActivity[static_cast<std::size_t>(GapActivity::Op)], Duration(100));
}

TEST(AnalysisRange, AnnotationsAndDelaysCountWhereTheyStart) {
    const Analyzed whole(lateHost());
    const Analysis part = within(whole, 455, 2000);
    ASSERT_EQ(part.annotations.size(), 1U);
    EXPECT_EQ(whole.trace->text(part.annotations[0].name), "second");
    EXPECT_EQ(part.annotations[0].exposedIdle, Duration(45));
    EXPECT_EQ(part.devices.at(0).launchDelays.queueEmpty.count, 1U);
}

TEST(AnalysisRange, OutsideTheWindowNothingIsBusyAndNothingIdle) {
    const Analyzed whole(lateHost());
    const Analysis part = within(whole, 650, 700);
    ASSERT_EQ(part.devices.size(), 1U);
    EXPECT_EQ(part.devices[0].totals.window.length(), Duration(0));
    EXPECT_EQ(part.devices[0].totals.idle, Duration(0));
    EXPECT_TRUE(part.devices[0].gaps.empty());
    EXPECT_TRUE(part.devices[0].byStart.empty());
}

// Cut anywhere, the parts of a recorded trace add up to the whole.
TEST(AnalysisRange, PartsOfARecordedTraceSumToTheWhole) {
    const auto session = openSession(test::dataFile("flux_after_eager.json.zst"));
    ASSERT_TRUE(session) << session.error().message;
    const Analysis& whole = (*session)->analysis;
    const DeviceAnalysis& device = whole.devices.at(0);
    const Time begin = device.totals.window.begin;
    const Duration piece = device.totals.window.length() / 7 + Duration(1);
    Duration busy{};
    IdleByTrigger triggers{};
    IdleByActivity activities{};
    std::size_t steps = 0;
    for (int at = 0; at < 7; ++at) {
        AnalysisOptions options;
        options.range = TimeRange{begin + at * piece, begin + (at + 1) * piece};
        const Analysis part = analyze(*(*session)->trace, (*session)->indexes->launches, options);
        const DeviceAnalysis& cut = part.devices.at(0);
        EXPECT_EQ(cut.totals.busy + cut.totals.idle, cut.totals.window.length());
        EXPECT_EQ(sum(cut.idleByTrigger), cut.totals.idle);
        EXPECT_EQ(sum(cut.idleByActivity), cut.totals.idle);
        busy += cut.totals.busy;
        steps += part.steps.rows.size();
        for (std::size_t i = 0; i < triggers.size(); ++i) {
            triggers[i] += cut.idleByTrigger[i];
        }
        for (std::size_t i = 0; i < activities.size(); ++i) {
            activities[i] += cut.idleByActivity[i];
        }
    }
    EXPECT_EQ(busy, device.totals.busy);
    EXPECT_EQ(triggers, device.idleByTrigger);
    EXPECT_EQ(activities, device.idleByActivity);
    EXPECT_GE(steps + 1, whole.steps.rows.size());  // the first may begin before the GPU does
}

// A graph launch without any activity is one that the profiler missed.
TEST(GraphsUnderRecorded, MoreThanHalfWithoutActivity) {
    const auto trace = [](int recorded, int missed) {
        TraceDsl t;
        const auto host = t.thread("main");
        const auto stream = t.stream(0, 7);
        std::int64_t now = 0;
        for (int i = 0; i < recorded + missed; ++i, now += 100) {
            const std::uint64_t call = t.call(host, {now, now + 10}, "cudaGraphLaunch");
            if (i < recorded) {
                t.kernel(stream, {now + 20, now + 50}, call);
            }
        }
        return Analyzed(t);
    };
    EXPECT_TRUE(trace(2, 3).device().graphsUnderRecorded);
    EXPECT_FALSE(trace(2, 2).device().graphsUnderRecorded);
    EXPECT_FALSE(trace(2, 0).device().graphsUnderRecorded);
}

}  // namespace
}  // namespace gaplight
