// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel_report/kernel_rates.h"

#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/formats/open_kernel_report.h"
#include "core/kernel_report/kernel_figures.h"
#include "core/report/kernel_report/kernel_list.h"
#include "core/session/report_plot.h"
#include "tests/support/checks/golden.h"

namespace gaplight::test {
namespace {

KernelReport recorded(const char* name) {
    Result<KernelReport> report = openKernelReport(dataFile(name), {});
    EXPECT_TRUE(report);
    return *std::move(report);
}

// A kernel with these metrics.
KernelReport madeReport(const std::vector<std::pair<std::string, double>>& metrics) {
    KernelReport report;
    ReportKernel& kernel = report.kernels.emplace_back();
    for (const auto& [name, value] : metrics) {
        kernel.metrics.push_back({report.texts.intern(name), value});
    }
    sortMetrics(kernel.metrics);
    return report;
}

std::vector<std::pair<std::string, double>> scalarMetrics(double add, double product,
                                                          double fused) {
    std::vector<std::pair<std::string, double>> metrics{
        {"smsp__cycles_elapsed.avg.per_second", 1e9}, {"dram__bytes.sum.per_second", 1e12}};
    for (const std::string letter : {"d", "f", "h"}) {
        for (const auto& [name, value] :
             {std::pair("add", add), std::pair("mul", product), std::pair("fma", fused)}) {
            metrics.emplace_back("smsp__sass_thread_inst_executed_op_" + letter + name +
                                     "_pred_on.sum.per_cycle_elapsed",
                                 value);
        }
    }
    return metrics;
}

TEST(KernelRates, CountAFusedInstructionTwiceAndPackedHalvesTwice) {
    const KernelReport report = madeReport(scalarMetrics(1, 2, 3));
    const auto rates = kernelRates(report, report.kernels[0]);
    ASSERT_TRUE(rates);
    // (1 + 2 + 2 * 3) of each type, of halves two at once; 1 GHz.
    EXPECT_EQ(rates->flopsPerSecond, (9 + 9 + 18) * 1e9);
    EXPECT_EQ(rates->bytesPerSecond, 1e12);
}

TEST(KernelRates, AddTensorCoresOnceAndLeaveIntegersOut) {
    auto metrics = scalarMetrics(0, 0, 0);
    const std::string prefix = "sm__ops_path_tensor_src_";
    metrics.emplace_back(prefix + "bf16_dst_fp32.sum.per_second", 5e14);
    metrics.emplace_back(prefix + "fp8.sum.per_second", 3e14);
    metrics.emplace_back(prefix + "fp8_sparsity_on.sum.per_second", 2e14);
    metrics.emplace_back(prefix + "fp8_sparsity_off.sum.per_second", 1e14);
    metrics.emplace_back(prefix + "int8.sum.per_second", 7e14);
    metrics.emplace_back(
        "sm__ops_path_tensor_op_hgmma_src_bf16_dst_fp32_sparsity_off.sum.per_second", 5e14);
    const KernelReport report = madeReport(metrics);
    EXPECT_EQ(kernelRates(report, report.kernels[0])->flopsPerSecond, 8e14);
}

TEST(KernelRates, AreUnknownWithoutCounters) {
    auto metrics = scalarMetrics(1, 1, 1);
    metrics.emplace_back("sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active", 40);
    const KernelReport uncounted = madeReport(metrics);
    EXPECT_FALSE(kernelRates(uncounted, uncounted.kernels[0])) << "tensor cores are not counted";
    const KernelReport empty = madeReport(std::vector<std::pair<std::string, double>>{});
    EXPECT_FALSE(kernelRates(empty, empty.kernels[0]));
    EXPECT_TRUE(kernelPeaks(empty).operations.empty());
}

TEST(KernelRates, OfADamagedReportAreNone) {
    auto metrics = scalarMetrics(1e300, 1, 1);
    metrics[0].second = 1e300;
    const KernelReport report = madeReport(metrics);
    EXPECT_FALSE(kernelRates(report, report.kernels[0]));
    metrics = scalarMetrics(1, 1, 1);
    metrics.emplace_back("dram__bytes.sum.peak_sustained", 1e300);
    metrics.emplace_back("dram__cycles_elapsed.avg.per_second", 1e300);
    metrics.emplace_back("sm__sass_thread_inst_executed_op_ffma_pred_on.sum.peak_sustained", 1e300);
    metrics.emplace_back("sm__cycles_elapsed.avg.per_second", 1e300);
    const KernelPeaks peaks = kernelPeaks(madeReport(metrics));
    EXPECT_EQ(peaks.bytesPerSecond, 1e21);
    ASSERT_EQ(peaks.operations.size(), 1U);
    EXPECT_EQ(peaks.operations[0].flopsPerSecond, 1e21);
}

// A bf16 product of 4096 x 3072 and 3072 x 4096: its operations are known, and its share of the
// peak is the profiler's own throughput of the tensor cores.
TEST(KernelRates, OfARecordedProductAreItsOperations) {
    const KernelReport report = recorded("ncu/ncu_run.ncu-rep.zst");
    const ReportKernel& product = report.kernels[1];
    const auto rates = kernelRates(report, product);
    ASSERT_TRUE(rates);
    const double seconds = *figureValue(report, product, "duration_ns") / 1e9;
    EXPECT_NEAR(rates->flopsPerSecond * seconds / (2.0 * 4096 * 4096 * 3072), 1, 0.002);
    EXPECT_NEAR(rates->bytesPerSecond, 847.8e9, 1e8);
    const KernelPeaks peaks = kernelPeaks(report);
    ASSERT_EQ(peaks.operations.size(), 3U);
    EXPECT_EQ(peaks.operations[0].type, "bf16");
    EXPECT_NEAR(peaks.operations[0].flopsPerSecond, 937e12, 1e12);
    EXPECT_EQ(peaks.operations[2].type, "fp32");
    EXPECT_NEAR(peaks.bytesPerSecond, 4.81e12, 1e10);
}

TEST(ReportPlot, IsARooflineWhereOperationsWereCounted) {
    const KernelReport report = recorded("ncu/ncu_run.ncu-rep.zst");
    const ReportPlot plot = reportPlotOf(report);
    EXPECT_TRUE(plot.isRoofline);
    EXPECT_EQ(plot.kernels.size(), 46U);
    EXPECT_EQ(plot.unknown, 0U);
    EXPECT_EQ(plot.ceilings[0].label, "bf16 on tensor cores");
    EXPECT_EQ(plot.ceilings[1].label, "fp16") << "of the other cores: no kernel used them for it";
    // No point lies above the roofline.
    for (const RooflinePoint& point : plot.rooflinePoints) {
        EXPECT_LE(point.flopsPerSecond, plot.ceilings[0].flopsPerSecond) << point.label;
        EXPECT_LE(point.bytesPerSecond, plot.bytesPerSecond * 1.01) << point.label;
    }
    const ReportPlot part = plotOfKernels(plot, std::vector<std::uint32_t>{0, 1, 45});
    ASSERT_EQ(part.kernels.size(), 3U);
    EXPECT_EQ(part.kernels[0], 1U) << "the longest first";
    EXPECT_EQ(part.rooflinePoints[0].label, "nvjet_sm90_tst_256x128_64x4_1x2_h_bz_coopA_bias_TNT");
}

TEST(ReportPlot, IsOfThroughputsElse) {
    const ReportPlot plot = reportPlotOf(recorded("ncu/ncu_run.basic.csv.zst"));
    EXPECT_FALSE(plot.isRoofline);
    EXPECT_EQ(plot.throughputPoints.size(), 46U);
    EXPECT_TRUE(plot.rooflinePoints.empty());
    EXPECT_NEAR(plot.throughputPoints[1].computePercent, 85.6, 0.1);
    EXPECT_NEAR(plot.throughputPoints[1].memoryPercent, 67.6, 0.1);
    EXPECT_TRUE(plotOfKernels(plot, {}).kernels.empty());
}

TEST(KernelList, HasARowForEachKernel) {
    const KernelReport report = recorded("ncu/ncu_run.ncu-rep.zst");
    Table table = kernelListTable(report);
    ASSERT_EQ(table.rows.size(), 46U);
    EXPECT_EQ(kernelReportSummary(report),
              "NVIDIA H200 · Nsight Compute 2025.3.1.0 · 46 kernels in 2.13\u2009ms · python3.12");
    const auto verdict = kernelReportVerdict(report);
    ASSERT_TRUE(verdict);
    EXPECT_TRUE(verdict->text.starts_with("sm80_xmma_gemm_"));
    EXPECT_EQ(verdict->kernel, 11U);
    EXPECT_TRUE(verdict->text.ends_with(
        " takes 39.3\u2009% of the time, with 74.5\u2009% of the memory's throughput and "
        "77.1\u2009% of the compute throughput: bound by compute."))
        << verdict->text;
    EXPECT_FALSE(kernelReportVerdict({}));
    table.rows.resize(4);
    EXPECT_TRUE(matchesGolden("kernel_report/kernel_list.txt",
                              tableMarkdown(table) + "\n" + tableCsv(table)));
}

}  // namespace
}  // namespace gaplight::test
