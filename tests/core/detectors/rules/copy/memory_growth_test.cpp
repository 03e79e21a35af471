// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/detectors/detected.h"
#include "tests/support/checks/golden.h"

namespace gaplight {
namespace {

using test::Detected;
using test::evidenceExists;
using test::TraceDsl;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;
using ::testing::SizeIs;

constexpr const char* kMemoryGrowthRule = "memory-growth";
constexpr std::int64_t kMega = 1'000'000;

// The operators whose memory stays.
std::vector<std::string> allocators(const Finding& finding) {
    std::vector<std::string> names;
    for (const FindingValues& site : finding.values.rows("sites")) {
        names.push_back(site.text("op"));
    }
    return names;
}

// `total = total + loss`: each step's graph stays.
TEST(MemoryGrowth, AGraphKeptAlive) {
    const Detected result("memory_growth");
    const auto findings = result.of(kMemoryGrowthRule);
    ASSERT_THAT(findings, SizeIs(1)) << result.text(kMemoryGrowthRule);
    const Finding& finding = findings[0];
    EXPECT_EQ(finding.count, 5U);
    EXPECT_EQ(finding.values.get<ByteCount>("growth")->bytes / kMega, 134);
    EXPECT_THAT(allocators(finding), IsSupersetOf({"aten::linear", "aten::gelu"}));
    for (const FindingValues& site : finding.values.rows("sites")) {
        EXPECT_LT(site.get<ByteCount>("site_bytes")->bytes / kMega, 68);
    }
    EXPECT_EQ(finding.values.caseOf("fix"), "autograd");
    EXPECT_EQ(finding.where.gpu, GpuId(SourceId(), 0));
    EXPECT_EQ(finding.where.python, "cap_mem.py(6): step");
    EXPECT_FALSE(finding.cost.saving) << "memory takes no time";
    EXPECT_TRUE(evidenceExists(result.session(), finding));
    EXPECT_EQ(std::count_if(
                  finding.evidence.begin(), finding.evidence.end(),
                  [](const Evidence& evidence) { return evidence.shape == EvidenceShape::Band; }),
              5);
}

TEST(MemoryGrowth, SilentWhereMemoryIsFlat) {
    for (const char* trace : {"memory_flat", "train_sync_pageable", "train_workers_pinned",
                              "wan_before_compile", "flux_after_eager", "flux2_after_compile"}) {
        const Detected result(trace);
        EXPECT_THAT(result.of(kMemoryGrowthRule), IsEmpty()) << trace;
        EXPECT_THAT(result.notApplicable(kMemoryGrowthRule), IsEmpty()) << trace;
    }
}

// A list of detached losses: 512 bytes a step.
TEST(MemoryGrowth, AListOfNumbersIsBelowTheThreshold) {
    EXPECT_THAT(Detected("memory/losses").of(kMemoryGrowthRule), IsEmpty());
    EXPECT_THAT(Detected("memory/losses", {"memory-growth.min_growth=512"}).of(kMemoryGrowthRule),
                SizeIs(1));
}

TEST(MemoryGrowth, ACacheByDesign) {
    const auto findings = Detected("memory/kv_cache").of(kMemoryGrowthRule);
    ASSERT_THAT(findings, SizeIs(1));
    EXPECT_THAT(allocators(findings[0]), Contains("aten::cat"))
        << "though each step's cache is freed in the next";
    EXPECT_EQ(findings[0].values.caseOf("fix"), "cache");
}

TEST(MemoryGrowth, OutputsInAList) {
    const auto findings = Detected("memory/outputs").of(kMemoryGrowthRule);
    ASSERT_THAT(findings, SizeIs(1));
    EXPECT_EQ(findings[0].values.caseOf("fix"), "results");
    EXPECT_EQ(findings[0].values.caseOf("confidence"), "no-stacks");
}

TEST(MemoryGrowth, NotApplicable) {
    EXPECT_THAT(Detected("resnet18_eager").notApplicable(kMemoryGrowthRule),
                HasSubstr("no memory events were recorded"));
    TraceDsl t;
    const auto host = t.thread("main");
    t.op(host, {0, 100}, "aten::empty");
    t.memory(host, 10, 1, 100, 100);
    EXPECT_THAT(Detected(t).notApplicable(kMemoryGrowthRule), HasSubstr("no steps"));
}

// One pass over ten layers keeps what its backward pass needs, layer by layer.
TEST(MemoryGrowth, LayersAreNoSteps) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    for (int layer = 0; layer < 10; ++layer) {
        const std::int64_t at = 10'000LL * layer;
        t.op(host, {at, at + 900}, "aten::linear");
        t.memory(host, at + 10, static_cast<std::uint64_t>(layer) + 1, 5'000'000,
                 5'000'000LL * (layer + 1));
        for (const int kernel : {0, 1, 2, 3}) {
            const std::int64_t launch = at + 100 + 100LL * kernel;
            t.kernel(stream, {at + 2000 + 1000LL * kernel, at + 2900 + 1000LL * kernel},
                     t.launch(host, {launch, launch + 50}), "kernel" + std::to_string(kernel));
        }
    }
    const Detected result(t);
    ASSERT_EQ(result.session().analysis.steps.markers.source, StepSource::Kernels);
    EXPECT_THAT(result.of(kMemoryGrowthRule), IsEmpty());
    EXPECT_THAT(result.notApplicable(kMemoryGrowthRule), HasSubstr("layers of one step"));
}

// Steps of 1 µs that each allocate so many bytes, in two operators, and free those of one.
TraceDsl allocating(const std::vector<std::int64_t>& kept) {
    TraceDsl t;
    const auto host = t.thread("main");
    std::int64_t allocated = 0;
    for (std::size_t step = 0; step < kept.size(); ++step) {
        const auto at = static_cast<std::int64_t>(1000 * step);
        t.annotation(host, {at, at + 900}, "ProfilerStep#" + std::to_string(step));
        t.op(host, {at + 100, at + 200}, "aten::mul");
        t.memory(host, at + 110, 10 * step + 1, 5'000'000, allocated + 5'000'000);
        t.op(host, {at + 300, at + 400}, "aten::add");
        t.memory(host, at + 310, 10 * step + 2, kept[step], allocated + 5'000'000 + kept[step]);
        allocated += kept[step];
        t.op(host, {at + 500, at + 600}, "aten::sub");
        t.memory(host, at + 510, 10 * step + 1, -5'000'000, allocated);
    }
    return t;
}

TEST(MemoryGrowth, ThreeSteadyStepsUpToTheLast) {
    EXPECT_THAT(Detected(allocating({kMega, kMega, kMega, kMega})).of(kMemoryGrowthRule),
                SizeIs(1));
    EXPECT_THAT(Detected(allocating({kMega, kMega, kMega})).of(kMemoryGrowthRule), IsEmpty())
        << "the first step is warm-up";
    EXPECT_THAT(Detected(allocating({kMega, kMega, 0, kMega, kMega})).of(kMemoryGrowthRule),
                IsEmpty());
    EXPECT_THAT(Detected(allocating({kMega, kMega, kMega, kMega, 1})).of(kMemoryGrowthRule),
                IsEmpty())
        << "it has ended: a pool that filled up";
    EXPECT_THAT(Detected(allocating({0, 0, 0, kMega, kMega, kMega})).of(kMemoryGrowthRule),
                SizeIs(1));
}

TEST(MemoryGrowth, Thresholds) {
    const TraceDsl slow = allocating({999'999, 999'999, 999'999, 999'999});
    EXPECT_THAT(Detected(slow).of(kMemoryGrowthRule), IsEmpty());
    EXPECT_THAT(Detected(slow, {"memory-growth.min_growth=999999"}).of(kMemoryGrowthRule),
                SizeIs(1));
    EXPECT_THAT(Detected(allocating({kMega, kMega, kMega, kMega}), {"memory-growth.min_steps=4"})
                    .of(kMemoryGrowthRule),
                IsEmpty());
}

TEST(MemoryGrowth, NamesOnlyWhatStays) {
    const Detected result(allocating({kMega, 2 * kMega, 3 * kMega, 2 * kMega}));
    const auto findings = result.of(kMemoryGrowthRule);
    ASSERT_THAT(findings, SizeIs(1));
    EXPECT_EQ(findings[0].values.get<ByteCount>("growth"), ByteCount{2 * kMega});
    EXPECT_EQ(findings[0].count, 3U);
    EXPECT_EQ(findings[0].where.op, "aten::add");
    EXPECT_THAT(allocators(findings[0]), Not(Contains("aten::mul")));
    EXPECT_TRUE(evidenceExists(result.session(), findings[0]));
}

TEST(MemoryGrowth, Texts) {
    EXPECT_TRUE(test::matchesGolden(
        "findings/rules/memory-growth.txt",
        test::textOf("memory-growth", {"memory_growth", "memory/kv_cache", "memory/outputs"})));
}

}  // namespace
}  // namespace gaplight
