// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/engine/finding.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/quantity_text.h"

namespace gaplight {

std::string_view severityName(Severity severity) {
    constexpr std::array<std::string_view, 3> kNames{"critical", "warning", "info"};
    return kNames[static_cast<std::size_t>(severity)];
}

std::string_view evidenceShapeName(EvidenceShape shape) {
    switch (shape) {
        case EvidenceShape::Gap:
            return "gap";
        case EvidenceShape::Sync:
            return "sync";
        case EvidenceShape::Bracket:
            return "bracket";
        case EvidenceShape::Outline:
            return "outline";
        case EvidenceShape::Band:
            return "band";
        case EvidenceShape::Tint:
            break;
    }
    return "tint";
}

std::string findingsAtLeast(std::optional<Severity> limit,
                            std::span<const RuleFinding* const> findings) {
    const auto found = std::ranges::count_if(
        findings, [&](const RuleFinding* finding) { return limit && finding->severity <= *limit; });
    return found == 0 ? std::string{}
                      : countText(static_cast<std::uint64_t>(found), "finding", "findings") +
                            " of at least " + std::string(severityName(*limit)) + " severity";
}

std::string titleWithSaving(const Finding& finding) {
    return finding.savingText.empty() ? finding.title : finding.title + ", " + finding.savingText;
}

namespace {

MergedRanges joinedInOrder(std::vector<TimeRange> ranges) {
    std::sort(ranges.begin(), ranges.end(),
              [](const TimeRange& a, const TimeRange& b) { return a.begin < b.begin; });
    MergedRanges merged;
    for (const TimeRange& range : ranges) {
        merged.add(range);
    }
    return merged;
}

}  // namespace

MergedRanges evidenceRanges(const Finding& finding) {
    std::vector<TimeRange> ranges;
    for (const Evidence& evidence : finding.evidence) {
        ranges.push_back(evidence.range);
    }
    return joinedInOrder(std::move(ranges));
}

MergedRanges waitsForRanks(std::span<const Finding> findings, GpuId gpu) {
    std::vector<TimeRange> waits;
    for (const Finding& finding : findings) {
        if (finding.where.gpu == gpu) {
            waits.insert(waits.end(), finding.waits.begin(), finding.waits.end());
        }
    }
    return joinedInOrder(std::move(waits));
}

std::string evidenceNote(const Finding& finding, const Evidence& evidence) {
    const std::string note =
        evidence.note < finding.notes.size() ? finding.notes[evidence.note] : std::string();
    return evidence.time && !note.empty() ? durationText(*evidence.time) + " " + note : note;
}

std::string evidenceLabel(const Finding& finding, const Evidence& evidence) {
    const std::string note = evidenceNote(finding, evidence);
    if (evidence.time && !note.empty()) {
        return note;
    }
    const bool isGap = evidence.shape == EvidenceShape::Gap;
    return durationText(evidence.shownTime()) +
           (note.empty() ? "" : (isGap ? " idle · " : " · ") + note);
}

bool isSameOnOtherGpu(const Finding& a, const Finding& b) {
    const auto isSameCase = [&](const FindingValues::Named& value) {
        return a.values.caseOf(value.key) == b.values.caseOf(value.key) &&
               a.values.text(value.key) == b.values.text(value.key);
    };
    return a.rule == b.rule && a.where.gpu && b.where.gpu && a.where.gpu != b.where.gpu &&
           a.where.annotation == b.where.annotation && a.where.op == b.where.op &&
           a.where.python == b.where.python && std::ranges::all_of(a.values.all(), isSameCase);
}

std::vector<std::size_t> firstCopies(std::span<const Finding> findings) {
    std::vector<std::size_t> first(findings.size());
    for (std::size_t at = 0; at < findings.size(); ++at) {
        first[at] = at;
        for (std::size_t before = 0; before < at && first[at] == at; ++before) {
            if (first[before] == before && isSameOnOtherGpu(findings[before], findings[at])) {
                first[at] = before;
            }
        }
    }
    return first;
}

}  // namespace gaplight
