// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Any bytes as a kernel report: an error that says something, or kernels with a name whose metrics
// are in order and can be looked up, rates that are numbers, a plot of them, and well-formed
// outputs.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "core/formats/open_kernel_report.h"
#include "core/io/byte_source.h"
#include "core/kernel_report/kernel_figures.h"
#include "core/session/report_plot.h"
#include "tests/support/exercise/exercise_kernel_report.h"

namespace {

using namespace gaplight;

void require(bool condition) {
    if (!condition) {
        std::abort();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    auto source = byteSourceFromMemory(std::string(reinterpret_cast<const char*>(data), size));
    if (!source) {
        return 0;
    }
    const auto report = openKernelReport(**source);
    if (!report) {
        require(!report.error().message.empty());
        return 0;
    }
    require(!report->kernels.empty());
    for (const ReportKernel& kernel : report->kernels) {
        require(!report->text(kernel.name).empty());
        ReportTextId last;
        for (const Metric& metric : kernel.metrics) {
            require(!last.isValid() || last < metric.name);
            require(report->findMetric(kernel, report->text(metric.name)) == &metric.value);
            last = metric.name;
        }
        for (const InstructionCount& opcode : kernel.opcodes) {
            require(opcode.count > 0 && !report->text(opcode.name).empty());
        }
        for (const InstructionShare& share : instructionMix(*report, kernel)) {
            require(share.share > 0 && share.share <= 1);
        }
        for (const RuleText& rule : kernel.rules) {
            require(!report->text(rule.text).empty());
            require(rule.speedupPercent >= -1 && rule.speedupPercent <= 100);
        }
    }
    const ReportPlot plot = reportPlotOf(*report);
    require(plot.kernels.size() + plot.unknown == report->kernels.size());
    for (const RooflinePoint& point : plot.rooflinePoints) {
        require(std::isfinite(point.flopsPerSecond) && std::isfinite(point.bytesPerSecond));
    }
    gaplight::test::Problems problems;
    gaplight::test::exerciseKernelReport(*report, problems);
    if (!problems.isEmpty()) {
        std::fputs(problems.text().c_str(), stderr);
        std::abort();
    }
    return 0;
}
