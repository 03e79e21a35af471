// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel_report/matching/kernel_matches.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/formats/open_kernel_report.h"
#include "core/kernel_report/matching/report_comparison.h"
#include "core/session/session.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

KernelReport madeReport(const std::vector<std::string>& names, std::uint64_t grid = 4) {
    KernelReport report;
    for (const std::string& name : names) {
        ReportKernel& kernel = report.kernels.emplace_back();
        kernel.name = report.texts.intern(name);
        kernel.grid = {grid, 1, 1};
        kernel.block = {64, 1, 1};
    }
    return report;
}

std::shared_ptr<const Session> traceWith(const std::vector<std::string>& names,
                                         const std::string& gpu = "NVIDIA H200") {
    TraceDsl t;
    const auto stream = t.stream(0, 7);
    std::int64_t at = 0;
    for (const std::string& name : names) {
        t.kernel(stream, {at, at + 100 * kUs}, 0, name);
        t.arg("grid", "[4, 1, 1]");
        t.arg("block", "[64, 1, 1]");
        at += 200 * kUs;
    }
    t.fact("deviceProperties", R"([{"id": 0, "name": ")" + gpu + R"("}])");
    const auto source = byteSourceFromMemory(t.json());
    const auto session = openSession("made.json", **source);
    EXPECT_TRUE(session) << session.error().message;
    return *session;
}

std::vector<std::uint32_t> kernelsOf(const KernelMatches& matches) {
    std::vector<std::uint32_t> kernels;
    for (const KernelMatch& match : matches.launches) {
        kernels.push_back(match.kernel);
    }
    return kernels;
}

TEST(KernelMatches, EachRepetitionAlike) {
    const KernelReport report =
        madeReport({"void native::<unnamed>::gemm<(int)8>(int)", "add", "void gemm<8>(T1)"});
    const auto session = traceWith({"void at::native::(anonymous namespace)::gemm<8>(int)", "add",
                                    "gemm", "gemm", "add", "gemm", "other"});
    const auto matches = matchKernels(report, *session->trace);
    ASSERT_TRUE(matches) << matches.error().message;
    EXPECT_THAT(kernelsOf(*matches), ElementsAre(0, 1, 2, 0, 1, 2));
    EXPECT_EQ(matches->matchedKernels, 3U);
    EXPECT_EQ(matches->ambiguousKernels, 0U);
    EXPECT_EQ(matches->allLaunches, 7U);
    EXPECT_EQ(matches->matchedTime, std::chrono::microseconds(600));
    EXPECT_EQ(matches->timeOfKernel[0], std::chrono::microseconds(200));
    EXPECT_EQ(matches->find(matches->launches[3].slice), &matches->launches[3]);
    EXPECT_EQ(matches->find(SliceId(1000)), nullptr);
}

TEST(KernelMatches, OtherCountsAreAmbiguous) {
    const auto session = traceWith({"gemm", "gemm", "gemm", "add", "add", "add"});
    const auto matches = matchKernels(madeReport({"gemm", "gemm", "add"}), *session->trace);
    ASSERT_TRUE(matches) << matches.error().message;
    EXPECT_EQ(matches->ambiguousKernels, 2U);  // one kernel of a key alone is certain
    EXPECT_EQ(matches->ambiguousLaunches, 3U);
    EXPECT_TRUE(matches->isAmbiguousKernel[0]);
    EXPECT_FALSE(matches->isAmbiguousKernel[2]);
}

TEST(KernelMatches, Refusals) {
    const auto session = traceWith({"gemm", "gemm"});
    const auto other = matchKernels(madeReport({"conv"}), *session->trace);
    ASSERT_FALSE(other);
    EXPECT_THAT(other.error().message, HasSubstr("0 of its 1 kernels have the name, grid"));
    const auto grid = matchKernels(madeReport({"gemm"}, 5), *session->trace);
    EXPECT_FALSE(grid);
    KernelReport elsewhere = madeReport({"gemm"});
    elsewhere.gpus.push_back({0, "NVIDIA A100", 8, 0});
    const auto gpu = matchKernels(elsewhere, *session->trace);
    ASSERT_FALSE(gpu);
    EXPECT_THAT(gpu.error().message, HasSubstr("it is of NVIDIA A100, the trace of NVIDIA H200"));
    TraceDsl t;
    t.op(t.thread("main"), {0, 100}, "aten::add");
    const auto none = matchKernels(madeReport({"gemm"}), *t.trace());
    ASSERT_FALSE(none);
    EXPECT_THAT(none.error().message, HasSubstr("has no kernels"));
}

TEST(KernelMatches, AnotherProgramOfTheSameLibrary) {
    const auto report = openKernelReport(dataFile("ncu/ncu_run.ncu-rep.zst"), {});
    ASSERT_TRUE(report);
    const auto session = openSession(dataFile("resnet18_eager.json.zst"));
    ASSERT_TRUE(session);
    const auto matches = matchKernels(*report, *(*session)->trace);
    ASSERT_FALSE(matches);
    EXPECT_THAT(matches.error().message, HasSubstr("7 of its 46 kernels"));
}

TEST(KernelMatches, EveryKernelOfTheRecordedRun) {
    const auto session = openSession(dataFile("ncu/ncu_run.json.zst"));
    ASSERT_TRUE(session);
    for (const char* file :
         {"ncu_run.ncu-rep.zst", "ncu_run.raw.csv.zst", "ncu_run.basic.csv.zst"}) {
        const auto report = openKernelReport(dataFile(std::string("ncu/") + file), {});
        ASSERT_TRUE(report);
        const auto matches = matchKernels(*report, *(*session)->trace);
        ASSERT_TRUE(matches) << file << ": " << matches.error().message;
        EXPECT_EQ(matches->matchedKernels, 46U);
        EXPECT_EQ(matches->ambiguousKernels, 0U);
        EXPECT_EQ(matches->launches.size(), 138U);
        EXPECT_EQ(matches->matchedTime, matches->allTime);
    }
}

TEST(ReportComparison, PairsAndChanges) {
    KernelReport a = madeReport({"gemm", "add", "gone"});
    KernelReport b = madeReport({"gemm", "new"});
    KernelReport larger = madeReport({"add"}, 8);
    b.kernels.push_back(larger.kernels.front());
    b.kernels.back().name = b.texts.intern("add");
    const auto measure = [](KernelReport& report, const char* name, double value) {
        report.kernels.front().metrics.push_back({report.texts.intern(name), value});
        sortMetrics(report.kernels.front().metrics);
    };
    measure(a, "x.sum", 100);
    measure(b, "x.sum", 50);
    measure(a, "x.avg", 10);
    measure(b, "x.avg", 5);
    measure(a, "hits.pct", 20);
    measure(b, "hits.pct", 90);
    measure(a, "x.max", 1);
    measure(b, "x.max", 100);
    measure(a, "launch__y.sum", 1);
    measure(b, "launch__y.sum", 100);
    const ReportComparison comparison = compareReports(a, b, 10);
    ASSERT_EQ(comparison.pairs.size(), 2U);
    EXPECT_TRUE(comparison.pairs[0].isSameLaunch);
    EXPECT_FALSE(comparison.pairs[1].isSameLaunch);  // add, with another grid
    EXPECT_THAT(comparison.onlyA, ElementsAre(2U));
    EXPECT_THAT(comparison.onlyB, ElementsAre(1U));
    const auto& changes = comparison.pairs[0].changes;
    ASSERT_EQ(changes.size(), 2U);
    EXPECT_EQ(changes[0].name, "hits.pct");
    EXPECT_EQ(changes[0].change, 0.7);
    EXPECT_EQ(changes[1].name, "x.sum");
    EXPECT_EQ(changes[1].change, 0.5);
}

}  // namespace
}  // namespace gaplight::test
