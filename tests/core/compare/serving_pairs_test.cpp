// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// Two servers of made iterations, whose change is known.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/compare/step_pairs.h"
#include "core/io/plain_sources.h"
#include "core/report/diff/comparison_report.h"
#include "core/session/comparison_of.h"
#include "tests/support/traces/gpu_facts.h"
#include "tests/support/traces/recorded_traces.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

using test::TraceDsl;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct MadeIteration {
    std::string name;
    std::int64_t gpuNs = 0;
    bool isGraph = true;
    std::int64_t hostNs = 100'000;  // after its annotation
    int blocks = 8;                 // of its kernels
    std::int64_t launchNs = 3'000;  // from one launch to the next, without a graph
};

MadeIteration decode(int requests, int bucket, std::int64_t gpuNs) {
    const std::string count = std::to_string(requests);
    return {
        "decode[bs=" + count + "/" + std::to_string(bucket) + " tok=" + count + " d=" + count + "]",
        gpuNs, true, 100'000, bucket};
}

// Each launch takes the host longer than its kernel runs.
MadeIteration eagerDecode(int requests, std::int64_t gpuNs) {
    const std::string count = std::to_string(requests);
    return {"execute_context_0(0)_generation_" + count + "(" + count + ")",
            gpuNs,
            false,
            100'000,
            requests,
            gpuNs / 4};
}

MadeIteration mixed(int tokens, std::int64_t gpuNs) {
    return {"execute_context_1(" + std::to_string(tokens) + ")_generation_4(4)", gpuNs, false};
}

// Each iteration waits for its kernels, which take a few per mille more or less in turn.
std::shared_ptr<const Session> serverOf(const std::vector<MadeIteration>& iterations) {
    constexpr int kKernels = 8;
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    std::int64_t now = 1'000;
    int number = 0;
    for (const MadeIteration& one : iterations) {
        const std::int64_t begin = now;
        const std::int64_t length = (one.gpuNs + one.gpuNs / 500 * (number++ % 3)) / kKernels;
        std::int64_t done = now + 10'000;
        auto launch = one.isGraph ? t.call(host, {now + 1'000, now + 3'000}, "cudaGraphLaunch")
                                  : std::uint64_t{0};
        for (int kernel = 0; kernel < kKernels; ++kernel) {
            if (!one.isGraph) {
                now += one.launchNs;
                launch = t.call(host, {now, now + 2'000}, "cudaLaunchKernel");
            }
            done = std::max(done, now + 4'000);
            t.kernel(stream, {done, done + length}, launch, "gemm_" + std::to_string(kernel));
            test::Launched launched;
            launched.grid = {one.blocks, 1, 1};
            launched.addTo(t);
            done += length;
        }
        t.call(host, {now + 4'000, done + 5'000}, "cudaStreamSynchronize");
        now = done + 6'000;
        t.annotation(host, {begin, now}, one.name);
        now += one.hostNs;
    }
    test::GpuFacts{}.addTo(t);
    const auto source = plainMemorySource(std::make_shared<const std::string>(t.json()));
    const auto session = openSession("server.json", *source);
    EXPECT_TRUE(session) << session.error().message;
    return *session;
}

std::vector<MadeIteration> times(int count, const std::vector<MadeIteration>& several) {
    std::vector<MadeIteration> all;
    for (int at = 0; at < count; ++at) {
        all.insert(all.end(), several.begin(), several.end());
    }
    return all;
}

Verdict verdictOn(const std::vector<MadeIteration>& a, const std::vector<MadeIteration>& b) {
    return compareSessions(*serverOf(a), *serverOf(b)).verdict;
}

std::vector<std::string> kindsOf(const Verdict& verdict) {
    std::vector<std::string> names;
    for (const KindChange& kind : verdict.kinds) {
        names.push_back(kind.name);
    }
    return names;
}

TEST(ComparedServers, OfOtherMixesAreComparedKindByKind) {
    const MadeIteration small = decode(6, 8, 1'000'000);
    const MadeIteration large = decode(14, 16, 3'000'000);
    const auto mostlySmall = times(10, {small, small, small, large});
    const auto mostlyLarge = times(10, {large, small, large, large});
    const Verdict verdict = verdictOn(mostlySmall, mostlyLarge);
    EXPECT_EQ(verdict.kind, VerdictKind::Unchanged);
    EXPECT_THAT(kindsOf(verdict), ElementsAre("decode:8", "decode:16"));
    EXPECT_NEAR(verdict.kinds[0].share + verdict.kinds[1].share, 1, 1e-9);
    EXPECT_NEAR(verdict.kinds[0].share, 0.5, 0.02) << "30 and 10 of 40 each";
    EXPECT_NEAR(*verdict.change, 0, 0.01);
}

TEST(ComparedServers, ShowAGapBetweenIterations) {
    const auto quick = times(20, {decode(14, 16, 2'000'000), decode(6, 8, 1'000'000)});
    auto late = quick;
    for (MadeIteration& one : late) {
        one.hostNs += 1'000'000;
    }
    const Verdict verdict = verdictOn(quick, late);
    EXPECT_EQ(verdict.kind, VerdictKind::Regressed);
    EXPECT_NEAR(static_cast<double>((verdict.b - verdict.a).count()), 1e6, 2e4);
    for (const KindChange& kind : verdict.kinds) {
        EXPECT_EQ(kind.kind, VerdictKind::Regressed);
        EXPECT_LT(*kind.b.tokensPerSecond, *kind.a.tokensPerSecond);
    }
    const Verdict back = verdictOn(late, quick);
    EXPECT_EQ(back.kind, VerdictKind::Improved);
    EXPECT_EQ(back.a, verdict.b);
    EXPECT_EQ(back.b, verdict.a);
    EXPECT_EQ(back.floor, verdict.floor);
    EXPECT_EQ(kindsOf(back), kindsOf(verdict));
}

// Three iterations in a row at a time, between prompts, while the host is now faster, now slower.
// The other run is one such stretch of the fast kind: iterations in a row are not as many samples.
TEST(ComparedServers, AHostThatDriftsIsNoChange) {
    std::vector<MadeIteration> drifting;
    for (const std::int64_t slower : {0, 160'000, 80'000, 240'000, 120'000}) {
        MadeIteration one = decode(6, 8, 1'000'000);
        one.hostNs += slower;
        drifting.insert(drifting.end(), {one, one, one, mixed(100, 2'000'000)});
    }
    const Verdict verdict = verdictOn(drifting, times(11, {decode(6, 8, 1'000'000)}));
    EXPECT_LT(*verdict.change, -0.05);
    EXPECT_EQ(verdict.kind, VerdictKind::Inconclusive) << verdictSentence(verdict);
    // The same change in all stretches of both runs is one.
    auto late = drifting;
    for (MadeIteration& one : late) {
        one.hostNs += 600'000;
    }
    EXPECT_EQ(verdictOn(drifting, late).kind, VerdictKind::Regressed);
}

TEST(ComparedServers, PairEqualLoadWhereOneHasNoGraph) {
    const Verdict verdict =
        verdictOn(times(20, {decode(20, 24, 1'000'000)}), times(20, {eagerDecode(20, 1'000'000)}));
    EXPECT_EQ(verdict.kind, VerdictKind::Regressed);
    ASSERT_THAT(kindsOf(verdict), ElementsAre("decode:24"));
    EXPECT_EQ(verdict.kinds[0].a.mode, "full graph of 24");
    EXPECT_EQ(verdict.kinds[0].b.mode, "eager");
}

TEST(ComparedServers, PairEqualLoadInOtherBuckets) {
    const Verdict verdict =
        verdictOn(times(20, {decode(35, 64, 2'000'000)}), times(20, {decode(35, 48, 1'600'000)}));
    EXPECT_EQ(verdict.kind, VerdictKind::Improved)
        << verdictSentence(verdict) << ::testing::PrintToString(verdict.remarks);
    EXPECT_THAT(kindsOf(verdict), ElementsAre("decode:48"));
    EXPECT_EQ(verdict.kinds[0].a.mode, "full graph of 64");
}

TEST(ComparedServers, LeaveOutPromptsOfOtherSizes) {
    const auto a = times(10, {decode(6, 8, 1'000'000), mixed(100, 2'000'000)});
    const auto b = times(10, {decode(6, 8, 1'000'000), mixed(900, 9'000'000)});
    const Verdict verdict = verdictOn(a, b);
    EXPECT_EQ(verdict.kind, VerdictKind::Unchanged);
    ASSERT_THAT(kindsOf(verdict), ElementsAre("decode:8", "mixed"));
    EXPECT_EQ(verdict.kinds[0].share, 1);
    EXPECT_TRUE(verdict.kinds[1].otherWork);
    EXPECT_THAT(verdict.remarks, Contains(HasSubstr("mixed iterations are left out")));
}

TEST(ComparedServers, WithoutACommonKindAreNotJudged) {
    const Verdict verdict =
        verdictOn(times(10, {decode(6, 8, 1'000'000)}), times(10, {mixed(100, 2'000'000)}));
    EXPECT_EQ(verdict.kind, VerdictKind::Inconclusive);
    EXPECT_THAT(kindsOf(verdict), IsEmpty());
    EXPECT_THAT(verdict.remarks, Contains(HasSubstr("none of one phase and bucket: decode:8 in A, "
                                                    "mixed in B")));
}

TEST(ComparedServers, ArePairsInOrderTheSameBothWays) {
    const auto a = serverOf({decode(6, 8, 1'000'000), decode(14, 16, 2'000'000),
                             mixed(100, 2'000'000), decode(6, 8, 1'000'000)});
    const auto b = serverOf({decode(14, 16, 2'000'000), decode(6, 8, 1'000'000),
                             decode(6, 8, 1'000'000), mixed(100, 2'000'000)});
    const auto pairsOf = [](const Session& one, const Session& other) {
        return pairIterations(*one.analysis.serving, *other.analysis.serving).pairs;
    };
    const std::vector<StepPair> forth = pairsOf(*a, *b);
    std::vector<StepPair> back = pairsOf(*b, *a);
    for (StepPair& pair : back) {
        std::swap(pair.a, pair.b);
    }
    EXPECT_EQ(forth, back);
    EXPECT_EQ(forth.size(), 2U);
}

// Recorded: host_gap has 5 ms of the host between iterations, prefill_stalls has none.
TEST(RecordedServers, ShowThePlantedGapBetweenIterations) {
    const auto quick = test::recordedSession("serving/prefill_stalls");
    const auto late = test::recordedSession("serving/host_gap");
    const Comparison comparison = compareSessions(*quick, *late);
    const Verdict& verdict = comparison.verdict;
    EXPECT_EQ(verdict.kind, VerdictKind::Regressed);
    ASSERT_THAT(kindsOf(verdict), ElementsAre("decode:16"));
    EXPECT_GT(verdict.bAtClock - verdict.a, std::chrono::milliseconds(4));
    EXPECT_LT(verdict.bAtClock - verdict.a, std::chrono::milliseconds(6));
    EXPECT_EQ(compareSessions(*late, *quick).verdict.kind, VerdictKind::Improved);
}

}  // namespace
}  // namespace gaplight
