// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/causes/launch_bound_places.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "core/analysis/host/profiler_overhead.h"
#include "core/analysis/slices/slice_scan.h"
#include "core/base/intervals.h"
#include "core/base/share.h"

namespace gaplight {
namespace {

// A interval begins and ends with a few launches of what comes before and after.
constexpr std::uint32_t kMinCoveredPercent = 80;
// Many small places together tell little: they must weigh more than one that has a name.
constexpr std::int64_t kRestFactor = 3;

Place placeOf(const Trace& trace, const PlaceFinder& places, const LaunchBoundInterval& part) {
    std::vector<SliceId> calls;
    calls.reserve(part.launches.size());
    for (const IntervalLaunch& one : part.launches) {
        calls.push_back(one.launch);
    }
    const SliceId around = enclosingSlice(trace, calls, kMinCoveredPercent);
    if (!around.isValid()) {
        return {};
    }
    Place place = places.placeOf(around);
    if (place.annotation.isValid() || place.python.isValid()) {
        place.op = {};
    }
    return place;
}

void addPart(LaunchBoundPlace& place, LaunchBoundInterval part, const ProfilerOverhead& overhead) {
    place.activities += part.launches.size();
    place.queueEmpty += part.queueEmpty;
    place.idle += part.idle;
    place.recording += overhead.recordingTime(part.thread, part.host);
    place.idleUnprofiled += part.idleWithout(overhead);
    place.parts.push_back(std::move(part));
}

void sortByTime(std::vector<LaunchBoundInterval>& parts) {
    std::sort(parts.begin(), parts.end(),
              [](const LaunchBoundInterval& a, const LaunchBoundInterval& b) {
                  return a.host.begin < b.host.begin;
              });
}

// Ascending.
std::vector<std::size_t> stepsOf(const LaunchBoundPlace& place) {
    std::vector<std::size_t> steps;
    for (const LaunchBoundInterval& part : place.parts) {
        if (part.step) {
            steps.push_back(*part.step);
        }
    }
    std::sort(steps.begin(), steps.end());
    steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
    return steps;
}

Duration lengthOnGpu(const std::vector<LaunchBoundInterval>& parts) {
    std::vector<TimeRange> ranges;
    for (const LaunchBoundInterval& part : parts) {
        ranges.push_back(part.gpu);
    }
    std::sort(ranges.begin(), ranges.end(),
              [](const TimeRange& a, const TimeRange& b) { return a.begin < b.begin; });
    RunningUnion all;
    for (const TimeRange& range : ranges) {
        all.add(range);
    }
    return all.length();
}

// What a place must reach to be named.
struct PlaceLimits {
    Duration minIdle{};           // without the profiler
    std::int64_t minIdlePpm = 0;  // the same, of the time of its parts
};

bool isWorthNaming(const LaunchBoundPlace& place, const PlaceLimits& limits) {
    const Duration idle = place.idleUnprofiled;
    const Duration length = lengthOnGpu(place.parts) - (place.idle - idle);
    return idle > Duration::zero() && idle >= limits.minIdle &&
           reachesPpm(idle, length, limits.minIdlePpm);
}

// Moves the places that are worth naming to `found`, the others together if they are.
void choose(std::map<Place, LaunchBoundPlace>& byPlace, const PlaceLimits& limits,
            const ProfilerOverhead& overhead, std::vector<LaunchBoundPlace>& found) {
    LaunchBoundPlace rest;
    for (auto& [place, bound] : byPlace) {
        if (isWorthNaming(bound, limits)) {
            found.push_back(std::move(bound));
            continue;
        }
        rest.gpu = bound.gpu;
        for (LaunchBoundInterval& part : bound.parts) {
            addPart(rest, std::move(part), overhead);
        }
    }
    if (isWorthNaming(rest, {kRestFactor * limits.minIdle, limits.minIdlePpm})) {
        found.push_back(std::move(rest));
    }
}

}  // namespace

std::vector<LaunchBoundPlace> launchBoundPlaces(const Trace& trace, const LaunchIndex& launches,
                                                const Analysis& analysis, const PlaceFinder& places,
                                                const ProfilerOverhead& overhead,
                                                const HeldUpCalls& heldUp,
                                                const LaunchBoundLimits& limits,
                                                std::int64_t minSharePpm) {
    std::vector<LaunchBoundPlace> found;
    LaunchBoundScope scope = LaunchBoundScope::of(trace);
    scope.heldUp = &heldUp;
    for (const DeviceAnalysis& device : analysis.devices) {
        if (device.graphsUnderRecorded) {
            continue;
        }
        std::map<Place, LaunchBoundPlace> byPlace;
        for (const LaunchBoundInterval& interval :
             launchBoundIntervals(trace, launches, analysis, scope, device, limits)) {
            for (LaunchBoundInterval& part : cutIntoParts(trace, interval, analysis.steps)) {
                const Place place = placeOf(trace, places, part);
                LaunchBoundPlace& bound = byPlace[place];
                bound.place = place;
                bound.gpu = device.totals.gpu;
                for (LaunchBoundInterval& piece : cutAtCode(trace, std::move(part))) {
                    addPart(bound, std::move(piece), overhead);
                }
            }
        }
        choose(byPlace,
               {shareOfTime(device.totals.window.length(), minSharePpm), limits.minIdlePpm},
               overhead, found);
    }
    for (LaunchBoundPlace& bound : found) {
        bound.length = lengthOnGpu(bound.parts);
        sortByTime(bound.parts);
    }
    std::stable_sort(
        found.begin(), found.end(),
        [](const LaunchBoundPlace& a, const LaunchBoundPlace& b) { return a.idle > b.idle; });
    return found;
}

bool runInSameSteps(const LaunchBoundPlace& a, const LaunchBoundPlace& b) {
    const std::vector<std::size_t> ofA = stepsOf(a);
    const std::vector<std::size_t> ofB = stepsOf(b);
    std::vector<std::size_t> both;
    std::set_intersection(ofA.begin(), ofA.end(), ofB.begin(), ofB.end(), std::back_inserter(both));
    const std::size_t either = ofA.size() + ofB.size() - both.size();
    return a.gpu == b.gpu && both.size() >= 2 && 2 * both.size() >= either;
}

void addParts(LaunchBoundPlace& place, const LaunchBoundPlace& other) {
    place.parts.insert(place.parts.end(), other.parts.begin(), other.parts.end());
    sortByTime(place.parts);
    place.activities += other.activities;
    place.queueEmpty += other.queueEmpty;
    place.length = lengthOnGpu(place.parts);
    place.idle += other.idle;
    place.recording += other.recording;
    place.idleUnprofiled += other.idleUnprofiled;
}

}  // namespace gaplight
