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

struct ClassPhrase {
    IdleClass idleClass;
    std::string_view text;
};
constexpr std::array kPhrases{
    ClassPhrase{IdleClass::Launch, "because kernels are launched one by one"},
    ClassPhrase{IdleClass::Host, "while the host runs other code"},
    ClassPhrase{IdleClass::Data, "because of the data loader"},
    ClassPhrase{IdleClass::Sync, "after a wait"},
    ClassPhrase{IdleClass::Rank, "waiting for another rank"},
};

struct KindPhrase {
    GapReasonKind kind;
    std::string_view text;
};
constexpr std::array kKindPhrases{
    KindPhrase{GapReasonKind::GraphNotRecorded, "where kernels were not recorded"},
    KindPhrase{GapReasonKind::WaitingForRank, "waiting for another rank"},
    KindPhrase{GapReasonKind::WorkNotRecorded, "waiting for work that was not recorded"},
    KindPhrase{GapReasonKind::CaptureEdge, "at the begin and end of the capture"},
    KindPhrase{GapReasonKind::ClocksDiffer, "where the clocks of host and GPU differ"},
    KindPhrase{GapReasonKind::Sampled, "where the host was not recorded"},
    KindPhrase{GapReasonKind::HostNotRecorded, "where the host was not recorded"},
    KindPhrase{GapReasonKind::BelowThreshold, "in short gaps between kernels"},
    KindPhrase{GapReasonKind::AlreadyLaunched, "with the next work launched already"},
    KindPhrase{GapReasonKind::HostBetweenLaunches, "while the host is between launches"},
};

}  // namespace

std::string idlePhrase(const GapReason& reason) {
    if (reason.rule != nullptr && !reason.rule->idlePhrase.empty()) {
        return std::string(reason.rule->idlePhrase);
    }
    const auto* phrase = std::ranges::find(kKindPhrases, reason.kind, &KindPhrase::kind);
    return phrase != kKindPhrases.end() ? std::string(phrase->text)
                                        : "because of " + causeName(reason);
}

std::string idlePhrase(IdleClass idleClass) {
    const auto* phrase = std::ranges::find(kPhrases, idleClass, &ClassPhrase::idleClass);
    return phrase != kPhrases.end() ? std::string(phrase->text) : std::string();
}

}  // namespace gaplight
