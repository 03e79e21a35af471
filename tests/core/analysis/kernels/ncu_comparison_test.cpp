// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// Efficiency from shapes against what Nsight Compute measured of the same program. The two differ
// for reasons that the table states kernel by kernel:
//   duration   Nsight Compute ran the kernel with an empty cache and other clocks
//   cached     of the compulsory bytes, those that did not reach the memory: results that stay in
//              the cache of 50 MB until another kernel needs it, inputs that an earlier kernel left
//   clock      the share is of the peak at the clock that the GPU had; the document's is at boost
// "explained" is the efficiency with these taken into account, and must be what was measured.
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/analysis/torch/kernel_group.h"
#include "core/formats/open_kernel_report.h"
#include "core/session/efficiency_of.h"
#include "core/session/session.h"
#include "tests/support/checks/golden.h"

namespace gaplight {
namespace {

// Clocks at which an H200's 132 SMs reach the peaks of its document: 4,096 FLOPs of bf16, 256 of
// fp32 a cycle.
constexpr double kTensorClock = 989.5e12 / 132 / 4096;
constexpr double kFp32Clock = 67e12 / 132 / 256;
constexpr double kMinNs = 5000;  // shorter ones are launch, not throughput

struct Comparison {
    double efficiency = 0;
    double explained = 0;
    double measured = 0;
    std::string reasons;
};

Comparison compare(const KernelReport& report, const ReportKernel& kernel,
                   const ClassEfficiency& one, double ownNs) {
    const auto number = [&](const char* name) { return report.number(kernel, name).value_or(0); };
    const double ns = number("gpu__time_duration.sum");
    Comparison result;
    result.efficiency = one.efficiency;
    result.explained = one.efficiency * ownNs / ns;
    result.reasons = fmt::format("duration x {:.2f}", ns / ownNs);
    if (one.work.kind == WorkKind::Matmul || one.work.kind == WorkKind::Attention) {
        const double clock = number("gpc__cycles_elapsed.avg.per_second") /
                             (one.usesTensorCores ? kTensorClock : kFp32Clock);
        result.measured =
            clock / 100 *
            number(one.usesTensorCores ? "sm__throughput.avg.pct_of_peak_sustained_elapsed"
                                       : "sm__inst_executed_pipe_fma.avg.pct_of_peak_sustained_"
                                         "elapsed");
        result.reasons += fmt::format(", clock x {:.2f}", clock);
        return result;
    }
    const double moved = number("dram__bytes_read.sum") + number("dram__bytes_write.sum");
    const double reached = moved / static_cast<double>(one.work.bytes);
    result.explained *= std::min(reached, 1.0);
    result.measured = number("gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed") / 100;
    result.reasons += fmt::format(", cached {:.0f} %", 100 * std::max(1 - reached, 0.0));
    return result;
}

// The classes of the kernels of the last step, in the order of their starts.
std::vector<std::pair<SliceId, const ClassEfficiency*>> lastStep(const Session& session,
                                                                 const SessionEfficiency& kernels,
                                                                 std::size_t count) {
    const Trace& trace = *session.trace;
    std::vector<const ClassEfficiency*> byNumber(kernels.measured.operators.classes.size());
    for (const ClassEfficiency& one : kernels.measured.classes) {
        byNumber[one.number] = &one;
    }
    std::vector<std::pair<SliceId, const ClassEfficiency*>> all;
    const LaunchIndex& launches = session.indexes->launches;
    for (std::size_t at = 0; at < launches.launches().size(); ++at) {
        for (const ActivityId activity : launches.activitiesAt(at)) {
            const SliceId slice = trace.gpuActivities()[activity.index()].slice;
            const std::uint32_t number = kernels.measured.operators.classOfLaunch[at];
            if (trace.kind(slice) == SliceKind::Kernel) {
                all.emplace_back(slice,
                                 number == OperatorClasses::kNone ? nullptr : byNumber[number]);
            }
        }
    }
    std::sort(all.begin(), all.end(), [&](const auto& a, const auto& b) {
        return trace.slices().start(a.first) < trace.slices().start(b.first);
    });
    all.erase(all.begin(), all.end() - static_cast<std::ptrdiff_t>(std::min(count, all.size())));
    return all;
}

TEST(NcuComparison, EfficiencyFromShapesIsWhatNsightComputeMeasured) {
    const auto session = openSession(test::dataFile("ncu/ncu_run.json.zst"));
    const auto report = openKernelReport(test::dataFile("ncu/ncu_run.ncu-rep.zst"), {});
    ASSERT_TRUE(session && report);
    const SessionEfficiency kernels = efficiencyOf(**session);
    const auto own = lastStep(**session, kernels, report->kernels.size());
    ASSERT_EQ(own.size(), report->kernels.size());
    std::string text = "shapes  explained  measured  kernel\n";
    int within = 0;
    int compared = 0;
    for (std::size_t at = 0; at < own.size(); ++at) {
        const ReportKernel& kernel = report->kernels[at];
        const auto& [slice, one] = own[at];
        const std::string name = shortKernelName((*session)->trace->name(slice));
        ASSERT_EQ(name.substr(0, 12), shortKernelName(report->text(kernel.name)).substr(0, 12));
        const double ns = static_cast<double>((*session)->trace->slices().duration(slice).count());
        if (one == nullptr || ns < kMinNs) {
            continue;
        }
        const double classNs = static_cast<double>(kernels.measured.calls(*one).time.count()) /
                               static_cast<double>(kernels.measured.calls(*one).calls);
        const Comparison result = compare(*report, kernel, *one, classNs);
        ++compared;
        within += std::abs(result.efficiency - result.measured) <= 0.15 ? 1 : 0;
        text += fmt::format("{:>4.0f} %     {:>4.0f} %    {:>4.0f} %  {} ({})\n",
                            100 * result.efficiency, 100 * result.explained, 100 * result.measured,
                            name, result.reasons);
        EXPECT_NEAR(result.explained, result.measured, 0.15) << name;
    }
    text += fmt::format("{} of {} within 15 points as they are\n", within, compared);
    EXPECT_TRUE(test::matchesGolden("kernels/ncu_comparison.txt", text));
}

}  // namespace
}  // namespace gaplight
