// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/gap_labels.h"

#include <algorithm>

#include "core/analysis/idle/gap_cause.h"
#include "core/analysis/torch/python_frame.h"
#include "core/detectors/engine/finding_text.h"
#include "core/detectors/engine/rules.h"

namespace gaplight {
namespace {

// The host code inside a gap: its name, or the gap's main activity.
std::string hostText(const Trace& trace, const Gap& gap, GapActivity activity) {
    const StringId cause = hostCauseOf(trace, gap);
    return "host: " + std::string(cause.isValid() ? functionOfFrame(trace.text(cause))
                                                  : gapActivityName(activity));
}

// What ended the gap before, and what the host did in it.
std::string measuredLabel(const Trace& trace, const Gap& gap, GapActivity activity) {
    switch (gap.trigger) {
        case GapTrigger::GpuSide:
            return "already launched";
        case GapTrigger::AfterSync: {
            const std::string sync = "after " + std::string(trace.name(gap.blockingCall));
            return activity == GapActivity::Sync ? sync
                                                 : sync + ", " + hostText(trace, gap, activity);
        }
        case GapTrigger::HostLate:
            return hostText(trace, gap, activity);
        case GapTrigger::Unknown:
        case GapTrigger::Count_:
            break;
    }
    return "launch not recorded";
}

}  // namespace

GapLabels::GapLabels(const Session& session) : m_session(session) {
    for (const DeviceAnalysis& device : session.analysis.devices) {
        m_explained.push_back(explanationsOf(session.findings.explanations, device));
        m_notes.emplace_back(device.gaps.size(), nullptr);
    }
    for (const Finding& finding : session.findings.findings) {
        for (const Evidence& evidence : finding.evidence) {
            if (evidence.shape != EvidenceShape::Gap || evidence.note >= finding.notes.size() ||
                finding.notes[evidence.note].empty()) {
                continue;
            }
            const auto place = find(evidence.gpu, evidence.range);
            if (place && reasonOf(*place).rule != nullptr && !isExplainedByOther(*place, finding)) {
                const std::string*& note = m_notes[place->device][place->gap];
                note = note == nullptr ? &finding.notes[evidence.note] : note;
            }
        }
    }
}

std::string GapLabels::of(Place place) const {
    if (const std::string* note = m_notes[place.device][place.gap]) {
        return *note;
    }
    const GapReason reason = reasonOf(place);
    const DeviceAnalysis& device = m_session.analysis.devices[place.device];
    const Gap& gap = device.gaps[place.gap];
    if (reason != GapReason{} && reason.rule != &gpuIdleRule()) {
        // The profiler records calls of the program: which ones is said, too.
        const StringId code = reason.kind == GapReasonKind::Profiler
                                  ? hostCauseOf(*m_session.trace, gap)
                                  : StringId();
        return causeName(reason) +
               (code.isValid() ? " in " + std::string(functionOfFrame(m_session.trace->text(code)))
                               : "");
    }
    return measuredLabel(*m_session.trace, gap, device.gapActivity[place.gap]);
}

std::optional<GapLabels::Place> GapLabels::find(GpuId gpu, TimeRange range) const {
    const std::vector<DeviceAnalysis>& devices = m_session.analysis.devices;
    for (std::size_t device = 0; device < devices.size(); ++device) {
        if (devices[device].totals.gpu != gpu) {
            continue;
        }
        const std::vector<Gap>& gaps = devices[device].gaps;
        const auto at =
            std::lower_bound(gaps.begin(), gaps.end(), range.begin,
                             [](const Gap& other, Time begin) { return other.end <= begin; });
        if (at != gaps.end() && at->begin < range.end) {
            return Place{device, static_cast<std::size_t>(at - gaps.begin())};
        }
    }
    return std::nullopt;
}

GapReason GapLabels::reasonOf(Place place) const {
    const IdleExplanations* explained = m_explained[place.device];
    const Gap& gap = m_session.analysis.devices[place.device].gaps[place.gap];
    return explained == nullptr ? GapReason{} : explained->mainReason(place.gap, gap);
}

bool GapLabels::isExplainedByOther(Place place, const Finding& finding) const {
    const RuleFacts* rule = reasonOf(place).rule;
    return rule != nullptr && rule->id != finding.rule;
}

}  // namespace gaplight
