// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/change_reasons.h"

#include <algorithm>
#include <utility>

#include "core/base/quantity_text.h"
#include "core/compare/waterfall.h"

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

void addFindings(const ComparedTrace& run, const std::vector<FindingChange>& changes, bool isGone,
                 bool perStep, std::vector<Reason>& reasons) {
    const auto steps =
        static_cast<std::int64_t>(perStep ? std::max<std::size_t>(1, run.steps().rows.size()) : 1);
    std::vector<Reason> list;
    for (const FindingChange& change : changes) {
        const Finding& finding = run.findings[isGone ? *change.a : *change.b];
        if (!isTold(finding)) {
            continue;
        }
        Reason reason{std::string(isGone ? "gone: " : "new: ") + finding.title, Duration{}};
        if (finding.cost.saving && *finding.cost.saving > Duration::zero()) {
            reason.effect = *finding.cost.saving / steps;
            reason.text += std::string(isGone ? ", which cost " : ", which costs ") +
                           (finding.isBound ? "up to " : "") + durationText(reason.effect) +
                           (perStep ? " a step" : "");
        }
        list.push_back(std::move(reason));
    }
    std::stable_sort(list.begin(), list.end(),
                     [](const Reason& x, const Reason& y) { return x.effect > y.effect; });
    list.resize(std::min(list.size(), kMaxFindingReasons));
    std::move(list.begin(), list.end(), std::back_inserter(reasons));
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
    const Duration largest = verdict.causes.empty() ? Duration{} : verdict.causes.front().size();
    const Duration longer = std::max(verdict.a, verdict.bAtClock);
    const std::size_t firstCause = reasons.size();
    for (const ChangeCause& cause : verdict.causes) {
        const bool isExplained =
            verdict.annotation && cause.detail.empty() && cause.label.starts_with("idle");
        if (cause.size() * kMinShareOfLargest >= largest &&
            cause.size() * kMinShareOfRun >= longer && cause.size() > Duration{} && !isExplained) {
            addCause(cause, firstCause, reasons);
        }
    }
    if (verdict.kind != VerdictKind::Regressed && !verdict.ranks) {
        addFindings(input.a, input.findings.gone, true, verdict.perStep, reasons);
    }
    if (verdict.kind != VerdictKind::Improved && !verdict.ranks) {
        addFindings(input.b, input.findings.added, false, verdict.perStep, reasons);
    }
    if (verdict.kind == VerdictKind::Improved || verdict.kind == VerdictKind::Regressed) {
        const Duration change = std::chrono::abs(verdict.bAtClock - verdict.a);
        std::erase_if(reasons, [&](const Reason& reason) {
            return reason.effect > Duration{} && reason.effect * kMinShareOfLargest < change;
        });
    }
    addMemory(input.partA, input.partB, reasons);
    std::stable_sort(reasons.begin(), reasons.end(),
                     [](const Reason& x, const Reason& y) { return x.effect > y.effect; });
    std::vector<std::string> texts;
    for (std::size_t at = 0; at < std::min(reasons.size(), kMaxReasons); ++at) {
        texts.push_back(std::move(reasons[at].text));
    }
    return texts;
}

}  // namespace gaplight
