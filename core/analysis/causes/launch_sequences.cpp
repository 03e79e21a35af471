// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/causes/launch_sequences.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "core/analysis/torch/name_classes.h"

namespace gaplight {
namespace {

// An activity with what it is sorted by.
struct Launched {
    Time time;
    ActivityId activity;
};

StringId nameOf(const Trace& trace, ActivityId activity) {
    return trace.slices().name(trace.gpuActivities()[activity.index()].slice);
}

std::optional<std::size_t> rangeAt(std::span<const TimeRange> ranges, Time time) {
    const auto after =
        std::upper_bound(ranges.begin(), ranges.end(), time,
                         [](Time value, const TimeRange& range) { return value < range.begin; });
    if (after == ranges.begin() || !std::prev(after)->contains(time)) {
        return std::nullopt;
    }
    return static_cast<std::size_t>(after - ranges.begin()) - 1;
}

bool isSameOrder(const Trace& trace, const LaunchSequence& a, const LaunchSequence& b) {
    return a.graphLaunches == b.graphLaunches &&
           std::equal(
               a.activities.begin(), a.activities.end(), b.activities.begin(), b.activities.end(),
               [&](ActivityId x, ActivityId y) { return nameOf(trace, x) == nameOf(trace, y); });
}

bool isSameShape(const Trace& trace, SliceId a, SliceId b) {
    const KernelConfig* kernelA = trace.kernelConfigs().find(a);
    const KernelConfig* kernelB = trace.kernelConfigs().find(b);
    if (kernelA != nullptr && kernelB != nullptr) {
        return kernelA->grid == kernelB->grid && kernelA->block == kernelB->block;
    }
    const CopyFacts* copyA = trace.copyFacts().find(a);
    const CopyFacts* copyB = trace.copyFacts().find(b);
    return copyA == nullptr || copyB == nullptr || copyA->bytes == copyB->bytes;
}

}  // namespace

std::vector<LaunchSequence> launchSequences(const Trace& trace, const LaunchIndex& launches,
                                            const Analysis& analysis,
                                            std::span<const TimeRange> ranges) {
    const SliceTable& slices = trace.slices();
    std::vector<bool> isGraphLaunch(trace.strings().size());
    for (std::size_t at = 0; at < isGraphLaunch.size(); ++at) {
        isGraphLaunch[at] = graphCallOf(trace.text(StringId(at))) == GraphCall::Launch;
    }
    std::vector<std::vector<Launched>> launched(ranges.size());
    std::vector<std::vector<SliceId>> graphs(ranges.size());
    for (const DeviceAnalysis& device : analysis.devices) {
        for (const ActivityId id : device.byStart) {
            const SliceId launch = launches.launchOf(id);
            const auto at = launch.isValid() ? rangeAt(ranges, slices.start(launch)) : std::nullopt;
            if (!at) {
                continue;
            }
            if (!isGraphLaunch[slices.name(launch).index()]) {
                launched[*at].push_back({slices.start(launch), id});
            } else if (graphs[*at].empty() || graphs[*at].back() != launch) {
                graphs[*at].push_back(launch);
            }
        }
    }
    std::vector<LaunchSequence> sequences;
    for (std::size_t at = 0; at < ranges.size(); ++at) {
        std::sort(launched[at].begin(), launched[at].end(),
                  [](const Launched& a, const Launched& b) {
                      return std::pair(a.time, a.activity) < std::pair(b.time, b.activity);
                  });
        std::sort(graphs[at].begin(), graphs[at].end());
        const auto end = std::unique(graphs[at].begin(), graphs[at].end());
        LaunchSequence& sequence = sequences.emplace_back();
        sequence.range = ranges[at];
        sequence.graphLaunches = static_cast<std::uint64_t>(end - graphs[at].begin());
        sequence.activities.reserve(launched[at].size());
        for (const Launched& one : launched[at]) {
            sequence.activities.push_back(one.activity);
        }
    }
    return sequences;
}

std::vector<std::size_t> mostRepeated(const Trace& trace,
                                      std::span<const LaunchSequence> sequences) {
    // By length first, so that few are compared in full.
    std::map<std::pair<std::size_t, std::uint64_t>, std::vector<std::vector<std::size_t>>> sets;
    for (std::size_t at = 0; at < sequences.size(); ++at) {
        auto& alike = sets[{sequences[at].activities.size(), sequences[at].graphLaunches}];
        const auto same = std::find_if(alike.begin(), alike.end(), [&](const auto& set) {
            return isSameOrder(trace, sequences[set.front()], sequences[at]);
        });
        if (same == alike.end()) {
            alike.push_back({at});
        } else {
            same->push_back(at);
        }
    }
    std::vector<std::size_t> largest;
    for (const auto& [length, alike] : sets) {
        for (const std::vector<std::size_t>& set : alike) {
            if (set.size() > largest.size() ||
                (set.size() == largest.size() && set.front() < largest.front())) {
                largest = set;
            }
        }
    }
    return largest;
}

std::vector<ActivityId> differentShapes(const Trace& trace, const LaunchSequence& a,
                                        const LaunchSequence& b) {
    std::vector<ActivityId> different;
    for (std::size_t at = 0; at < std::min(a.activities.size(), b.activities.size()); ++at) {
        const auto sliceOf = [&](ActivityId id) { return trace.gpuActivities()[id.index()].slice; };
        if (!isSameShape(trace, sliceOf(a.activities[at]), sliceOf(b.activities[at]))) {
            different.push_back(b.activities[at]);
        }
    }
    return different;
}

}  // namespace gaplight
