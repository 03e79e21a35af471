// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <string>

#include <gmock/gmock.h>

#include "core/detectors/engine/finding_groups.h"
#include "tests/core/detectors/detected.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/paced_trace.h"

namespace gaplight::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

constexpr const char* kLaunchLatencyRule = "launch-latency";

PacedTrace slowStart(int launches) {
    PacedTrace t;
    t.hostTime = 60'000;
    t.latency = 30'000;
    t.launch(launches);
    return t;
}

TEST(LaunchLatency, KernelsThatStartLateOnAnIdleGpu) {
    const Detected d(slowStart(40).dsl);
    const auto found = d.of(kLaunchLatencyRule);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].count, 40U);
    EXPECT_EQ(found[0].cost.gpuIdle.count(), 39 * 30'000);  // the first is before the window
    EXPECT_EQ(found[0].where.gpu, GpuId(SourceId(), 0));
    EXPECT_EQ(found[0].values.time("median"), std::chrono::microseconds(30));
    EXPECT_EQ(found[0].values.time("p95"), std::chrono::microseconds(30));
    EXPECT_EQ(found[0].values.count("launches"), 40);
    EXPECT_TRUE(found[0].edits.empty());
    EXPECT_EQ(found[0].evidence.size(), 80U);  // each call and each kernel
    EXPECT_EQ(findingPlaces(found[0]).size(), found[0].count);
    EXPECT_TRUE(evidenceExists(d.session(), found[0]));
}

TEST(LaunchLatency, Texts) {
    EXPECT_TRUE(matchesGolden("findings/rules/launch-latency.txt",
                              Detected(slowStart(40).dsl).text(kLaunchLatencyRule)));
}

TEST(LaunchLatency, Thresholds) {
    const PacedTrace t = slowStart(40);
    EXPECT_TRUE(Detected(t.dsl, {"launch-latency.limit=30us"}).of(kLaunchLatencyRule).empty());
    EXPECT_EQ(Detected(t.dsl, {"launch-latency.limit=29us"}).of(kLaunchLatencyRule).size(), 1U);
    EXPECT_TRUE(Detected(t.dsl, {"launch-latency.min_launches=41"}).of(kLaunchLatencyRule).empty());
    EXPECT_TRUE(Detected(slowStart(31).dsl).of(kLaunchLatencyRule).empty());
}

TEST(LaunchLatency, TheMedianDecides) {
    PacedTrace t = slowStart(40);
    t.latency = 2'000;
    t.launch(39);
    EXPECT_EQ(Detected(t.dsl).of(kLaunchLatencyRule).size(), 1U);
    t.launch();
    EXPECT_TRUE(Detected(t.dsl).of(kLaunchLatencyRule).empty());
}

// Time spent queued is no latency, neither behind the own stream nor behind another.
TEST(LaunchLatency, NotOfQueuedLaunches) {
    PacedTrace queued;
    queued.work = 100'000;
    queued.launch(200);
    EXPECT_TRUE(Detected(queued.dsl).of(kLaunchLatencyRule).empty());

    PacedTrace other;
    const auto second = other.dsl.stream(0, 20);
    for (int at = 0; at < 40; ++at) {
        const std::int64_t begin = other.now;
        const auto first = other.dsl.launch(other.host, {begin, begin + 5'000});
        other.dsl.kernel(other.stream, {begin + 7'000, begin + 60'000}, first);
        const auto waiting = other.dsl.launch(other.host, {begin + 10'000, begin + 15'000});
        other.dsl.kernel(second, {begin + 61'000, begin + 70'000}, waiting);
        other.now += 100'000;
    }
    EXPECT_TRUE(Detected(other.dsl).of(kLaunchLatencyRule).empty());
}

TEST(LaunchLatency, SilentOnRecordedTraces) {
    for (const char* name : {"flux_after_eager", "llm_decode_eager", "optimizer_loop",
                             "wan_before_compile", "graph_small_before"}) {
        EXPECT_EQ(Detected(name).text(kLaunchLatencyRule), "") << name;
    }
}

TEST(LaunchLatency, NeedsAGpu) {
    TraceDsl t;
    t.op(t.thread("main"), {0, 1'000}, "aten::add");
    EXPECT_THAT(Detected(t).notApplicable(kLaunchLatencyRule), HasSubstr("no GPU activity"));
}

// `late` of 24 launches, each after a wait in aten::_coalesce, start 180 µs late.
PacedTrace lateStarts(int late) {
    PacedTrace t;
    for (int at = 0; at < 24; ++at) {
        t.latency = at < late ? 180'000 : 2'000;
        t.launch();
        t.inside("cpu_op", "aten::_coalesce", [&] {
            t.pause(1'000);
            t.sync();
        });
    }
    return t;
}

TEST(LaunchLatency, LateEachTimeIsAWarning) {
    const Detected d(lateStarts(24).dsl);
    const auto found = d.of(kLaunchLatencyRule);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].severity, Severity::Warning);
    EXPECT_EQ(found[0].count, 24U);
    EXPECT_EQ(found[0].values.count("waits"), 23);
    EXPECT_EQ(found[0].values.text("emptied_by"), "in `aten::_coalesce`");
    EXPECT_THAT(found[0].fix, HasSubstr("each wait for the GPU in `aten::_coalesce`"));
    EXPECT_THAT(found[0].notes, ElementsAre("launched into an empty queue", "late"));
    EXPECT_EQ(evidenceNote(found[0], found[0].evidence.at(1)), "180\u2009µs late");
    EXPECT_EQ(evidenceLabel(found[0], found[0].evidence.at(1)), "180\u2009µs late");
    EXPECT_TRUE(evidenceExists(d.session(), found[0]));
}

// Each occurrence says what its delay is.
TEST(LaunchLatency, OccurrencesHaveTheirDelays) {
    PacedTrace t = slowStart(20);
    t.latency = 45'000;
    t.launch(20);
    const auto found = Detected(t.dsl).of(kLaunchLatencyRule);
    ASSERT_EQ(found.size(), 1U);
    std::map<std::string, int> notes;
    for (const std::size_t place : findingPlaces(found[0])) {
        const Evidence& evidence = found[0].evidence[place];
        ++notes[evidenceNote(found[0], evidence)];
        EXPECT_NE(evidence.shownTime(), evidence.range.length()) << "of the kernel";
    }
    EXPECT_THAT(notes, ElementsAre(Pair("30.0\u2009µs late", 20), Pair("45.0\u2009µs late", 20)));
}

// Too few are late to say so of an idle GPU; those of 30 µs are what a slow machine's launches
// cost.
TEST(LaunchLatency, LateNowAndThenIsNone) {
    EXPECT_TRUE(Detected(lateStarts(17).dsl).of(kLaunchLatencyRule).empty());
    const auto slow = Detected(slowStart(40).dsl).of(kLaunchLatencyRule);
    ASSERT_EQ(slow.size(), 1U);
    EXPECT_EQ(slow[0].severity, Severity::Info);
    EXPECT_EQ(slow[0].values.caseOf("fix"), "machine");
}

}  // namespace
}  // namespace gaplight::test
