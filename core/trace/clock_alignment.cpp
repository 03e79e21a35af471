// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/trace/clock_alignment.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "core/base/text_hash.h"

namespace gaplight {
namespace {

constexpr std::size_t kSampled = 1024;  // activities that are read at first

// Delays from launch call to start on one GPU.
struct GpuDelays {
    Duration smallest = Duration::max();
    std::uint64_t early = 0;
    std::uint64_t all = 0;
    Time firstStart = Time::max();
    Time lastCall = Time::min();

    void add(Time call, Time start) {
        smallest = std::min(smallest, start - call);
        early += call - start > kEarly ? 1 : 0;
        ++all;
        firstStart = std::min(firstStart, start);
        lastCall = std::max(lastCall, call);
    }
    bool isOnOtherClock() const {
        const bool isEarly = 2 * early > all;
        const bool isLate = smallest >= kLate && firstStart > lastCall;
        return all >= kMinActivities && (isEarly || isLate);
    }
};

struct CorrelatedCall {
    SliceId slice;
    bool isAmbiguous = false;
};

// The call of the source with each correlation of the activities, of which `step` is looked at.
std::unordered_map<std::uint64_t, CorrelatedCall, IdHash> callsOf(const Trace& trace,
                                                                  std::size_t step) {
    std::unordered_map<std::uint64_t, CorrelatedCall, IdHash> calls;
    const auto activities = trace.gpuActivities();
    for (std::size_t at = 0; at < activities.size(); at += step) {
        if (const auto number = trace.correlations().find(activities[at].slice)) {
            calls.try_emplace(*number);
        }
    }
    if (!calls.empty()) {
        trace.correlations().forEach([&](SliceId slice, std::uint64_t number) {
            const auto call = isApiCall(trace.kind(slice)) ? calls.find(number) : calls.end();
            if (call != calls.end()) {
                call->second.isAmbiguous = call->second.slice.isValid();
                call->second.slice = slice;
            }
        });
    }
    return calls;
}

std::map<GpuId, GpuDelays> delaysOf(const Trace& trace, std::size_t step) {
    const auto calls = callsOf(trace, step);
    std::map<GpuId, GpuDelays> delays;
    const auto activities = trace.gpuActivities();
    for (std::size_t at = 0; at < activities.size(); at += step) {
        const auto number = trace.correlations().find(activities[at].slice);
        const auto call = number ? calls.find(*number) : calls.end();
        if (call != calls.end() && call->second.slice.isValid() && !call->second.isAmbiguous &&
            trace.sourceOf(call->second.slice) == activities[at].gpu.source) {
            delays[activities[at].gpu].add(trace.slices().start(call->second.slice),
                                           trace.slices().start(activities[at].slice));
        }
    }
    return delays;
}

bool areSuspicious(const std::map<GpuId, GpuDelays>& delays) {
    return std::ranges::any_of(delays, [](const auto& gpu) { return gpu.second.isOnOtherClock(); });
}

}  // namespace

std::vector<ClockShift> gpuClockShifts(const Trace& trace) {
    const std::size_t step = std::max<std::size_t>(trace.gpuActivities().size() / kSampled, 1);
    std::map<GpuId, GpuDelays> delays = delaysOf(trace, step);
    if (step > 1 && areSuspicious(delays)) {
        delays = delaysOf(trace, 1);
    }
    std::vector<ClockShift> shifts;
    for (const auto& [gpu, own] : delays) {
        if (own.isOnOtherClock()) {
            shifts.push_back({gpu, -own.smallest, own.all});
        }
    }
    return shifts;
}

}  // namespace gaplight
