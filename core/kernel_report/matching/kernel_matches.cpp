// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel_report/matching/kernel_matches.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/torch/kernel_group.h"
#include "core/base/result.h"

namespace gaplight {
namespace {

// One kernel in so many of a report is in the trace of the same program at least: a report may also
// have the program's start. Small fills and copies of equal size are in other programs too.
constexpr std::uint64_t kMinMatched = 5;

std::array<std::uint64_t, 3> widened(const auto& sizes) {
    return {sizes[0], sizes[1], sizes[2]};
}

// The GPU of the trace that a report is of; an error where its name is another one.
Result<void> checkGpu(const KernelReport& report, const Trace& trace) {
    std::string ofReport;
    for (const ReportGpu& gpu : report.gpus) {
        for (const DeviceProperties& device : trace.facts().devices) {
            if (gpu.name.empty() || device.name.empty() || gpu.name == device.name) {
                return {};
            }
        }
        ofReport = gpu.name;
    }
    if (ofReport.empty() || trace.facts().devices.empty()) {
        return {};
    }
    return fail(ErrorCode::BadArgument,
                fmt::format("a report of another GPU: it is of {}, the trace of {}; measure the "
                            "kernels on the trace's GPU",
                            ofReport, trace.facts().devices.front().name));
}

// Slices of each key on each GPU.
using LaunchesOfKey = std::map<std::pair<KernelKey, GpuId>, std::vector<SliceId>>;

// Kernels of the trace by key, in time order. Adds up allLaunches and allTime.
LaunchesOfKey launchesOf(const Trace& trace, KernelMatches& matches) {
    std::unordered_map<StringId, std::string> shortNames;
    LaunchesOfKey launches;
    for (const GpuActivity& activity : trace.gpuActivities()) {
        if (trace.kind(activity.slice) != SliceKind::Kernel) {
            continue;
        }
        ++matches.allLaunches;
        matches.allTime += trace.slices().duration(activity.slice);
        const KernelConfig* config = trace.kernelConfigs().find(activity.slice);
        if (config == nullptr || config->grid[0] == 0) {
            continue;
        }
        const StringId name = trace.slices().name(activity.slice);
        auto [at, isNew] = shortNames.try_emplace(name);
        if (isNew) {
            at->second = shortKernelName(trace.text(name));
        }
        const KernelKey key{at->second, widened(config->grid), widened(config->block)};
        launches[{key, activity.gpu}].push_back(activity.slice);
    }
    for (auto& [key, slices] : launches) {
        std::ranges::stable_sort(slices, {},
                                 [&](SliceId slice) { return trace.slices().start(slice); });
    }
    return launches;
}

void matchKey(const Trace& trace, const std::vector<std::uint32_t>& kernels,
              const std::vector<SliceId>& slices, KernelMatches& matches) {
    const std::size_t count = kernels.size();
    const bool isAmbiguous = count > 1 && slices.size() % count != 0;
    for (std::size_t at = 0; at < slices.size(); ++at) {
        const std::uint32_t kernel = kernels[at % count];
        const Duration time = trace.slices().duration(slices[at]);
        matches.launches.push_back({slices[at], kernel, isAmbiguous});
        ++matches.launchesOfKernel[kernel];
        matches.timeOfKernel[kernel] += time;
        matches.isAmbiguousKernel[kernel] = matches.isAmbiguousKernel[kernel] || isAmbiguous;
        matches.matchedTime += time;
        matches.ambiguousLaunches += isAmbiguous ? 1 : 0;
    }
}

std::string noMatch(const KernelReport& report, const KernelMatches& matches,
                    const LaunchesOfKey& launches) {
    if (matches.allLaunches == 0) {
        return "the trace has no kernels that those of a report could be found among";
    }
    if (launches.empty()) {
        return "the trace records no grid and block of its kernels, by which those of a report are "
               "found";
    }
    return fmt::format(
        "a report of another program: {} of its {} kernels have the name, grid and block of a "
        "kernel of the trace; open it alone, or measure the traced program",
        matches.matchedKernels, report.kernels.size());
}

}  // namespace

std::vector<KernelKey> keysOf(const KernelReport& report) {
    std::vector<KernelKey> keys;
    keys.reserve(report.kernels.size());
    for (const ReportKernel& kernel : report.kernels) {
        keys.push_back({shortKernelName(report.text(kernel.name)), kernel.grid, kernel.block});
    }
    return keys;
}

const KernelMatch* KernelMatches::find(SliceId slice) const {
    const auto found = std::ranges::lower_bound(launches, slice, {}, &KernelMatch::slice);
    return found != launches.end() && found->slice == slice ? &*found : nullptr;
}

Result<KernelMatches> matchKernels(const KernelReport& report, const Trace& trace) {
    TRY(checkGpu(report, trace));
    KernelMatches matches;
    matches.launchesOfKernel.resize(report.kernels.size());
    matches.timeOfKernel.resize(report.kernels.size());
    matches.isAmbiguousKernel.resize(report.kernels.size());
    std::map<KernelKey, std::vector<std::uint32_t>> kernelsOfKey;
    std::uint32_t index = 0;
    for (KernelKey& key : keysOf(report)) {
        kernelsOfKey[std::move(key)].push_back(index++);
    }
    const LaunchesOfKey launches = launchesOf(trace, matches);
    for (const auto& [key, slices] : launches) {
        const auto kernels = kernelsOfKey.find(key.first);
        if (kernels != kernelsOfKey.end()) {
            matchKey(trace, kernels->second, slices, matches);
        }
    }
    std::ranges::sort(matches.launches, {}, &KernelMatch::slice);
    for (std::size_t at = 0; at < report.kernels.size(); ++at) {
        matches.matchedKernels += matches.launchesOfKernel[at] > 0 ? 1 : 0;
        matches.ambiguousKernels += matches.isAmbiguousKernel[at] ? 1 : 0;
    }
    if (matches.matchedKernels * kMinMatched < report.kernels.size()) {
        return fail(ErrorCode::BadArgument, noMatch(report, matches, launches));
    }
    return matches;
}

}  // namespace gaplight
