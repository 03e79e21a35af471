// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/gpu_time_shares.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/analysis/gpu/gpu_activity.h"
#include "core/base/intervals.h"
#include "core/base/share.h"
#include "core/report/facts/idle_explanation_text.h"
#include "core/session/scene_data.h"

namespace gaplight {
namespace {

constexpr std::size_t kClasses = static_cast<std::size_t>(IdleClass::Count_);

// Time of GPUs by part.
struct Sums {
    Duration window{};
    Duration compute{};
    Duration waiting{};  // for another rank, in communication
    Duration communicationAlone{};
    Duration copiesAlone{};
    IdleByClass idle{};
};

struct ClassTexts {
    std::string_view label;
    std::string_view explanation;
};
constexpr std::array<ClassTexts, kClasses> kClassTexts{
    ClassTexts{"idle: launches one by one",
               "Each kernel ended before the host had launched the next one"},
    ClassTexts{"idle: host code", "The host ran other code before it launched the next work"},
    ClassTexts{"idle: data loader", "The host waited for, or ran, the data loader"},
    ClassTexts{"idle: after a wait",
               "The host had waited for the GPU, or for a copy, so that no work was queued"},
    ClassTexts{"idle: another rank", "The host waited for another rank"},
    ClassTexts{
        "idle: other",
        "First use, recording, begin and end of the capture, work that was launched before or not "
        "recorded, and what nothing explains"},
};

Duration within(TimeRange part, const std::optional<TimeRange>& range) {
    return range ? commonPart(part, *range).length() : part.length();
}

// What recording costs in a part of a gap: it is spread evenly.
Duration recordingIn(const IdleExplanations& explained, std::size_t gap, const Gap& whole,
                     Duration part) {
    const std::int64_t recording = explained.recordingOfGap[gap];
    return part == whole.length()
               ? Duration(recording)
               : shareOfTime(part, recording * 1'000'000 / whole.length().count());
}

void addDevice(const ReportSubject& subject, const DeviceAnalysis& device,
               const std::optional<TimeRange>& range, Sums& sums) {
    const TimeRange window = device.totals.window;
    const Duration length = within(window, range);
    Duration communication = device.totals.communicationAlone;
    Duration copies = device.totals.copiesAlone;
    Duration waiting{};
    const MergedRanges waits = waitsForRanks(subject.findings.findings, device.totals.gpu);
    if (range || !waits.ranges().empty()) {
        NotComputing parts = notComputing(subject.trace, device.byStart, device.busyAtStart);
        const TimeRange counted = range ? commonPart(window, *range) : window;
        communication = copies = Duration::zero();
        for (const TimeRange& part : parts.communicationAlone) {
            communication += within(part, counted);
        }
        for (const TimeRange& part : parts.copiesAlone) {
            copies += within(part, counted);
        }
        waiting = communication;
        for (const TimeRange& part : rangesOutside(parts.communicationAlone, waits.ranges())) {
            waiting -= within(part, counted);
        }
        communication -= waiting;
    }
    const auto& all = subject.findings.explanations;
    const auto explained = std::find_if(all.begin(), all.end(), [&](const IdleExplanations& one) {
        return one.gpu == device.totals.gpu && one.ofGap.size() == device.gaps.size();
    });
    std::vector<IdleClass> ofPart;  // of the explanations: once, not for each gap
    if (explained != all.end()) {
        for (const ExplainedTime& part : explained->parts) {
            ofPart.push_back(part.reason.idleClass());
        }
    }
    Duration idle{};
    for (std::size_t gap = 0; gap < device.gaps.size(); ++gap) {
        const IdleClass idleClass =
            ofPart.empty() ? IdleClass::Other : ofPart[explained->ofGap[gap]];
        const Duration part = within(device.gaps[gap].range(), range);
        const Duration recording = ofPart.empty()
                                       ? Duration::zero()
                                       : recordingIn(*explained, gap, device.gaps[gap], part);
        sums.idle.at(static_cast<std::size_t>(idleClass)) += part - recording;
        sums.idle.at(static_cast<std::size_t>(IdleClass::Other)) += recording;
        idle += part;
    }
    sums.window += length;
    sums.compute += length - idle - waiting - communication - copies;
    sums.waiting += waiting;
    sums.communicationAlone += communication;
    sums.copiesAlone += copies;
}

// A rule's name within a sentence: "first use".
std::string lowerFirst(std::string text) {
    if (!text.empty() && text.front() >= 'A' && text.front() <= 'Z') {
        text.front() = static_cast<char>(text.front() - 'A' + 'a');
    }
    return text;
}

// The reason of a class with most idle time on one GPU; none has no time.
ExplainedTime mainReason(const ReportSubject& subject, const GpuTimeScope& scope,
                         IdleClass idleClass) {
    ExplainedTime main;
    for (const IdleExplanations& one : subject.findings.explanations) {
        for (const ExplainedTime& part : one.parts) {
            if ((!scope.gpu || *scope.gpu == one.gpu) && part.reason.idleClass() == idleClass &&
                part.time > main.time) {
                main = part;
            }
        }
    }
    return main;
}

}  // namespace

std::optional<std::size_t> firstFindingOf(const FindingSet& findings, std::string_view rule) {
    const auto at = std::find_if(findings.findings.begin(), findings.findings.end(),
                                 [&](const Finding& finding) { return finding.rule == rule; });
    if (at == findings.findings.end()) {
        return std::nullopt;
    }
    return static_cast<std::size_t>(at - findings.findings.begin());
}

std::vector<GpuTimeShare> gpuTimeShares(const ReportSubject& subject, const GpuTimeScope& scope) {
    Sums sums;
    for (const DeviceAnalysis& device : subject.analysis.devices) {
        const bool isShown = !device.graphsUnderRecorded &&
                             (!scope.gpu || *scope.gpu == device.totals.gpu) &&
                             (!subject.device || *subject.device == device.totals.gpu.device);
        if (isShown && (!scope.range || device.totals.window.overlaps(*scope.range))) {
            addDevice(subject, device, scope.range, sums);
        }
    }
    std::vector<GpuTimeShare> shares;
    const auto add = [&](Duration time, std::string label, std::string_view explanation,
                         ColorRef color) {
        const double share =
            static_cast<double>(time.count()) / static_cast<double>(sums.window.count());
        shares.push_back({time, share, std::move(label), std::string(explanation), color, {}, {}});
    };
    if (sums.compute > Duration::zero()) {
        add(sums.compute, "computes", "A kernel other than communication was running",
            Role::Compute);
    }
    if (sums.waiting > Duration::zero()) {
        add(sums.waiting, std::string(kWaitsForRank),
            "Collectives waited for the data of other ranks, with no other work beside them",
            Role::IdleRank);
        shares.back().finding = firstFindingOf(subject.findings, "comm-exposed");
    }
    if (sums.communicationAlone > Duration::zero()) {
        add(sums.communicationAlone, "only communicates",
            sums.waiting > Duration::zero()
                ? "Collectives moved data, with no other work beside them"
                : "Collectives ran, or waited for other ranks, with no other work beside them",
            Role::Communication);
        shares.back().finding = firstFindingOf(subject.findings, "comm-exposed");
    }
    if (sums.copiesAlone > Duration::zero()) {
        add(sums.copiesAlone, "only copies", "Copies ran with no kernel beside them", Role::Copy);
        shares.back().finding = firstFindingOf(subject.findings, "copy-not-overlapped");
    }
    for (std::size_t number = 0; number < kClasses; ++number) {
        if (sums.idle.at(number) <= Duration::zero()) {
            continue;
        }
        const auto idleClass = static_cast<IdleClass>(number);
        const ExplainedTime main = mainReason(subject, scope, idleClass);
        const bool isOther = idleClass == IdleClass::Other && main.time > Duration::zero();
        add(sums.idle.at(number),
            isOther ? "idle: " + lowerFirst(explanationLabel(main.reason))
                    : std::string(kClassTexts.at(number).label),
            kClassTexts.at(number).explanation, idleColor(idleClass));
        shares.back().idleClass = idleClass;
        shares.back().finding = firstFindingOf(subject.findings, main.reason.name());
    }
    return shares;
}

}  // namespace gaplight
