// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/efficiency_of.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/analysis/torch/kernel_group.h"
#include "core/base/quantity_text.h"
#include "core/scene/kernels/kernel_marks.h"

namespace gaplight {

SessionEfficiency efficiencyOf(const Session& session) {
    const Trace& trace = *session.trace;
    const LaunchIndex& launches = session.indexes->launches;
    const ArgLookup args = argLookup(session.details);
    EfficiencyOptions options;
    options.range = session.analysis.range;
    SessionEfficiency result;
    result.measured = measureKernelEfficiency(
        trace, launches, [&](SliceId op) { return args(op, DetailField::OperatorInputs); },
        options);
    result.tables =
        tabulateEfficiency(trace, launches, session.analysis.steps, result.measured, options.range);
    if (trace.commCalls().size() > 0) {
        result.communications = findCommCalls(trace, launches, session.analysis);
        result.collectives = collectiveRates(trace, result.communications, options.range);
    }
    return result;
}

std::vector<ColorRef> efficiencyColors(const Trace& trace, const EfficiencyTables& tables) {
    struct Sum {
        Duration covered{};
        double roofline = 0;
    };
    std::unordered_map<std::uint32_t, Sum> sums;
    for (const EfficiencyRow& row : tables.kernels) {
        Sum& sum = sums[row.name.value];
        sum.covered += row.sums.covered;
        sum.roofline += row.sums.roofline;
    }
    std::vector<ColorRef> colors(trace.strings().size(), efficiencyColor(std::nullopt));
    for (const auto& [name, sum] : sums) {
        if (sum.covered > Duration::zero()) {
            colors[name] = efficiencyColor(sum.roofline / static_cast<double>(sum.covered.count()));
        }
    }
    return colors;
}

namespace {

constexpr std::uint16_t kDegreesPerGroup = 360 / kKernelGroups;

void addCeiling(std::vector<RooflineCeiling>& ceilings, std::string label, double rate) {
    const auto equal = std::find_if(ceilings.begin(), ceilings.end(),
                                    [&](const auto& one) { return one.flopsPerSecond == rate; });
    if (equal == ceilings.end()) {
        ceilings.push_back({std::move(label), rate});
    } else if (equal->label.find(label) == std::string::npos) {
        appendItem(equal->label, label);
    }
}

// The ceilings of the types that the GPU's kernels multiply.
std::vector<RooflineCeiling> ceilingsOf(const SessionEfficiency& kernels, const GpuRoofline& gpu) {
    std::vector<RooflineCeiling> ceilings;
    for (const ClassEfficiency& one : kernels.measured.classes) {
        if (one.isModelWrong || one.work.neededFlops == 0 ||
            kernels.measured.calls(one).gpu != gpu.gpu) {
            continue;
        }
        const bool isTf32 =
            one.work.type == ElementType::Float32 && one.usesTensorCores && gpu.peaks.tf32 > 0;
        addCeiling(ceilings, std::string(isTf32 ? "tf32" : elementTypeName(one.work.type)),
                   gpu.peaks.flopsOf(one.work.type, one.usesTensorCores));
    }
    if (ceilings.empty()) {
        ceilings.push_back({"fp32", gpu.peaks.fp32});
    }
    std::stable_sort(ceilings.begin(), ceilings.end(), [](const auto& a, const auto& b) {
        return a.flopsPerSecond > b.flopsPerSecond;
    });
    return ceilings;
}

}  // namespace

std::vector<const GpuRoofline*> rooflineGpus(const SessionEfficiency& kernels) {
    std::vector<const GpuRoofline*> gpus;
    for (const GpuRoofline& gpu : kernels.measured.gpus) {
        if (gpu.covered > Duration::zero()) {
            gpus.push_back(&gpu);
        }
    }
    std::stable_sort(gpus.begin(), gpus.end(),
                     [](const auto* a, const auto* b) { return a->covered > b->covered; });
    return gpus;
}

RooflinePlot rooflineOf(const Trace& trace, const SessionEfficiency& kernels,
                        const GpuRoofline& gpu) {
    RooflinePlot plot;
    plot.gpu = gpu.gpu;
    plot.bytesPerSecond = gpu.peaks.bytes;
    plot.ceilings = ceilingsOf(kernels, gpu);
    std::vector<std::string> names;
    for (const EfficiencyRow& row : kernels.tables.kernels) {
        if (row.gpu == gpu.gpu && row.sums.efficiency()) {
            plot.rows.push_back(&row);
            names.push_back(shortKernelName(trace.text(row.name)));
        }
    }
    const std::map<std::string, std::string> labels = distinctEnds(names);
    for (std::size_t at = 0; at < names.size(); ++at) {
        const EfficiencyRow& row = *plot.rows[at];
        const auto used = row.sums.efficiency();
        // The model is a few percent off: no kernel does more than its GPU can.
        const std::string share = percentText(std::min(*used, 1.0), PercentForm::Estimate);
        // First, so that it is left where the label is cut.
        plot.points.push_back({share + " " + labels.at(names[at]), row.sums.flopsPerSecond(),
                               row.sums.bytesPerSecond(), row.sums.covered,
                               ColorRef::hue(static_cast<std::uint16_t>(
                                   static_cast<std::uint16_t>(row.group) * kDegreesPerGroup))});
    }
    return plot;
}

std::vector<SliceId> longestKernels(const Trace& trace, StringId name, GpuId gpu,
                                    std::size_t limit) {
    std::vector<SliceId> kernels;
    for (const GpuActivity& activity : trace.gpuActivities()) {
        if (activity.gpu == gpu && trace.slices().name(activity.slice) == name &&
            trace.kind(activity.slice) == SliceKind::Kernel) {
            kernels.push_back(activity.slice);
        }
    }
    const auto end = kernels.begin() + static_cast<std::ptrdiff_t>(std::min(limit, kernels.size()));
    std::partial_sort(kernels.begin(), end, kernels.end(), [&](SliceId a, SliceId b) {
        const auto key = [&](SliceId slice) {
            return std::pair(-trace.slices().duration(slice).count(), slice.index());
        };
        return key(a) < key(b);
    });
    kernels.erase(end, kernels.end());
    return kernels;
}

}  // namespace gaplight
