// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/core/detectors/detected.h"
#include "tests/support/checks/golden.h"

namespace gaplight::test {
namespace {

constexpr const char* kHostJitterRule = "host-jitter";

// Calls of aten::reshape before 40 launches, one each millisecond; `calls` says how long each
// takes.
template <class LengthOf>
TraceDsl reshapes(const LengthOf& lengthOf) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    std::int64_t at = 0;
    for (int call = 0; call < 40; ++call) {
        const std::int64_t length = lengthOf(call);
        dsl.op(host, {at, at + length}, "aten::reshape");
        at += length + 5 * kUs;
        dsl.kernel(stream, {at + 10 * kUs, at + 900 * kUs}, dsl.launch(host, {at, at + 5 * kUs}),
                   "gemm");
        at += kMs;
    }
    return dsl;
}

TEST(HostJitter, IsWhatFewCallsOfAKindTake) {
    const Detected d(reshapes([](int call) { return call % 10 == 7 ? 12 * kMs : 20 * kUs; }));
    const auto found = d.of(kHostJitterRule);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].count, 4U);
    EXPECT_EQ(found[0].cost.host.count(), 4 * (12 * kMs - 20 * kUs));
    EXPECT_EQ(found[0].severity, Severity::Critical);
    EXPECT_EQ(found[0].values.count("kinds"), 1);
    EXPECT_TRUE(valuesAreDeclared(found[0]));
    EXPECT_TRUE(evidenceExists(d.session(), found[0]));
    for (const char* rule : {"gpu-idle", "host-hotspot"}) {
        for (const Finding& other : d.of(rule)) {
            EXPECT_THAT(other.title, testing::Not(testing::HasSubstr("reshape")));
        }
    }
}

// What CUPTI did in a call, it did: the thread was not held up.
TEST(HostJitter, IsNotTheProfilersWork) {
    const auto jitter = [](bool recordsOverhead) {
        TraceDsl dsl;
        const auto host = dsl.thread("main");
        const auto stream = dsl.stream(0, 7);
        const auto cupti = dsl.thread("CUPTI", 1);
        std::int64_t at = 0;
        for (int call = 0; call < 40; ++call) {
            const std::int64_t length = call % 10 == 7 ? 12 * kMs : 20 * kUs;
            if (recordsOverhead && length > kMs) {
                dsl.slice(cupti, {at + kUs, at + length - kUs}, "overhead",
                          "Activity Buffer Request");
            }
            const auto launch = dsl.launch(host, {at, at + length});
            at += length;
            dsl.kernel(stream, {at + 5 * kUs, at + 900 * kUs}, launch, "gemm");
            at += kMs;
        }
        return Detected(dsl).of(kHostJitterRule);
    };
    EXPECT_EQ(jitter(false).size(), 1U);
    EXPECT_TRUE(jitter(true).empty());
}

// A stretch of an iteration in which nothing was recorded, once in 40.
TEST(HostJitter, IsAnAnnotationThatStallsOnce) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    std::int64_t at = 0;
    for (int step = 0; step < 40; ++step) {
        const std::int64_t begin = at;
        at += step == 20 ? 90 * kMs : 200 * kUs;
        const auto launch = dsl.launch(host, {at, at + 5 * kUs});
        dsl.kernel(stream, {at + 10 * kUs, at + 900 * kUs}, launch, "gemm");
        at += 1 * kMs;
        dsl.annotation(host, {begin, at}, "iteration " + std::to_string(step));
    }
    const Detected d(dsl);
    const auto found = d.of(kHostJitterRule);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].count, 1U);
    EXPECT_EQ(found[0].severity, Severity::Critical);
    for (const char* rule : {"gpu-idle", "host-hotspot"}) {
        for (const Finding& other : d.of(rule)) {
            EXPECT_LT(other.cost.gpuIdle, Duration(20 * kMs)) << other.title;  // of the others
        }
    }
}

// As long everywhere: that is what it takes.
TEST(HostJitter, IsNoCallThatIsSlowAsARule) {
    const Detected d(reshapes([](int /*call*/) { return 12 * kMs; }));
    EXPECT_TRUE(d.of(kHostJitterRule).empty());
    EXPECT_FALSE(d.of("gpu-idle").empty() && d.of("host-hotspot").empty());
}

TEST(HostJitter, IsNoCallThatIsSlowEveryOtherTime) {
    const Detected d(reshapes([](int call) { return call % 2 == 0 ? 12 * kMs : 20 * kUs; }));
    EXPECT_TRUE(d.of(kHostJitterRule).empty());
}

TEST(HostJitter, IsNoFirstCall) {
    const Detected d(reshapes([](int call) { return call == 0 ? 12 * kMs : 20 * kUs; }));
    EXPECT_TRUE(d.of(kHostJitterRule).empty());
}

// Each of three addmm that take long runs a kernel of its own for the first time, which is loaded
// for it.
TEST(HostJitter, IsNoCallThatLaunchesAKernelForTheFirstTime) {
    const auto jitterOf = [](bool isNew) {
        TraceDsl dsl;
        const auto host = dsl.thread("main");
        const auto stream = dsl.stream(0, 7);
        std::int64_t at = 0;
        for (int call = 0; call < 40; ++call) {
            const std::int64_t length = call % 12 == 7 ? 2 * kMs : 60 * kUs;
            dsl.op(host, {at, at + length}, "aten::addmm");
            dsl.kernel(stream, {at + length, at + length + 40 * kUs},
                       dsl.launch(host, {at + length - 6 * kUs, at + length - kUs}),
                       isNew && length > kMs ? "nvjet" + std::to_string(call) : "nvjet");
            at += length + 100 * kUs;
        }
        return Detected(dsl).of(kHostJitterRule).size();
    };
    EXPECT_EQ(jitterOf(false), 1U);
    EXPECT_EQ(jitterOf(true), 0U);
}

// One call of `outer` takes long because of what it calls.
TEST(HostJitter, IsNoCallThatWaitsForWhatItCalls) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    std::int64_t at = 0;
    for (int call = 0; call < 12; ++call) {
        const std::int64_t inner = call == 7 ? 11 * kMs : 0;
        dsl.op(host, {at, at + 300 * kUs + inner}, "outer");
        if (inner > 0) {
            dsl.op(host, {at + 50 * kUs, at + 50 * kUs + inner}, "plan");
        }
        at += 305 * kUs + inner;
        dsl.kernel(stream, {at + 10 * kUs, at + 900 * kUs}, dsl.launch(host, {at, at + 5 * kUs}));
        at += kMs;
    }
    EXPECT_TRUE(Detected(dsl).of(kHostJitterRule).empty());
}

// 12 ms of a call of 32 ms lie in a gap: it was held up all the same, while the GPU was busy.
TEST(HostJitter, IsACallThatIsHeldUpMostlyWhileTheGpuIsBusy) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    std::int64_t at = 0;
    for (int call = 0; call < 12; ++call) {
        const std::int64_t length = call == 7 ? 32 * kMs : 20 * kUs;
        dsl.op(host, {at, at + length}, "aten::expand");
        at += length + 5 * kUs;
        dsl.kernel(stream, {at + 10 * kUs, at + 20 * kMs}, dsl.launch(host, {at, at + 5 * kUs}),
                   "gemm");
        at += kMs;
    }
    const Detected d(dsl);
    const auto found = d.of(kHostJitterRule);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].count, 1U);
    EXPECT_TRUE(d.of("gpu-idle").empty());
}

// aten::empty_like is called three times: once it is held up itself, once in what it calls.
TEST(HostJitter, CountsNoTimeInWhichACallInsideIsHeldUp) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    std::int64_t at = 0;
    for (int call = 0; call < 12; ++call) {
        const std::int64_t own = call == 9 ? 2 * kMs : 10 * kUs;
        const std::int64_t inside = call == 5 ? 2 * kMs : 5 * kUs;
        if (call % 4 == 1) {
            dsl.op(host, {at, at + own + inside}, "aten::empty_like");
        }
        dsl.op(host, {at + 2 * kUs, at + 2 * kUs + inside}, "aten::empty_strided");
        at += own + inside + 5 * kUs;
        dsl.kernel(stream, {at + 10 * kUs, at + 900 * kUs}, dsl.launch(host, {at, at + 5 * kUs}));
        at += kMs;
    }
    const Detected d(dsl);
    const auto found = d.of(kHostJitterRule);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].count, 2U);
    EXPECT_EQ(found[0].values.count("kinds"), 2);
}

TEST(HostJitter, Texts) {
    EXPECT_TRUE(matchesGolden("findings/rules/host-jitter.txt",
                              textOf(kHostJitterRule, {"train_workers_pinned"})));
}

}  // namespace
}  // namespace gaplight::test
