// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel_report/kernel_report.h"

#include <algorithm>
#include <cmath>

namespace gaplight {
namespace {

struct ReportIssueText {
    std::string_view name;
    std::string_view explanation;
};

constexpr std::array<ReportIssueText, KernelReportIssues::kKinds> kReportIssueTexts{{
    {"truncated", "the file ends early; the kernels before its end are read"},
    {"damaged_container", "the compressed data is damaged; the kernels before the damage are read"},
    {"malformed_block", "headers that are no message are left out"},
    {"malformed_kernel", "kernels whose message is damaged, or that have no name, are left out"},
    {"unknown_metric", "metrics whose name is missing in the file's table are left out"},
    {"range_result", "measured ranges of several kernels are left out"},
    {"malformed_row", "rows that name no kernel are left out"},
}};

}  // namespace

std::string_view kernelReportIssueName(KernelReportIssueKind kind) {
    return kReportIssueTexts[static_cast<std::size_t>(kind)].name;
}

std::string_view kernelReportIssueExplanation(KernelReportIssueKind kind) {
    return kReportIssueTexts[static_cast<std::size_t>(kind)].explanation;
}

const MetricValue* KernelReport::findMetric(const ReportKernel& kernel,
                                            std::string_view name) const {
    const std::optional<ReportTextId> id = texts.find(name);
    if (!id) {
        return nullptr;
    }
    const auto found = std::ranges::lower_bound(kernel.metrics, *id, {}, &Metric::name);
    return found != kernel.metrics.end() && found->name == *id ? &found->value : nullptr;
}

std::optional<double> KernelReport::number(const ReportKernel& kernel,
                                           std::string_view name) const {
    const MetricValue* value = findMetric(kernel, name);
    if (value == nullptr) {
        return std::nullopt;
    }
    if (const auto* integer = std::get_if<std::uint64_t>(value)) {
        return static_cast<double>(*integer);
    }
    const auto* real = std::get_if<double>(value);
    return real != nullptr && std::isfinite(*real) ? std::optional(*real) : std::nullopt;
}

const ReportGpu* KernelReport::gpuOf(const ReportKernel& kernel) const {
    const auto found = std::ranges::find(gpus, kernel.device, &ReportGpu::device);
    return found == gpus.end() ? nullptr : &*found;
}

void sortMetrics(std::vector<Metric>& metrics) {
    std::ranges::stable_sort(metrics, {}, &Metric::name);
    // Not std::ranges::unique: clang 14, which builds the fuzz targets, cannot compile its
    // subrange.
    const auto isSame = [](const Metric& a, const Metric& b) { return a.name == b.name; };
    metrics.erase(std::unique(metrics.begin(), metrics.end(), isSame), metrics.end());
    metrics.shrink_to_fit();
}

}  // namespace gaplight
