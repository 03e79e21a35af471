// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// gaps  = gaps of a GPU >= min_gap that the profiler's own work did not fill, by what kept the
//         host: gapCauses, the user code that called it
// fires where the gaps of one group together >= min_share of the GPU's window, and where no one
//         piece of code can be named (held up, scattered, not recorded), >= min_unnamed
// edits = the filling host code inside its gaps takes no time; for a drained queue the wait before
//         is dropped; none where no code can be named or the delay is on the GPU's side
// A GPU whose graphs are under-recorded is not judged: its gaps are what the profiler missed.
#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/analysis/host/profiler_overhead.h"
#include "core/detectors/engine/finding_groups.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/texts/host_cures.h"
#include "core/detectors/texts/host_finding.h"
#include "core/detectors/texts/idle_texts.h"

namespace gaplight {
namespace {

constexpr std::array kGpuIdleThresholds{
    Threshold{"min_gap", ThresholdUnit::Nanoseconds, microseconds(100),
              "gaps at least this long are reported", "diffusers profiling guide"},
    Threshold{"min_share", ThresholdUnit::Share, percent(1) / 10,
              "share of the GPU's window that the gaps of one cause take together",
              "below this a fix cannot be told from noise between runs"},
    Threshold{"min_unnamed", ThresholdUnit::Share, percent(5),
              "the same for gaps that no one piece of code explains",
              "there is nothing to change for less"},
};

// Causes that one GPU's findings name.
constexpr std::size_t kMaxFindings = 6;

class GpuIdle {
public:
    explicit GpuIdle(const DetectorInput& input) : m_input(input), m_steps(input.analysis.steps) {}

    std::vector<Finding> run() {
        std::vector<Finding> findings;
        for (const DeviceAnalysis& device : m_input.analysis.devices) {
            if (!device.graphsUnderRecorded) {
                addDevice(device, findings);
            }
        }
        return findings;
    }

private:
    void addDevice(const DeviceAnalysis& device, std::vector<Finding>& findings) {
        m_groups = {};
        m_idle.clear();
        for (GapCause& filling : gapCauses(m_input.trace, m_input.launches, m_input.places, device,
                                           m_input.settings.time("min_gap"))) {
            add(device, filling);
        }
        m_groups.sortByCost();
        std::size_t named = 0;
        for (FindingGroup& group : m_groups.all()) {
            const IdleCause& cause = m_idle[group.key];
            const bool counts =
                m_input.settings.reaches(isNamed(cause.filling) ? "min_share" : "min_unnamed",
                                         group.gpuIdle, device.totals.window.length());
            if (counts && named < kMaxFindings) {
                ++named;
                findings.push_back(finding(device, group, cause));
            }
        }
    }

    // Something to change can be named: what filled the gap is no mere sum of launches.
    [[nodiscard]] bool isNamed(const GapCause& filling) const {
        const Trace& trace = m_input.trace;
        switch (filling.kind) {
            case GapCauseKind::Code: {
                const HostCure* cure =
                    hostCureOf(trace.text(filling.part), trace.text(filling.caller));
                return cure != nullptr ? !cure->isInherent : !filling.launches;
            }
            case GapCauseKind::Drained:
            case GapCauseKind::DataLoader:
            case GapCauseKind::Compiling:
                return true;
            default:
                return false;
        }
    }

    void add(const DeviceAnalysis& device, GapCause& filling) {
        const Gap& gap = device.gaps[filling.gap];
        const GroupKey key = keyOf(device, gap, filling);
        FindingGroup& group = m_groups.at(key);
        ++group.count;
        group.gpuIdle += gap.length();
        group.host += hostRangeOf(m_input.trace, gap).length();
        group.evidence.push_back(gapEvidence(m_input.trace, device, gap, 0));
        addHost(gap, filling, group);
        IdleCause& cause = m_idle[key];
        if (gap.length() > cause.gap.length()) {
            cause = {std::move(filling), gap};
        }
    }

    // Code is told apart by who calls it, a drained queue by who waited. Triggers that come to
    // the same (late after a short wait, or without one) are one.
    [[nodiscard]] GroupKey keyOf(const DeviceAnalysis& device, const Gap& gap,
                                 const GapCause& filling) const {
        constexpr std::uint32_t kKinds = 16;
        GroupKey key;
        key.gpu = device.totals.gpu;
        key.variant = static_cast<std::uint32_t>(filling.kind);
        if (filling.kind == GapCauseKind::Code) {
            const StringId code = filling.caller.isValid() ? filling.caller : filling.function;
            key.variant += (code.value + 1) * kKinds;
        } else if (filling.kind == GapCauseKind::Drained) {
            key.place = m_input.places.placeOf(gap.blockingCall);
        }
        return key;
    }

    // What fills the gap: brackets to draw, and the edits that take it away.
    void addHost(const Gap& gap, const GapCause& filling, FindingGroup& group) const {
        const Trace& trace = m_input.trace;
        if (filling.kind == GapCauseKind::Drained) {
            group.edits.push_back({ReplayEdit::Kind::DropWait,
                                   gap.blockingCall,
                                   trace.trackOf(gap.blockingCall),
                                   {},
                                   0});
        }
        if (!isNamed(filling) || filling.calls.empty()) {
            return;
        }
        const TrackId track = trace.trackOf(filling.calls.front());
        for (const TimeRange& range : causeRanges(trace, gap, filling)) {
            group.edits.push_back({ReplayEdit::Kind::ScaleHost, {}, track, range, 0});
        }
        const SliceTable& slices = trace.slices();
        const TimeRange all{slices.start(filling.calls.front()), slices.end(filling.calls.back())};
        if (all.length() <= 2 * gap.length()) {
            const bool isOne = filling.calls.size() == 1;
            group.evidence.push_back({EvidenceMark::Bracket,
                                      {},
                                      track,
                                      isOne ? filling.calls.front() : SliceId{},
                                      all,
                                      0});
        }
    }

    Finding finding(const DeviceAnalysis& device, FindingGroup& group, const IdleCause& cause) {
        const Trace& trace = m_input.trace;
        Finding found = findingOf("gpu-idle", trace, m_steps, group);
        const SliceId host = !cause.filling.slices.empty() ? cause.filling.slices.front()
                             : cause.filling.kind == GapCauseKind::Drained ? cause.gap.blockingCall
                                                                           : SliceId{};
        if (host.isValid()) {
            const Place place = m_input.places.placeOf(host);
            found.where.annotation = trace.text(place.annotation);
            found.where.op = trace.text(place.op);
            found.where.python = shortFrame(trace.text(place.python));
        }
        found.perStep = gapsPerStep(found, m_steps);
        setIdleValues(trace, device, cause, isInLoop(found, m_steps), found);
        return found;
    }

    const DetectorInput& m_input;
    StepIndex m_steps;
    FindingGroups m_groups;
    std::map<GroupKey, IdleCause> m_idle;
};

DetectorResult detectGpuIdle(const DetectorInput& input) {
    const auto& devices = input.analysis.devices;
    if (devices.empty()) {
        return {{}, "no GPU activity was recorded"};
    }
    const bool blind =
        std::all_of(devices.begin(), devices.end(),
                    [](const DeviceAnalysis& device) { return device.graphsUnderRecorded; });
    if (blind) {
        return {{}, "most CUDA graph launches show no kernels, so idle time cannot be judged"};
    }
    return {GpuIdle(input).run(), {}};
}

}  // namespace

const Detector& gpuIdleRule() {
    static const Detector kRule{"gpu-idle",
                                "GPU idle",
                                "When was a GPU idle, and what did the host do meanwhile?",
                                kGpuIdleThresholds,
                                detectGpuIdle,
                                kIdleValues};
    return kRule;
}

}  // namespace gaplight
