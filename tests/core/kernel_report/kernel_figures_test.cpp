// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel_report/kernel_figures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/formats/open_kernel_report.h"
#include "tests/support/checks/golden.h"

namespace gaplight::test {
namespace {

// Sets of metrics as Nsight Compute's sections have them, by hand.
struct MadeKernel {
    KernelReport report;
    explicit MadeKernel(const std::vector<std::pair<const char*, double>>& metrics) {
        ReportKernel& kernel = report.kernels.emplace_back();
        for (const auto& [name, value] : metrics) {
            kernel.metrics.push_back({report.texts.intern(name), value});
        }
        sortMetrics(kernel.metrics);
    }
    const ReportKernel& kernel() const { return report.kernels.front(); }
};

TEST(KernelFigures, StallsAreSharesOfTheTimeBetweenInstructions) {
    const MadeKernel made({
        {"smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio", 6},
        {"smsp__average_warps_issue_stalled_wait_per_issue_active.ratio", 1},
        {"smsp__average_warps_issue_stalled_selected_per_issue_active.ratio", 1},
        {"smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio", 0},
        {"smsp__pcsamp_warps_issue_stalled_wait", 100},
    });
    const auto stalls = stallReasons(made.report, made.kernel());
    ASSERT_EQ(stalls.size(), 2U);
    EXPECT_EQ(stalls[0].name, "long scoreboard");
    EXPECT_EQ(stalls[0].share, 0.75);
    EXPECT_EQ(stalls[1].share, 0.125);
}

TEST(KernelFigures, StallsFromSamplesWithoutCounters) {
    const MadeKernel made({{"smsp__pcsamp_warps_issue_stalled_wait", 30},
                           {"smsp__pcsamp_warps_issue_stalled_wait_not_issued", 30},
                           {"smsp__pcsamp_warps_issue_stalled_selected", 10}});
    const auto stalls = stallReasons(made.report, made.kernel());
    ASSERT_EQ(stalls.size(), 1U);
    EXPECT_EQ(stalls[0].share, 0.75);
    EXPECT_TRUE(stallReasons(MadeKernel({}).report, MadeKernel({}).kernel()).empty());
}

TEST(KernelFigures, LimitsThatAreReached) {
    const MadeKernel made({{"launch__occupancy_limit_registers", 2},
                           {"launch__occupancy_limit_shared_mem", 2},
                           {"launch__occupancy_limit_warps", 8}});
    const auto limits = residentBlockLimits(made.report, made.kernel());
    ASSERT_EQ(limits.size(), 3U);
    EXPECT_EQ(reachedLimits(limits), "registers, shared memory");
    EXPECT_EQ(reachedLimits({}), "");
}

// Read by hand from Nsight Compute's own page of this kernel.
TEST(KernelFigures, RecordedMatmul) {
    const auto report = openKernelReport(dataFile("ncu/ncu_run.raw.csv.zst"), {});
    ASSERT_TRUE(report) << report.error().message;
    const ReportKernel& matmul = report->kernels[3];
    const auto text = [&](const char* key) {
        const KernelFigure* figure = findKernelFigure(key);
        const auto value = figureValue(*report, matmul, *figure);
        return value ? figureText(*value, figure->unit) : std::string("none");
    };
    EXPECT_EQ(text("duration_ns"), "46.3\u2009µs");
    EXPECT_EQ(text("compute_percent"), "79.2\u2009%");
    EXPECT_EQ(text("memory_percent"), "62.1\u2009%");
    EXPECT_EQ(text("dram_percent"), "12.7\u2009%");
    EXPECT_EQ(text("achieved_occupancy_percent"), "14.4\u2009%");
    EXPECT_EQ(text("theoretical_occupancy_percent"), "18.8\u2009%");
    EXPECT_EQ(text("l2_hit_percent"), "84.6\u2009%");
    EXPECT_EQ(text("registers_per_thread"), "168");
    EXPECT_EQ(text("shared_bytes_per_block"), "214\u2009kB");
    EXPECT_EQ(pipelineUses(*report, matmul).front().name, "tensor");
    EXPECT_EQ(reachedLimits(residentBlockLimits(*report, matmul)), "registers, shared memory");
    const auto stalls = stallReasons(*report, matmul);
    EXPECT_EQ(stalls.front().name, "barrier");
    double sum = 0;
    for (const StallReason& stall : stalls) {
        sum += stall.share;
    }
    EXPECT_NEAR(sum, 1 - 1.000428 / 18.480, 1e-3);  // all but issuing
    EXPECT_EQ(findKernelFigure("no such figure"), nullptr);
}

// FFMA 1,708,032 of 12,480,512: what Nsight Compute's page Instruction Statistics shows.
TEST(KernelFigures, InstructionsOfARecordedKernel) {
    const auto report = openKernelReport(dataFile("ncu/ncu_run.ncu-rep.zst"), {});
    ASSERT_TRUE(report);
    const auto opcodes = opcodeShares(*report, report->kernels[0]);
    ASSERT_EQ(opcodes.size(), 35U);
    EXPECT_EQ(opcodes[0].name, "FFMA");
    EXPECT_EQ(opcodes[0].count, 1'708'032U);
    EXPECT_NEAR(opcodes[0].share, 1708032.0 / 12480512, 1e-12);
    const auto mix = instructionMix(*report, report->kernels[0]);
    ASSERT_EQ(mix.size(), 8U);
    EXPECT_EQ(mix[0].name, "floating point");
    for (const ReportKernel& kernel : report->kernels) {
        std::uint64_t sum = 0;
        for (const InstructionCount& opcode : kernel.opcodes) {
            sum += opcode.count;
        }
        EXPECT_EQ(static_cast<double>(sum),
                  report->number(kernel, "sass__inst_executed_per_opcode"));
        sum = 0;
        for (const InstructionCount& category : kernel.opcodeCategories) {
            sum += category.count;
        }
        EXPECT_EQ(static_cast<double>(sum),
                  report->number(kernel, "sass__inst_executed_per_opcode_category"));
    }
    const auto csv = openKernelReport(dataFile("ncu/ncu_run.raw.csv.zst"), {});
    ASSERT_TRUE(csv);
    EXPECT_TRUE(instructionMix(*csv, csv->kernels[0]).empty());
}

}  // namespace
}  // namespace gaplight::test
