// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/change_reasons.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>
#include <utility>

#include "core/analysis/torch/annotation_name.h"
#include "core/base/quantity_text.h"
#include "core/compare/waterfall.h"
#include "core/detectors/engine/rules.h"

namespace gaplight {
namespace {

struct Reason {
    std::string text;
    Duration effect{};
};

// Host time of an annotation in one run.
std::string hostTimeText(Duration time) {
    return time == Duration::zero() ? "none" : durationText(time);
}

Reason annotationReason(const AnnotationCause& cause, bool perStep) {
    return {"host time of `" + cause.name + "` " + hostTimeText(cause.a) + " → " +
                hostTimeText(cause.b) +
                (perStep ? " a step: about as much as a step changed"
                         : ": about as much as the run changed"),
            std::chrono::abs(cause.b - cause.a)};
}

Reason causeReason(const ChangeCause& cause) {
    return {(cause.detail.empty() ? "" : cause.detail + ": ") + cause.label + " " +
                durationText(cause.a) + " → " + durationText(cause.b),
            cause.size()};
}

// Causes with the same counts are one reason.
void addCause(const ChangeCause& cause, std::size_t first, std::vector<Reason>& reasons) {
    for (std::size_t at = first; at < reasons.size(); ++at) {
        if (!cause.detail.empty() && reasons[at].text.starts_with(cause.detail + ": ")) {
            reasons[at].text += ", " + causeReason(cause).text.substr(cause.detail.size() + 2);
            reasons[at].effect += cause.size();
            return;
        }
    }
    reasons.push_back(causeReason(cause));
}

// Not parts of others, and not those that name nothing to change.
bool isTold(const Finding& finding) {
    return !finding.partOf && !finding.isUnnamed &&
           (finding.severity != Severity::Info ||
            finding.cost.saving.value_or(Duration{}) > Duration::zero());
}

// Whether the rule says that launches are too many.
bool isAboutLaunches(const Finding& finding) {
    const RuleFacts* rule = findRule(finding.rule);
    return rule != nullptr && rule->idleClass == IdleClass::Launch;
}

// Launch calls in the annotations of one key, or without a key of the run.
std::uint64_t launchesIn(const ReasonSide& side, const std::string& key, const auto& keyOf) {
    std::uint64_t launches = 0;
    for (const MeasuredAnnotation& row : side.measured.annotations) {
        launches += !key.empty() && keyOf(row.group) == key ? row.measures.launches : 0;
    }
    return launches > 0 ? launches : side.measured.whole.launches;
}

// Whether the other run makes nearly as many launches where a finding of one run says so.
bool keepsLaunches(const ReasonInput& input, const Finding& finding, bool isGone) {
    const auto keyOfA = [&](const std::string& group) { return input.keys.ofA(group); };
    const auto keyOfB = [&](const std::string& group) { return input.keys.ofB(group); };
    const std::string group = annotationGroup(finding.where.annotation);
    const std::string key = group.empty() ? group : isGone ? keyOfA(group) : keyOfB(group);
    // Of as many steps in both.
    const std::size_t stepsA = input.verdict.perStep ? input.a.measured.steps.size() : 1;
    const std::size_t stepsB = input.verdict.perStep ? input.b.measured.steps.size() : 1;
    const std::uint64_t ofA = launchesIn(input.a, key, keyOfA) * stepsB;
    const std::uint64_t ofB = launchesIn(input.b, key, keyOfB) * stepsA;
    const auto [own, other] = isGone ? std::pair(ofA, ofB) : std::pair(ofB, ofA);
    return other * 100 >= own * kKeptLaunchPercent;
}

// Steps that a finding's evidence lies in; all where it shows none. A gap is in the step that the
// launch after it belongs to.
std::size_t stepsOf(const ComparedTrace& run, const Finding& finding) {
    const std::vector<StepRow>& rows = run.steps().rows;
    std::set<std::size_t> steps;
    for (const Evidence& one : finding.evidence) {
        const bool isGap = one.shape == EvidenceShape::Gap;
        const bool isOnGpu =
            isGap || (one.track.isValid() && run.trace.tracks()[one.track.index()].gpu);
        const auto rangeOf = [&](const StepRow& row) { return isOnGpu ? row.span : row.host; };
        const TimeRange range =
            isGap ? TimeRange{one.range.end - Duration(1), one.range.end} : one.range;
        auto row = std::ranges::partition_point(
            rows, [&](const StepRow& step) { return rangeOf(step).end <= range.begin; });
        for (; row != rows.end() && rangeOf(*row).begin < range.end; ++row) {
            steps.insert(static_cast<std::size_t>(row - rows.begin()));
        }
    }
    return steps.empty() ? std::max<std::size_t>(1, rows.size()) : steps.size();
}

// What removing the cause saves is more than the idle time, or the waiting for other ranks, that
// the title names.
bool contradictsTitle(const Finding& finding) {
    const RuleFacts* rule = findRule(finding.rule);
    const bool namesIdleTime = rule != nullptr && rule->namesIdleTime;
    const Duration named = namesIdleTime ? finding.cost.gpuIdle : finding.cost.waiting;
    return named > Duration::zero() && *finding.cost.saving * 100 > named * kMaxSavingPercent;
}

Reason findingReason(const ReasonInput& input, const Finding& finding, bool isGone) {
    Reason reason{(isGone ? "gone: " : "new: ") + finding.title, Duration{}};
    if (finding.cost.saving.value_or(Duration{}) <= Duration::zero()) {
        return reason;
    }
    const ComparedTrace& run = isGone ? input.a.run : input.b.run;
    const bool perStep = input.verdict.perStep;
    const std::size_t steps = perStep ? stepsOf(run, finding) : 1;
    const Duration change = std::chrono::abs(input.verdict.bAtClock - input.verdict.a);
    const Duration price = *finding.cost.saving / static_cast<std::int64_t>(steps);
    reason.effect = std::min(price, change + input.verdict.floor);
    if (price > reason.effect || contradictsTitle(finding)) {
        return reason;
    }
    const bool isInMost = steps + 1 >= run.steps().rows.size();
    reason.text += std::string(isGone ? ", which cost " : ", which costs ") +
                   (finding.isBound ? "up to " : "") + durationText(price) +
                   (!perStep    ? ""
                    : isInMost  ? " a step"
                    : steps > 1 ? " in each of " + countText(steps) + " steps"
                                : " in one step");
    return reason;
}

void addFindings(const ReasonInput& input, bool isGone, std::vector<Reason>& reasons) {
    std::vector<Reason> list;
    for (const FindingChange& change : isGone ? input.findings.gone : input.findings.added) {
        const Finding& finding =
            isGone ? input.a.run.findings[*change.a] : input.b.run.findings[*change.b];
        const bool isKept = isAboutLaunches(finding) && keepsLaunches(input, finding, isGone);
        if (isTold(finding) && !isKept) {
            list.push_back(findingReason(input, finding, isGone));
        }
    }
    std::ranges::stable_sort(list, std::ranges::greater(), &Reason::effect);
    list.resize(std::min(list.size(), kMaxFindingReasons));
    std::ranges::move(list, std::back_inserter(reasons));
}

// Whatever they change: the next reader would look for them.
void addLaunches(const ReasonInput& input, std::vector<Reason>& reasons) {
    const Measures& a = input.a.part;
    const Measures& b = input.b.part;
    const bool isNamed = std::ranges::any_of(reasons, [](const Reason& reason) {
        return reason.text.find("launch calls") != std::string::npos ||
               reason.text.find("CUDA graph launches") != std::string::npos;
    });
    const auto changed = [](std::uint64_t x, std::uint64_t y) {
        return std::max(x, y) >= kMuch * std::max<std::uint64_t>(1, std::min(x, y));
    };
    std::string text;
    if ((a.graphLaunches == 0) != (b.graphLaunches == 0)) {
        text = "CUDA graph launches " + countText(a.graphLaunches) + " → " +
               countText(b.graphLaunches);
    }
    if (changed(a.launches, b.launches)) {
        appendItem(text, "launch calls " + countText(a.launches) + " → " + countText(b.launches));
    }
    if (!text.empty() && !isNamed && input.level != AlignmentLevel::Totals) {
        reasons.push_back({text + (input.verdict.perStep ? " a step" : ""), Duration{}});
    }
}

// The parts of GPU time that changed.
void addCauses(const Verdict& verdict, std::vector<Reason>& reasons) {
    const Duration largest = verdict.causes.empty() ? Duration{} : verdict.causes.front().size();
    const Duration mean = (verdict.a + verdict.b) / 2;
    const std::size_t first = reasons.size();
    for (const ChangeCause& cause : verdict.causes) {
        const bool isExplained =
            verdict.annotation && cause.detail.empty() && cause.label.starts_with("idle");
        if (cause.size() * kMinShareOfLargest >= largest && cause.size() * kMinShareOfRun >= mean &&
            cause.size() > Duration{} && !isExplained) {
            addCause(cause, first, reasons);
        }
    }
}

void addMemory(const Measures& a, const Measures& b, std::vector<Reason>& reasons) {
    if (!a.memoryPeak || !b.memoryPeak) {
        return;
    }
    const auto [less, more] = std::minmax(*a.memoryPeak, *b.memoryPeak);
    if ((more - less) * kMinShareOfLargest >= more && more > 0) {
        reasons.push_back(
            {"GPU memory, peak " + bytesText(*a.memoryPeak) + " → " + bytesText(*b.memoryPeak),
             Duration{}});
    }
}

void addSelfTimes(const ReasonInput& input, std::vector<Reason>& reasons) {
    for (const SelfTimeChange& change : input.selfTimes) {
        const Duration size = std::chrono::abs(change.b.time - change.a.time);
        const auto sum = static_cast<double>((change.a.time + change.b.time).count());
        if (static_cast<double>(size.count()) * 2 <= input.verdict.noiseFloor * sum) {
            continue;
        }
        const auto sideText = [](const KernelSum& side) {
            return side.count == 0
                       ? std::string("none")
                       : durationText(side.time) + " in " + countText(side.count, "call", "calls");
        };
        reasons.push_back({"self time of `" + change.name + "` " + sideText(change.a) + " → " +
                               sideText(change.b),
                           size});
        if (reasons.size() >= kMaxReasons) {
            break;
        }
    }
}

}  // namespace

std::vector<std::string> reasonsOfChange(const ReasonInput& input) {
    const Verdict& verdict = input.verdict;
    if (verdict.otherWork || verdict.isSameRun) {
        return {};
    }
    std::vector<Reason> reasons;
    if (verdict.annotation) {
        reasons.push_back(annotationReason(*verdict.annotation, verdict.perStep));
    }
    addCauses(verdict, reasons);
    const bool hasFindings = !verdict.ranks && input.level != AlignmentLevel::Totals;
    if (hasFindings && verdict.kind != VerdictKind::Regressed) {
        addFindings(input, true, reasons);
    }
    if (hasFindings && verdict.kind != VerdictKind::Improved) {
        addFindings(input, false, reasons);
    }
    if (verdict.kind == VerdictKind::Improved || verdict.kind == VerdictKind::Regressed) {
        const Duration change = std::chrono::abs(verdict.bAtClock - verdict.a);
        std::erase_if(reasons, [&](const Reason& reason) {
            return reason.effect > Duration{} && reason.effect * kMinShareOfLargest < change;
        });
    }
    addLaunches(input, reasons);
    addSelfTimes(input, reasons);
    addMemory(input.a.measured.whole, input.b.measured.whole, reasons);
    std::ranges::stable_sort(reasons, std::ranges::greater(), &Reason::effect);
    std::vector<std::string> texts;
    for (std::size_t at = 0; at < std::min(reasons.size(), kMaxReasons); ++at) {
        texts.push_back(std::move(reasons[at].text));
    }
    return texts;
}

}  // namespace gaplight
