// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/report_plot.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/analysis/kernels/gpu_peaks.h"
#include "core/analysis/torch/kernel_group.h"
#include "core/base/quantity_text.h"
#include "core/kernel_report/kernel_figures.h"
#include "core/kernel_report/kernel_rates.h"
#include "core/scene/kernels/kernel_marks.h"

namespace gaplight {
namespace {

constexpr double kLongestNs = 1e15;

Duration timeOf(const KernelReport& report, const ReportKernel& kernel) {
    const double time = figureValue(report, kernel, "duration_ns").value_or(0);
    return Duration(static_cast<std::int64_t>(std::clamp(time, 0.0, kLongestNs)));
}

ColorRef colorOf(std::string_view name) {
    constexpr auto kDegrees = static_cast<std::uint16_t>(360 / kKernelGroups);
    return ColorRef::hue(
        static_cast<std::uint16_t>(static_cast<std::uint16_t>(kernelGroupOf(name)) * kDegrees));
}

void addPeaks(const KernelReport& report, ReportPlot& plot) {
    const KernelPeaks peaks = kernelPeaks(report);
    plot.bytesPerSecond = peaks.bytesPerSecond;
    for (const OperationPeak& peak : peaks.operations) {
        const std::string label = peak.isOfTensorCores ? peak.type + " on tensor cores" : peak.type;
        const auto equal =
            std::ranges::find(plot.ceilings, peak.flopsPerSecond, &RooflineCeiling::flopsPerSecond);
        if (equal == plot.ceilings.end()) {
            plot.ceilings.push_back({label, peak.flopsPerSecond});
        } else {
            appendItem(equal->label, label);
        }
    }
    const GpuPeaks* known = report.gpus.empty() ? nullptr : gpuPeaksOf(report.gpus[0].name);
    if (known != nullptr && plot.bytesPerSecond <= 0) {
        plot.bytesPerSecond = known->bytes;
    }
    if (known != nullptr && plot.ceilings.empty()) {
        plot.ceilings.push_back({"fp32", known->fp32});
    }
}

}  // namespace

ReportPlot reportPlotOf(const KernelReport& report) {
    ReportPlot plot;
    plot.isRoofline = std::ranges::any_of(report.kernels, [&](const ReportKernel& kernel) {
        return kernelRates(report, kernel).has_value();
    });
    if (plot.isRoofline) {
        addPeaks(report, plot);
    }
    std::vector<std::string> names;
    for (const ReportKernel& kernel : report.kernels) {
        names.push_back(shortKernelName(report.text(kernel.name)));
    }
    const std::map<std::string, std::string> labels = distinctEnds(names);
    for (std::uint32_t at = 0; at < report.kernels.size(); ++at) {
        const ReportKernel& kernel = report.kernels[at];
        const std::string_view name = report.text(kernel.name);
        const auto rates = plot.isRoofline ? kernelRates(report, kernel) : std::nullopt;
        const auto compute = figureValue(report, kernel, "compute_percent");
        const auto memory = figureValue(report, kernel, "memory_percent");
        if (plot.isRoofline ? !rates : !compute || !memory) {
            ++plot.unknown;
            continue;
        }
        plot.kernels.push_back(at);
        if (plot.isRoofline) {
            plot.rooflinePoints.push_back({labels.at(names[at]), rates->flopsPerSecond,
                                           rates->bytesPerSecond, timeOf(report, kernel),
                                           colorOf(name)});
        } else {
            plot.throughputPoints.push_back(
                {labels.at(names[at]), *compute, *memory, timeOf(report, kernel), colorOf(name)});
        }
    }
    return plot;
}

ReportPlot plotOfKernels(const ReportPlot& plot, std::span<const std::uint32_t> kernels) {
    ReportPlot part;
    part.isRoofline = plot.isRoofline;
    part.ceilings = plot.ceilings;
    part.bytesPerSecond = plot.bytesPerSecond;
    std::vector<std::size_t> points;
    for (const std::uint32_t kernel : kernels) {
        const auto found = std::ranges::lower_bound(plot.kernels, kernel);
        if (found != plot.kernels.end() && *found == kernel) {
            points.push_back(static_cast<std::size_t>(found - plot.kernels.begin()));
        } else {
            ++part.unknown;
        }
    }
    const auto timeOfPoint = [&](std::size_t at) {
        return plot.isRoofline ? plot.rooflinePoints[at].time : plot.throughputPoints[at].time;
    };
    std::ranges::stable_sort(points, std::ranges::greater{}, timeOfPoint);
    points.resize(std::min(points.size(), kMaxPlottedKernels));
    for (const std::size_t at : points) {
        part.kernels.push_back(plot.kernels[at]);
        if (plot.isRoofline) {
            part.rooflinePoints.push_back(plot.rooflinePoints[at]);
        } else {
            part.throughputPoints.push_back(plot.throughputPoints[at]);
        }
    }
    return part;
}

}  // namespace gaplight
