// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/idle_explanation_text.h"

#include <algorithm>
#include <array>

#include "core/base/quantity_text.h"
#include "core/detectors/engine/finding_text.h"
#include "core/detectors/engine/rules.h"

namespace gaplight {

std::string_view triggerLabel(GapTrigger trigger) {
    switch (trigger) {
        case GapTrigger::GpuSide:
            return "GPU had work queued already";
        case GapTrigger::AfterSync:
            return "after a blocking call";
        case GapTrigger::HostLate:
            return "host was late";
        case GapTrigger::Unknown:
        case GapTrigger::Count_:
            break;
    }
    return "no launch recorded";
}

std::string_view gapActivityLabel(GapActivity activity) {
    switch (activity) {
        case GapActivity::Sync:
            return "blocking call";
        case GapActivity::Launch:
            return "launch call";
        case GapActivity::Alloc:
            return "memory allocation call";
        case GapActivity::Copy:
            return "copy call";
        case GapActivity::Compile:
            return "compilation";
        case GapActivity::DataLoader:
            return "data loader";
        case GapActivity::Profiler:
            return "profiler";
        case GapActivity::Python:
            return "Python";
        case GapActivity::Op:
            return "operator";
        case GapActivity::Annotation:
            return "annotation only";
        case GapActivity::GpuSide:
            return "work queued on GPU";
        case GapActivity::Untraced:
        case GapActivity::Count_:
            break;
    }
    return "nothing recorded";
}

namespace {

std::string partText(std::string_view label, Duration time, Duration idle) {
    return std::string(label) + " " + durationText(time) + " (" + percentText(time, idle) + ")";
}

}  // namespace

std::string nameOfRule(std::string_view id) {
    const Detector* rule = findDetector(id);
    return std::string(rule == nullptr || rule->name.empty() ? id : rule->name);
}

std::vector<std::string> explanationParts(const IdleExplanations& explanations,
                                          std::size_t maxParts) {
    std::vector<ExplainedTime> parts = explanations.parts;
    std::erase_if(parts, [](const ExplainedTime& part) {
        return part.reason.kind == GapReasonKind::EarlierWork;
    });
    const Duration idle = explanations.idle() - explanations.earlier();
    const std::size_t named = parts.size() <= maxParts ? parts.size() : maxParts - 1;
    std::vector<std::string> texts;
    Duration rest = idle;
    for (std::size_t at = 0; at < named; ++at) {
        texts.push_back(partText(causeName(parts[at].reason), parts[at].time, idle));
        rest -= parts[at].time;
    }
    if (rest > Duration::zero()) {
        texts.push_back(partText("other", rest, idle));
    }
    return texts;
}

std::string combinedSavingText(const FindingSet& set) {
    if (!set.combinedSaving || *set.combinedSaving <= Duration::zero()) {
        return {};
    }
    const bool isBound =
        std::any_of(set.findings.begin(), set.findings.end(), [](const Finding& finding) {
            return finding.isBound && finding.cost.saving &&
                   *finding.cost.saving > Duration::zero();
        });
    return (isBound ? "up to " : "") + durationText(*set.combinedSaving) + " (" +
           percentText(*set.combinedSaving, set.replay.pricedWindow) + ")";
}

namespace {

// A kind of reason, or what a class of them has in common (kind None), or both.
struct Phrase {
    GapReasonKind kind;
    IdleClass idleClass;  // Other: of the kind alone
    std::string_view text;
};
constexpr std::array kPhrases{
    Phrase{GapReasonKind::None, IdleClass::Launch, "because kernels are launched one by one"},
    Phrase{GapReasonKind::None, IdleClass::Host, "while the host runs other code"},
    Phrase{GapReasonKind::None, IdleClass::Data, "because of the data loader"},
    Phrase{GapReasonKind::None, IdleClass::Sync, "after a wait"},
    Phrase{GapReasonKind::WaitingForRank, IdleClass::Rank, "waiting for another rank"},
    Phrase{GapReasonKind::GraphNotRecorded, IdleClass::Other, "where kernels were not recorded"},
    Phrase{GapReasonKind::WorkNotRecorded, IdleClass::Other,
           "waiting for work that was not recorded"},
    Phrase{GapReasonKind::CaptureEdge, IdleClass::Other, "at the begin and end of the capture"},
    Phrase{GapReasonKind::ClocksDiffer, IdleClass::Other,
           "where the clocks of host and GPU differ"},
    Phrase{GapReasonKind::Sampled, IdleClass::Other, "where the host was not recorded"},
    Phrase{GapReasonKind::HostNotRecorded, IdleClass::Other, "where the host was not recorded"},
    Phrase{GapReasonKind::BelowThreshold, IdleClass::Other, "in short gaps between kernels"},
    Phrase{GapReasonKind::AlreadyLaunched, IdleClass::Other, "with the next work launched already"},
    Phrase{GapReasonKind::HostBetweenLaunches, IdleClass::Other,
           "while the host is between launches"},
};

}  // namespace

std::string idlePhrase(const GapReason& reason) {
    if (reason.rule != nullptr && !reason.rule->idlePhrase.empty()) {
        return std::string(reason.rule->idlePhrase);
    }
    const auto* phrase = std::ranges::find(kPhrases, reason.kind, &Phrase::kind);
    return reason.kind != GapReasonKind::None && phrase != kPhrases.end()
               ? std::string(phrase->text)
               : "because of " + causeName(reason);
}

std::string idlePhrase(IdleClass idleClass) {
    const auto* phrase = std::ranges::find(kPhrases, idleClass, &Phrase::idleClass);
    return idleClass != IdleClass::Other && phrase != kPhrases.end() ? std::string(phrase->text)
                                                                     : std::string();
}

}  // namespace gaplight
