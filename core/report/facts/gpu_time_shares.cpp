// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/gpu_time_shares.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>

#include "core/analysis/gpu/gpu_activity.h"
#include "core/base/intervals.h"
#include "core/base/quantity_text.h"
#include "core/base/share.h"
#include "core/report/facts/idle_explanation_text.h"
#include "core/report/facts/report_sections.h"
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

void addShare(const Sums& sums, Duration time, std::string label, std::string_view explanation,
              ColorRef color, std::vector<GpuTimeShare>& shares) {
    GpuTimeShare& share = shares.emplace_back();
    share.time = time;
    share.share = static_cast<double>(time.count()) / static_cast<double>(sums.window.count());
    share.shareText = percentText(share.share);
    share.label = std::move(label);
    share.explanation = explanation;
    share.color = color;
}

void addBusy(const ReportSubject& subject, const Sums& sums, std::vector<GpuTimeShare>& shares) {
    if (sums.compute > Duration::zero()) {
        addShare(sums, sums.compute, "computes", "A kernel other than communication was running",
                 Role::Compute, shares);
    }
    if (sums.waiting > Duration::zero()) {
        addShare(sums, sums.waiting, std::string(kWaitsForRank),
                 "Collectives waited for the data of other ranks, with no other work beside them",
                 Role::IdleRank, shares);
        shares.back().finding = firstFindingOf(subject.findings, "comm-exposed");
    }
    if (sums.communicationAlone > Duration::zero()) {
        addShare(sums, sums.communicationAlone, "only communicates",
                 sums.waiting > Duration::zero()
                     ? "Collectives moved data, with no other work beside them"
                     : "Collectives ran, or waited for other ranks, with no other work beside them",
                 Role::Communication, shares);
        shares.back().finding = firstFindingOf(subject.findings, "comm-exposed");
    }
    if (sums.copiesAlone > Duration::zero()) {
        addShare(sums, sums.copiesAlone, "only copies", "Copies ran with no kernel beside them",
                 Role::Copy, shares);
        shares.back().finding = firstFindingOf(subject.findings, "copy-not-overlapped");
    }
}

// The reasons of a class of idle time on these GPUs, most time first.
std::vector<ExplainedTime> reasonsOf(const ReportSubject& subject, const std::vector<GpuId>& gpus,
                                     IdleClass idleClass) {
    std::vector<ExplainedTime> reasons;
    for (const IdleExplanations& one : subject.findings.explanations) {
        if (std::ranges::find(gpus, one.gpu) == gpus.end()) {
            continue;
        }
        for (const ExplainedTime& part : one.parts) {
            const auto known = std::ranges::find(reasons, part.reason, &ExplainedTime::reason);
            if (part.reason.idleClass() == idleClass && known == reasons.end()) {
                reasons.push_back(part);
            } else if (part.reason.idleClass() == idleClass) {
                known->time += part.time;
            }
        }
    }
    std::ranges::stable_sort(reasons, std::greater(), &ExplainedTime::time);
    return reasons;
}

}  // namespace

std::string otherIdleLabel(std::span<const ExplainedTime> reasons) {
    constexpr std::int64_t kNearlyAllPercent = 90;
    constexpr std::size_t kMaxLabel = 42;  // of a figure of 400 px
    Duration all{};
    for (const ExplainedTime& one : reasons) {
        all += one.time;
    }
    std::string label = "idle: " + lowerFirst(explanationLabel(reasons.front().reason));
    if (reasons.size() == 1 || reachesPercent(reasons.front().time, all, kNearlyAllPercent)) {
        return label;
    }
    const std::string second = lowerFirst(explanationLabel(reasons[1].reason));
    const bool areTwo = reachesPercent(reasons[0].time + reasons[1].time, all, kNearlyAllPercent) &&
                        label.size() + second.size() <= kMaxLabel;
    return label + " and " + (areTwo ? second : "other");
}

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
    std::vector<GpuId> summed;
    for (const DeviceAnalysis* device :
         scope.gpu ? shownDevices(subject) : judgedDevices(subject)) {
        const bool isMeant =
            !device->graphsUnderRecorded && (!scope.gpu || *scope.gpu == device->totals.gpu);
        if (isMeant && (!scope.range || device->totals.window.overlaps(*scope.range))) {
            addDevice(subject, *device, scope.range, sums);
            summed.push_back(device->totals.gpu);
        }
    }
    std::vector<GpuTimeShare> shares;
    addBusy(subject, sums, shares);
    for (std::size_t number = 0; number < kClasses; ++number) {
        if (sums.idle.at(number) <= Duration::zero()) {
            continue;
        }
        const auto idleClass = static_cast<IdleClass>(number);
        const auto reasons = reasonsOf(subject, summed, idleClass);
        addShare(sums, sums.idle.at(number),
                 idleClass == IdleClass::Other && !reasons.empty()
                     ? otherIdleLabel(reasons)
                     : std::string(kClassTexts.at(number).label),
                 kClassTexts.at(number).explanation, idleColor(idleClass), shares);
        shares.back().idleClass = idleClass;
        if (!reasons.empty()) {
            shares.back().finding = firstFindingOf(subject.findings, reasons.front().reason.name());
        }
    }
    return shares;
}

}  // namespace gaplight
