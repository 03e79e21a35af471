// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// delay = start of a kernel - end of its launch call, over queue-empty launches (metrics.md) that
//         return while no stream of the GPU is running anything: all others are queued; without
//         gaps that nothing can be said about (gap_reason.h, isTakenOut)
// fires = for each GPU with >= min_launches of them: their median > limit
//         or with >= kMinLateLaunches of them: at least kLatePercent of them > late_start. What
//         starts so late each time is no cost of launching: the GPU was with another process or
//         context, or asleep, or its driver submits in batches (Windows). A warning, since fewer
//         launches into an empty queue would pay it less often: the waits that empty it are named.
// edits = none: what the launch path itself costs is no cause that the program could remove
#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/analysis/gpu/launch_delay.h"
#include "core/analysis/idle/gap_reason.h"
#include "core/analysis/idle/gaps.h"
#include "core/base/intervals.h"
#include "core/base/quantity_text.h"
#include "core/base/share.h"
#include "core/base/statistics.h"
#include "core/detectors/engine/finding_groups.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/shared/host_finding.h"

namespace gaplight {
namespace {

constexpr std::array kLaunchLatencyThresholds{
    Threshold{"limit", ThresholdUnit::Nanoseconds, microseconds(20),
              "the median delay of launches into an empty queue is not healthy above this",
              "diffusers profiling guide: below 10 \u00b5s is healthy, above 20 \u00b5s is not"},
    Threshold{"min_launches", ThresholdUnit::Count, 32,
              "launches into an empty queue that a median is taken over",
              "of fewer a median says little"},
    Threshold{"late_start", ThresholdUnit::Nanoseconds, microseconds(100),
              "a launch on an idle GPU that starts later than this counts where most do",
              "five times what is not healthy: a gap that the guide wants explained"},
};

// So few launches are enough where this share of them starts late: a median says little of them,
// nearly all of them say enough.
constexpr std::size_t kMinLateLaunches = 8;
constexpr std::size_t kLatePercent = 75;
// What the delays must take of the GPU's window, and in all, for a warning: as for savings.
constexpr std::int64_t kWarningPercent = 1;
constexpr Duration kWarningTime = std::chrono::milliseconds(1);

constexpr std::array kLaunchLatencyValues{
    DeclaredValue{"note", QuantityKind::Rows, false, "launch activity"},
    DeclaredValue{"median", QuantityKind::Nanoseconds},
    DeclaredValue{"p95", QuantityKind::Nanoseconds},
    DeclaredValue{"launches", QuantityKind::Count},
    DeclaredValue{"limit", QuantityKind::Nanoseconds},
    DeclaredValue{"fix", QuantityKind::Case, false, "machine waits"},
    DeclaredValue{"waits", QuantityKind::Count, true},
    DeclaredValue{"emptied_by", QuantityKind::Text, true},
    DeclaredValue{"emptied", QuantityKind::Case, true, "by-waits"},
};

// The notes of launches and of activities.
constexpr std::uint32_t kLaunchNote = 0;
constexpr std::uint32_t kActivityNote = 1;

// `gpu`: of an activity; the occurrences are those, not the calls that launch them.
Evidence& outline(const Trace& trace, SliceId slice, GpuId gpu, std::uint32_t note,
                  Finding& finding) {
    Evidence one;
    one.shape = EvidenceShape::Outline;
    one.gpu = gpu;
    one.track = trace.trackOf(slice);
    one.slice = slice;
    one.range = trace.slices().range(slice);
    one.note = note;
    return finding.evidence.emplace_back(one);
}

// The waits for the GPU that the host returned from between one launch and the next, which found an
// empty queue for that reason.
struct EmptyingWaits {
    std::uint64_t count = 0;
    Place place;  // of most of them
};

EmptyingWaits waitsBefore(const DetectorInput& input, std::span<const KernelLaunchDelay> delays) {
    const SliceTable& slices = input.trace.slices();
    const std::span<const SliceId> launches = input.launches.launches();
    std::map<Place, std::uint64_t> places;
    EmptyingWaits waits;
    for (const KernelLaunchDelay& one : delays) {
        const SliceId wait =
            lastBlockingCallBefore(input.trace, input.analysis.blockingCalls, one.launch);
        const auto launch = std::lower_bound(launches.begin(), launches.end(), one.launch);
        const SliceId before = launch == launches.begin() ? SliceId{} : *(launch - 1);
        const bool isOfThread =
            before.isValid() && input.trace.trackOf(before) == input.trace.trackOf(one.launch);
        if (wait.isValid() && (!isOfThread || slices.end(wait) > slices.end(before))) {
            ++waits.count;
            ++places[input.places.placeOf(wait)];
        }
    }
    const auto most =
        std::max_element(places.begin(), places.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    waits.place = most == places.end() ? Place{} : most->first;
    return waits;
}

class LaunchLatency {
public:
    explicit LaunchLatency(const DetectorInput& input)
        : m_input(input),
          m_limit(input.settings.time("limit")),
          m_lateStart(input.settings.time("late_start")),
          m_enough(static_cast<std::size_t>(input.settings.value("min_launches"))) {}

    std::vector<Finding> run() const {
        std::vector<Finding> findings;
        for (const DeviceAnalysis& device : m_input.analysis.devices) {
            if (device.graphsUnderRecorded) {
                continue;
            }
            std::vector<KernelLaunchDelay> delays = delaysOf(device);
            // The median is above the limit if more than half of them are.
            const bool isSlow = delays.size() >= std::max<std::size_t>(m_enough, 1) &&
                                2 * countOver(delays, m_limit) > delays.size();
            const bool isLate =
                delays.size() >= kMinLateLaunches &&
                100 * countOver(delays, m_lateStart) >= kLatePercent * delays.size();
            if (isSlow || isLate) {
                findings.push_back(finding(device, delays, isLate));
            }
        }
        return findings;
    }

private:
    static std::size_t countOver(std::span<const KernelLaunchDelay> delays, Duration limit) {
        return static_cast<std::size_t>(
            std::count_if(delays.begin(), delays.end(),
                          [&](const KernelLaunchDelay& one) { return one.delay > limit; }));
    }

    std::vector<KernelLaunchDelay> delaysOf(const DeviceAnalysis& device) const {
        std::set<SliceId> takenOut;
        for (std::size_t at = 0; at < device.gaps.size(); ++at) {
            if (isTakenOut(device.gapReason[at])) {
                takenOut.insert(device.gaps[at].activity);
            }
        }
        std::vector<KernelLaunchDelay> delays =
            kernelLaunchDelays(m_input.trace, m_input.launches, device.byStart);
        std::erase_if(
            delays, [&](const KernelLaunchDelay& one) { return takenOut.contains(one.activity); });
        return delays;
    }

    // What of a delay is in the GPU's window: what comes before its first activity is no idle time.
    Duration idleIn(const DeviceAnalysis& device, const KernelLaunchDelay& one) const {
        const Time start = m_input.trace.slices().start(one.activity);
        return commonPart({start - one.delay, start}, device.totals.window).length();
    }

    Finding finding(const DeviceAnalysis& device, std::vector<KernelLaunchDelay>& delays,
                    bool isLate) const {
        Finding found;
        found.rule = "launch-latency";
        found.where.gpu = device.totals.gpu;
        std::vector<Time> launched;
        for (const KernelLaunchDelay& one : delays) {
            if (one.delay > m_limit) {
                found.cost.gpuIdle += idleIn(device, one);
                launched.push_back(m_input.trace.slices().start(one.launch));
                outline(m_input.trace, one.launch, {}, kLaunchNote, found);
                outline(m_input.trace, one.activity, device.totals.gpu, kActivityNote, found).time =
                    one.delay;
            }
        }
        std::stable_sort(
            found.evidence.begin(), found.evidence.end(),
            [](const Evidence& a, const Evidence& b) { return a.range.begin < b.range.begin; });
        found.count = launched.size();
        found.perStep = StepIndex(m_input.analysis.steps).medianPerStep(launched);
        if (isLate && found.cost.gpuIdle >= kWarningTime &&
            reachesPercent(found.cost.gpuIdle, device.totals.window.length(), kWarningPercent)) {
            found.severity = Severity::Warning;
        }
        found.values.set("note", caseRows({"launch", "activity"}));
        setValues(delays, found);
        return found;
    }

    void setValues(std::vector<KernelLaunchDelay>& delays, Finding& found) const {
        FindingValues& values = found.values;
        const EmptyingWaits waits = waitsBefore(m_input, delays);
        const bool isEmptied = 2 * waits.count > delays.size();
        values.set("fix", CaseName{isEmptied ? "waits" : "machine"});
        if (isEmptied) {
            const FindingPlace place =
                findingPlaceOf(m_input.places, waits.place, *found.where.gpu);
            found.where.annotation = place.annotation;
            found.where.op = place.op;
            found.where.python = place.python;
            values.setCount("waits", waits.count);
            values.set("emptied_by", inPlaceText(place));
            values.set("emptied", CaseName{"by-waits"});
        }
        values.setCount("launches", delays.size());
        values.set("limit", m_limit);
        values.set("median", lowerMedian(delays, &KernelLaunchDelay::delay).delay);
        values.set("p95", percentile(delays, 95, &KernelLaunchDelay::delay).delay);
    }

    const DetectorInput& m_input;
    Duration m_limit;
    Duration m_lateStart;
    std::size_t m_enough;
};

DetectorResult detectLaunchLatency(const DetectorInput& input) {
    if (input.analysis.devices.empty()) {
        return {{}, "no GPU activity was recorded"};
    }
    if (input.launches.launches().empty()) {
        return {{}, "no GPU activity has a recorded launch"};
    }
    return {LaunchLatency(input).run(), {}};
}

}  // namespace

const Detector& launchLatencyRule() {
    static const Detector kRule{
        {.id = "launch-latency",
         .name = "Launch latency",
         .question = "Does a kernel start soon after its launch when its queue is empty?",
         .thresholds = kLaunchLatencyThresholds,
         .values = kLaunchLatencyValues,
         .idleClass = IdleClass::Launch,
         .idlePhrase = "because of launch latency"},
        detectLaunchLatency};
    return kRule;
}

}  // namespace gaplight
