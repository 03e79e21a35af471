// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/gpu_time_shares.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <string_view>
#include <vector>

#include "core/analysis/gpu/gpu_activity.h"
#include "core/base/intervals.h"
#include "core/base/quantity_text.h"
#include "core/base/share.h"
#include "core/detectors/engine/finding_text.h"
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
    Duration earlier{};               // work from before the capture, which is no idle time
    std::vector<ExplainedTime> idle;  // a part for each reason, without recording
    std::array<Duration, kClasses> recordings{};  // in gaps of each class

    void addIdle(const GapReason& reason, Duration time) {
        const auto known = std::ranges::find(idle, reason, &ExplainedTime::reason);
        if (known != idle.end()) {
            known->time += time;
        } else if (time > Duration::zero()) {
            idle.push_back({reason, time});
        }
    }
    // The reasons of a class, most time first.
    std::vector<ExplainedTime> reasonsOf(IdleClass idleClass) const {
        std::vector<ExplainedTime> reasons;
        std::ranges::copy_if(idle, std::back_inserter(reasons), [&](const ExplainedTime& one) {
            return one.reason.idleClass() == idleClass;
        });
        std::ranges::stable_sort(reasons, std::greater(), &ExplainedTime::time);
        return reasons;
    }
};

struct ClassTexts {
    std::string_view label;  // where no cause has nearly all of it
    std::string_view explanation;
};
constexpr std::array<ClassTexts, kClasses> kClassTexts{
    ClassTexts{"launches one by one",
               "Each kernel ended before the host had launched the next one"},
    ClassTexts{"host code", "The host ran other code before it launched the next work"},
    ClassTexts{"data loader", "The host waited for, or ran, the data loader"},
    ClassTexts{"after a wait",
               "The host had waited for the GPU, or for a copy, so that no work was queued"},
    ClassTexts{"another rank", "The host waited for another rank"},
    ClassTexts{
        "other",
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
    const IdleExplanations* explained = explanationsOf(subject.findings.explanations, device);
    std::vector<Duration> ofReason(explained == nullptr ? 1 : explained->parts.size());
    Duration recordings{};
    Duration idle{};
    Duration earlier{};
    for (std::size_t gap = 0; gap < device.gaps.size(); ++gap) {
        const Duration part = within(device.gaps[gap].range(), range);
        if (device.gapReason[gap] == GapReasonKind::EarlierWork) {
            earlier += part;
            continue;
        }
        const Duration recording = explained == nullptr
                                       ? Duration::zero()
                                       : recordingIn(*explained, gap, device.gaps[gap], part);
        const std::size_t reason = explained == nullptr ? 0 : explained->ofGap[gap];
        ofReason[reason] += part - recording;
        if (explained != nullptr) {
            const IdleClass idleClass = explained->classOfGap(gap);
            sums.recordings.at(static_cast<std::size_t>(idleClass)) += recording;
        }
        recordings += recording;
        idle += part;
    }
    for (std::size_t reason = 0; reason < ofReason.size(); ++reason) {
        sums.addIdle(explained == nullptr ? GapReason{} : explained->parts[reason].reason,
                     ofReason[reason]);
    }
    sums.addIdle({GapReasonKind::Profiler, nullptr}, recordings);
    sums.window += length;
    sums.compute += length - idle - earlier - waiting - communication - copies;
    sums.earlier += earlier;
    sums.waiting += waiting;
    sums.communicationAlone += communication;
    sums.copiesAlone += copies;
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
    if (sums.earlier > Duration::zero()) {
        addShare(sums, sums.earlier, std::string(kEarlierWork),
                 "What was queued before the capture ran, of which nothing was recorded",
                 Role::IdleOther, shares);
        shares.back().finding = firstFindingOf(subject.findings, "capture-quality");
    }
}

constexpr std::int64_t kNearlyAllPercent = 90;
constexpr std::int64_t kMainOfClassPercent = 50;

// A fix of the cause also takes away what recording costs in its gaps, which has a part of its own.
std::string idleExplanation(const Sums& sums, IdleClass idleClass) {
    const auto number = static_cast<std::size_t>(idleClass);
    std::string text(kClassTexts.at(number).explanation);
    const Duration recording = sums.recordings.at(number);
    if (idleClass != IdleClass::Other && recording > Duration::zero()) {
        text += ". Recording takes another " + durationText(recording) +
                " in these gaps, a part of its own here; what a fix gains in this trace has both";
    }
    return text;
}

Duration timeOf(std::span<const ExplainedTime> reasons) {
    Duration all{};
    for (const ExplainedTime& one : reasons) {
        all += one.time;
    }
    return all;
}

bool isOne(std::span<const ExplainedTime> reasons) {
    return reasons.size() == 1 ||
           reachesPercent(reasons.front().time, timeOf(reasons), kNearlyAllPercent);
}

}  // namespace

std::string idleLabel(std::span<const ExplainedTime> reasons) {
    constexpr std::size_t kMaxLabel = 42;  // of a figure of 400 px
    const GapReason& first = reasons.front().reason;
    const std::string label = "idle: " + causeName(first);
    if (isOne(reasons)) {
        return label;
    }
    if (first.idleClass() != IdleClass::Other) {
        // "idle: host jitter and other host code", where it is most of the class.
        const std::string ofClass(
            kClassTexts.at(static_cast<std::size_t>(first.idleClass())).label);
        std::string named = label + " and other " + ofClass;
        const bool isMost =
            reachesPercent(reasons.front().time, timeOf(reasons), kMainOfClassPercent);
        return isMost && named.size() <= kMaxLabel && causeName(first) != ofClass
                   ? named
                   : "idle: " + ofClass;
    }
    const std::string both = label + " and " + causeName(reasons[1].reason);
    const bool areTwo =
        reachesPercent(reasons[0].time + reasons[1].time, timeOf(reasons), kNearlyAllPercent) &&
        both.size() <= kMaxLabel;
    return areTwo ? both : label + " and other";
}

namespace {

template <class Is>
std::optional<std::size_t> firstOf(const FindingSet& set, const Is& isMeant) {
    const auto at = std::ranges::find_if(set.findings, isMeant);
    return at == set.findings.end()
               ? std::nullopt
               : std::optional(static_cast<std::size_t>(at - set.findings.begin()));
}

}  // namespace

std::optional<std::size_t> firstFindingOf(const FindingSet& findings, std::string_view rule) {
    return firstOf(findings, [&](const Finding& finding) { return finding.rule == rule; });
}

std::optional<std::size_t> firstFindingOf(const FindingSet& findings, const GapReason& reason) {
    return firstOf(findings, [&](const Finding& finding) { return isOfReason(finding, reason); });
}

std::vector<GpuTimeShare> gpuTimeShares(const ReportSubject& subject, const GpuTimeScope& scope) {
    Sums sums;
    for (const DeviceAnalysis* device :
         scope.gpu ? shownDevices(subject) : judgedDevices(subject)) {
        const bool isMeant =
            !device->graphsUnderRecorded && (!scope.gpu || *scope.gpu == device->totals.gpu);
        if (isMeant && (!scope.range || device->totals.window.overlaps(*scope.range))) {
            addDevice(subject, *device, scope.range, sums);
        }
    }
    std::vector<GpuTimeShare> shares;
    addBusy(subject, sums, shares);
    for (std::size_t number = 0; number < kClasses; ++number) {
        const auto idleClass = static_cast<IdleClass>(number);
        const std::vector<ExplainedTime> reasons = sums.reasonsOf(idleClass);
        if (reasons.empty()) {
            continue;
        }
        addShare(sums, timeOf(reasons), idleLabel(reasons), idleExplanation(sums, idleClass),
                 idleColor(reasons.front().reason), shares);
        const GapReason& first = reasons.front().reason;
        shares.back().idleClass = idleClass;
        shares.back().finding = firstFindingOf(subject.findings, first);
        shares.back().rule = isOne(reasons) ? first.rule : nullptr;
    }
    return shares;
}

}  // namespace gaplight
