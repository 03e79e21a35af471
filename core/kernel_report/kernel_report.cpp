// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel_report/kernel_report.h"

#include <algorithm>
#include <cmath>

namespace gaplight {

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
