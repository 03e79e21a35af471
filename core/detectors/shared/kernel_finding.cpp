// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/shared/kernel_finding.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/torch/kernel_group.h"
#include "core/base/printable_text.h"
#include "core/detectors/engine/finding_groups.h"

namespace gaplight {
namespace {

constexpr std::size_t kMaxNameBytes = 60;

// Every which kernel to look at, so that at most kMaxPlaced are.
std::size_t strideOf(std::span<const SliceId> kernels) {
    return kernels.empty() ? 1 : (kernels.size() - 1) / kMaxPlaced + 1;
}

}  // namespace

std::string kernelText(std::string_view name) {
    constexpr std::string_view kConfiguration = "<cutlass_";
    std::string text = shortKernelName(name);
    if (const auto at = name.find(kConfiguration); at != std::string_view::npos) {
        text = name.substr(at + 1, name.find_first_of(",>:", at + 1) - at - 1);
    }
    const std::string_view shown = truncateUtf8(text, kMaxNameBytes);
    return fmt::format("`{}{}`", shown, shown.size() < text.size() ? "\u2026" : "");
}

FindingValues kernelValues(const DeviceAnalysis& device, Duration time) {
    const GpuActivityTotals& totals = device.totals;
    FindingValues values;
    values.set("time", time);
    values.set("busy_share", shareOf(time, totals.busy));
    if (!device.graphsUnderRecorded && totals.busy * 2 < totals.window.length()) {
        values.set("gpu_busy", CaseName{"waits-for-host"});
        values.set("gpu_busy_share", shareOf(totals.busy, totals.window.length()));
    }
    return values;
}

std::optional<std::vector<ActivityId>> warmActivities(const DetectorInput& input,
                                                      const DeviceAnalysis& device) {
    const Trace& trace = input.trace;
    std::vector<FirstUseCall> trials;
    for (const FirstUseCall& call : input.analysis.firstUse.calls()) {
        if (call.kind == FirstUseKind::Autotuning) {
            trials.push_back(call);
        }
    }
    if (trials.empty()) {
        return std::nullopt;
    }
    const auto isTrial = [&](ActivityId id) {
        const SliceId launch = input.launches.launchOf(id);
        return launch.isValid() &&
               std::any_of(trials.begin(), trials.end(), [&](const FirstUseCall& call) {
                   return trace.trackOf(call.slice) == trace.trackOf(launch) &&
                          call.range.contains(trace.slices().start(launch));
               });
    };
    std::vector<ActivityId> warm = device.byStart;
    std::erase_if(warm, isTrial);
    return warm;
}

std::vector<KernelPlace> placesOf(const DetectorInput& input, std::span<const SliceId> kernels) {
    std::map<Place, std::size_t> indexOf;
    std::vector<KernelPlace> places;
    const std::size_t stride = strideOf(kernels);
    for (std::size_t at = 0; at < kernels.size(); at += stride) {
        const SliceId launch = input.launches.launchOf(kernels[at]);
        const Place place = launch.isValid() ? input.places.placeOf(launch) : Place{};
        const auto [entry, isNew] = indexOf.try_emplace(place, places.size());
        if (isNew) {
            places.push_back({place, {}, 0, kernels[at]});
        }
        places[entry->second].time += input.trace.slices().duration(kernels[at]);
        ++places[entry->second].count;
    }
    std::stable_sort(places.begin(), places.end(),
                     [](const KernelPlace& a, const KernelPlace& b) { return a.time > b.time; });
    return places;
}

Finding kernelFinding(const DetectorInput& input, std::string_view rule, GpuId gpu,
                      std::span<const SliceId> kernels) {
    const Trace& trace = input.trace;
    const StepIndex steps(input.analysis.steps);
    const std::vector<KernelPlace> places = placesOf(input, kernels);
    FindingGroup group;
    if (!places.empty()) {
        group.key.place = places.front().place;
    }
    group.key.gpu = gpu;
    group.count = kernels.size();
    std::vector<Time> launched;
    for (const SliceId kernel : kernels) {
        group.evidence.push_back({EvidenceShape::Tint, gpu, trace.trackOf(kernel), kernel,
                                  trace.slices().range(kernel), 0});
        const SliceId launch = input.launches.launchOf(kernel);
        if (launch.isValid()) {
            launched.push_back(trace.slices().start(launch));
        }
    }
    Finding finding = findingOf(rule, input.places, steps, group);
    finding.perStep = steps.medianPerStep(launched);
    return finding;
}

std::vector<ReplayEdit> scaledActivities(std::span<const SliceId> kernels, double factor) {
    std::vector<ReplayEdit> edits;
    edits.reserve(kernels.size());
    for (const SliceId kernel : kernels) {
        edits.push_back({ReplayEdit::Kind::ScaleActivity, kernel, {}, {}, factor});
    }
    return edits;
}

ValueRows launchedBy(const DetectorInput& input, std::span<const SliceId> kernels,
                     std::size_t limit, const LaunchLabel& labelOf) {
    std::map<std::string, Duration> timeOf;
    Duration total{};
    const std::size_t stride = strideOf(kernels);
    for (std::size_t at = 0; at < kernels.size(); at += stride) {
        const SliceId launch = input.launches.launchOf(kernels[at]);
        const Duration time = input.trace.slices().duration(kernels[at]);
        timeOf[launch.isValid() ? labelOf(launch) : std::string{}] += time;
        total += time;
    }
    timeOf.erase(std::string{});
    std::vector<std::pair<std::string, Duration>> labels(timeOf.begin(), timeOf.end());
    std::stable_sort(labels.begin(), labels.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    labels.resize(std::min(labels.size(), limit));
    ValueRows rows;
    for (const auto& [label, time] : labels) {
        FindingValues& row = rows.emplace_back();
        row.set("op", label);
        row.set("op_share", shareOf(time, total));
    }
    return rows;
}

ValueRows opsOf(const DetectorInput& input, std::span<const SliceId> kernels, std::size_t limit) {
    return launchedBy(input, kernels, limit, [&](SliceId launch) {
        const SliceId op = opAround(input.trace, launch);
        return op.isValid() ? fmt::format("`{}`", input.trace.name(op)) : std::string{};
    });
}

SliceId opAround(const Trace& trace, SliceId slice) {
    SliceId at = slice;
    while (at.isValid() && trace.kind(at) != SliceKind::CpuOp) {
        at = trace.slices().parent(at);
    }
    return at;
}

}  // namespace gaplight
