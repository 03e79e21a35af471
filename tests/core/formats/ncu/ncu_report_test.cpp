// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/ncu/ncu_report.h"

#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/formats/ncu/ncu_result.h"
#include "core/formats/open_kernel_report.h"
#include "tests/support/checks/golden.h"
#include "tests/support/formats/ncu_text.h"

namespace gaplight::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ReportIssue = KernelReportIssueKind;

Result<KernelReport> readMade(std::string bytes) {
    const auto source = byteSourceFromMemory(std::move(bytes));
    EXPECT_TRUE(source);
    return openKernelReport(**source);
}

TEST(NcuReport, RecordedRun) {
    const auto report = openKernelReport(dataFile("ncu/ncu_run.ncu-rep.zst"), {});
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->toolVersion, "2025.3.1.0 (build 36398880) (public-release)");
    EXPECT_EQ(report->program, "/usr/bin/python3.12");
    EXPECT_EQ(report->host, "127.0.0.1");
    EXPECT_EQ(report->createdSeconds, 1795343686);
    ASSERT_EQ(report->gpus.size(), 1U);
    EXPECT_EQ(report->gpus.front().name, "NVIDIA H200");
    EXPECT_EQ(report->gpus.front().computeMajor, 9);
    ASSERT_EQ(report->kernels.size(), 46U);
    const ReportKernel& matmul = report->kernels[3];
    EXPECT_EQ(report->text(matmul.name), "nvjet_sm90_tst_256x128_64x4_1x2_h_bz_coopA_bias_TNT");
    EXPECT_THAT(matmul.grid, ElementsAre(2, 66, 1));
    EXPECT_THAT(matmul.block, ElementsAre(384, 1, 1));
    EXPECT_EQ(matmul.stream, 7);
    EXPECT_EQ(matmul.context, 1);
    EXPECT_EQ(matmul.process, 476);
    EXPECT_EQ(report->gpuOf(matmul), &report->gpus.front());
    EXPECT_EQ(report->number(matmul, "gpu__time_duration.sum"), 46336);
    EXPECT_EQ(report->number(matmul, "launch__registers_per_thread"), 168);
    EXPECT_NEAR(*report->number(matmul, "sm__throughput.avg.pct_of_peak_sustained_elapsed"),
                79.17734, 1e-5);
    EXPECT_EQ(report->number(matmul, "no such metric"), std::nullopt);
    ASSERT_EQ(matmul.sections.size(), 21U);
    EXPECT_EQ(report->text(matmul.sections.front()), "Compute Workload Analysis");
    ASSERT_FALSE(matmul.rules.empty());
    const RuleText& rule = matmul.rules.front();
    EXPECT_EQ(report->text(rule.rule), "SOLBottleneck");
    EXPECT_EQ(report->text(rule.title), "High Compute Throughput");
    EXPECT_EQ(rule.verdict, RuleVerdict::Optimization);
    EXPECT_THAT(std::string(report->text(rule.text)),
                HasSubstr("Look at the Compute Workload Analysis section"));
    for (std::size_t at = 0; at < KernelReportIssues::kKinds; ++at) {
        EXPECT_EQ(report->issues.counts[at], 0U)
            << kernelReportIssueName(static_cast<ReportIssue>(at));
    }
}

TEST(NcuReport, MadeReport) {
    const auto report =
        readMade(ncuFile({"a.sum", "b.pct"}, {ncuKernel({"void f<int>(int)",
                                                         {4, 2, 1},
                                                         {64, 1, 1},
                                                         {{1, 50.5}, {0, 7}, {1, 3}, {9, 1}},
                                                         "Use @url:less:x@."})}));
    ASSERT_TRUE(report) << report.error().message;
    ASSERT_EQ(report->kernels.size(), 1U);
    const ReportKernel& kernel = report->kernels.front();
    EXPECT_EQ(report->text(kernel.name), "void f<int>(int)");
    EXPECT_THAT(kernel.grid, ElementsAre(4, 2, 1));
    EXPECT_EQ(report->number(kernel, "a.sum"), 7);
    EXPECT_EQ(report->number(kernel, "b.pct"), 50.5);  // the first of two
    EXPECT_EQ(report->issues.count(ReportIssue::UnknownMetric), 1U);
    ASSERT_EQ(kernel.rules.size(), 1U);
    EXPECT_EQ(report->text(kernel.rules.front().text), "Use less.");
    EXPECT_EQ(kernel.rules.front().speedupPercent, 12.5);
    EXPECT_TRUE(kernel.rules.front().isGlobalSpeedup);
}

TEST(NcuReport, EveryCutIsAnErrorOrCounted) {
    const std::string whole =
        ncuFile({"a.sum"}, {ncuKernel({"f", {1, 1, 1}, {32, 1, 1}, {{0, 1}}, {}}),
                            ncuKernel({"g", {1, 1, 1}, {32, 1, 1}, {{0, 2}}, "text"})});
    for (std::size_t length = 0; length < whole.size(); ++length) {
        const auto cut = readMade(whole.substr(0, length));
        if (cut) {
            EXPECT_EQ(cut->kernels.size(), 1U) << length;
            EXPECT_EQ(cut->issues.count(ReportIssue::Truncated), 1U) << length;
        } else {
            EXPECT_THAT(cut.error().message, ::testing::Not(HasSubstr("\n"))) << length;
        }
    }
    const auto recorded = openKernelReport(dataFile("ncu/ncu_run.ncu-rep.zst"), {});
    ASSERT_TRUE(recorded);
}

TEST(NcuReport, EveryChangedByteIsRead) {
    const std::string whole =
        ncuFile({"a.sum"}, {ncuKernel({"f", {1, 1, 1}, {32, 1, 1}, {{0, 1}}, "text"})});
    for (std::size_t at = 0; at < whole.size(); ++at) {
        for (const char value : {'\0', '\x01', '\x7f', '\xff'}) {
            std::string changed = whole;
            changed[at] = value;
            const auto report = readMade(changed);
            EXPECT_TRUE(report || !report.error().message.empty());
        }
    }
}

TEST(NcuReport, DamagedKernelIsPutAside) {
    const auto report =
        readMade(ncuFile({"a.sum"}, {"\x3a\x7f", ncuKernel({"f", {1, 1, 1}, {32, 1, 1}, {}, {}}),
                                     ncuKernel({"", {1, 1, 1}, {32, 1, 1}, {}, {}})}));
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->kernels.size(), 1U);
    EXPECT_EQ(report->issues.count(ReportIssue::MalformedKernel), 2U);
}

TEST(NcuReport, RefusalsAreOneLine) {
    const auto empty = readMade(ncuFile({"a.sum"}, {}));
    ASSERT_FALSE(empty);
    EXPECT_EQ(
        empty.error().message,
        "the report of Nsight Compute has no kernels; measure some with `ncu -o FILE PROGRAM`");
    const auto other = readMade("{\"traceEvents\":[]}");
    ASSERT_FALSE(other);
    EXPECT_EQ(other.error().code, ErrorCode::NotATrace);
    EXPECT_THAT(other.error().message, HasSubstr("not a kernel report but text"));
    using namespace std::string_view_literals;
    const auto huge = readMade(std::string("NVR\0\xff\xff\xff\xff"sv));
    ASSERT_FALSE(huge);
    EXPECT_THAT(huge.error().message, HasSubstr("a message of 4294967295 bytes"));
}

// No document says what they are in: gzip and zstd are read, anything else is refused in a line.
TEST(NcuReport, CompressedReportsAreReadOrRefusedWithAWayOut) {
    const std::string folder = ::testing::TempDir();
    const std::string unknown = folder + "unknown.ncu-repz";
    std::ofstream(unknown) << "PK\x03\x04 some container";
    const auto refused = openKernelReport(unknown, {});
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message,
                ::testing::AllOf(HasSubstr(unknown), HasSubstr("save it as .ncu-rep in ncu-ui"),
                                 ::testing::Not(HasSubstr("\n"))));
    EXPECT_TRUE(isCompressedReportName(unknown));
    EXPECT_FALSE(isCompressedReportName("a.ncu-rep"));
    const std::string zstd = folder + "zstd.ncu-repz";
    std::filesystem::copy_file(dataFile("ncu/ncu_run.ncu-rep.zst"), zstd,
                               std::filesystem::copy_options::overwrite_existing);
    const auto read = openKernelReport(zstd, {});
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->kernels.size(), 46U);
    EXPECT_THAT(openKernelReport(folder + "missing.ncu-repz", {}).error().code,
                ErrorCode::NotFound);
    for (const std::string& path : {unknown, zstd}) {
        std::filesystem::remove(path);
    }
}

TEST(NcuReport, MarkupOfRules) {
    EXPECT_EQ(withoutRuleMarkup("See @section:Occupancy:Occupancy@ and @url:docs:https://a.b/c@."),
              "See Occupancy and docs.");
    EXPECT_EQ(withoutRuleMarkup("a@b.c and @ alone @x:y@ @"), "a@b.c and @ alone @x:y@ @");
}

}  // namespace
}  // namespace gaplight::test
