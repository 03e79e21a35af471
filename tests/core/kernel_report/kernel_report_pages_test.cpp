// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/kernel_report/kernel_report_pages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/formats/open_kernel_report.h"
#include "core/session/session.h"
#include "tests/support/checks/golden.h"

namespace gaplight::test {
namespace {

using ::testing::HasSubstr;

KernelReport recordedReport(const std::string& file) {
    Result<KernelReport> report = openKernelReport(dataFile("ncu/" + file), {});
    EXPECT_TRUE(report) << report.error().message;
    report->path = file;
    return *std::move(report);
}

TEST(KernelReportPages, RecordedRunAlone) {
    const KernelReport report = recordedReport("ncu_run.ncu-rep.zst");
    const KernelReportSubject subject{report, nullptr};
    EXPECT_TRUE(
        matchesGolden("report/ncu_run.kernels.txt", kernelReportText(subject, PageStyle::Plain)));
    EXPECT_TRUE(matchesGolden("report/ncu_run.kernels.info.txt",
                              kernelReportInfoText(subject, PageStyle::Plain)));
    EXPECT_TRUE(matchesGolden("report/ncu_run.kernels.info.json", kernelReportInfoJson(subject)));
    EXPECT_THAT(kernelReportText(subject, PageStyle::Markdown), HasSubstr("sm80"));
}

TEST(KernelReportPages, RecordedRunOnItsTrace) {
    const KernelReport report = recordedReport("ncu_run.ncu-rep.zst");
    const auto session = openSession(dataFile("ncu/ncu_run.json.zst"));
    ASSERT_TRUE(session);
    const auto matches = matchKernels(report, *(*session)->trace);
    ASSERT_TRUE(matches) << matches.error().message;
    const auto page = makePage(PageStyle::Plain);
    writeKernelReportSections({report, &*matches}, *page);
    EXPECT_TRUE(matchesGolden("report/ncu_run.matched.txt", page->take()));
    const Json json = jsonKernelReport({report, &*matches}, false);
    EXPECT_TRUE(matchesGolden("report/ncu_run.matched_kernel.json", jsonText(json["kernels"][3])));
}

TEST(KernelReportPages, TwoReports) {
    const KernelReport a = recordedReport("ncu_run.ncu-rep.zst");
    const KernelReport b = recordedReport("ncu_run.basic.csv.zst");
    EXPECT_TRUE(matchesGolden("report/ncu_run.kernels.compared.txt",
                              kernelReportComparisonText(a, b, PageStyle::Plain)));
}

}  // namespace
}  // namespace gaplight::test
