// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/input/finding_walk.h"

#include <algorithm>

#include "core/session/session_overlays.h"
#include "widgets/convert/qt_convert.h"

namespace gaplight::ui {
namespace {

const Finding& at(const FindingSet& set, int finding) {
    return set.findings[static_cast<std::size_t>(finding)];
}

// Gaps before all else: only idle time of the GPU is a cost.
bool isWorse(const Evidence& a, const Evidence& b) {
    const bool gapA = a.shape == EvidenceShape::Gap;
    const bool gapB = b.shape == EvidenceShape::Gap;
    return gapA != gapB ? gapA : a.range.length() > b.range.length();
}

struct Position {
    int number = 0;  // from 1
    int count = 0;
};

// Among the evidence of the same shape.
Position positionOf(const Finding& finding, int occurrence) {
    const EvidenceShape shape = finding.evidence[static_cast<std::size_t>(occurrence)].shape;
    Position position;
    for (std::size_t i = 0; i < finding.evidence.size(); ++i) {
        if (finding.evidence[i].shape == shape) {
            ++position.count;
            position.number += static_cast<int>(i) <= occurrence ? 1 : 0;
        }
    }
    return position;
}

}  // namespace

int costliestOccurrence(const Finding& finding) {
    const auto& all = finding.evidence;
    const auto worst = std::min_element(all.begin(), all.end(), isWorse);
    return worst == all.end() ? -1 : static_cast<int>(worst - all.begin());
}

FindingFocus correctedFocus(const FindingSet& set, FindingFocus focus) {
    if (focus.finding < 0 || focus.finding >= static_cast<int>(set.findings.size())) {
        return {};
    }
    const Finding& finding = at(set, focus.finding);
    const bool exists =
        focus.occurrence >= 0 && focus.occurrence < static_cast<int>(finding.evidence.size());
    return {focus.finding, exists ? focus.occurrence : costliestOccurrence(finding)};
}

FindingFocus adjacentFinding(const FindingSet& set, FindingFocus from, bool forward) {
    const int count = static_cast<int>(set.findings.size());
    if (count == 0) {
        return {};
    }
    if (from.finding < 0) {
        return correctedFocus(set, {forward ? 0 : count - 1, -1});
    }
    return correctedFocus(set, {(from.finding + (forward ? 1 : count - 1)) % count, -1});
}

FindingFocus adjacentOccurrence(const FindingSet& set, FindingFocus from, bool forward) {
    from = correctedFocus(set, from);
    if (from.occurrence < 0) {
        return from;
    }
    const auto& all = at(set, from.finding).evidence;
    const int count = static_cast<int>(all.size());
    const EvidenceShape shape = all[static_cast<std::size_t>(from.occurrence)].shape;
    int next = from.occurrence;
    do {
        next = (next + (forward ? 1 : count - 1)) % count;
    } while (all[static_cast<std::size_t>(next)].shape != shape);
    return {from.finding, next};
}

FindingFocus sameFinding(const FindingSet& before, FindingFocus focus, const FindingSet& after) {
    focus = correctedFocus(before, focus);
    if (focus.finding < 0) {
        return {};
    }
    const Finding& old = at(before, focus.finding);
    FindingFocus same;
    for (std::size_t i = 0; i < after.findings.size(); ++i) {
        const Finding& now = after.findings[i];
        const bool isBetter = same.finding < 0 || now.title == old.title;
        if (now.detector == old.detector && now.where == old.where && isBetter) {
            same.finding = static_cast<int>(i);
        }
    }
    if (same.finding >= 0 && focus.occurrence >= 0) {
        const Evidence& evidence = old.evidence[static_cast<std::size_t>(focus.occurrence)];
        const auto& all = at(after, same.finding).evidence;
        const auto found = std::find_if(all.begin(), all.end(), [&](const Evidence& other) {
            return other.shape == evidence.shape && other.range == evidence.range &&
                   other.track == evidence.track;
        });
        same.occurrence = found == all.end() ? -1 : static_cast<int>(found - all.begin());
    }
    return correctedFocus(after, same);
}

SliceId sliceToReveal(const Trace& trace, const Finding& finding, const Evidence& evidence) {
    const Evidence* seen = evidence.shape == EvidenceShape::Gap ? nullptr : &evidence;
    if (seen == nullptr) {
        Duration longest{};
        for (const Evidence& other : finding.evidence) {
            const Duration shared = std::min(other.range.end, evidence.range.end) -
                                    std::max(other.range.begin, evidence.range.begin);
            if (other.shape != EvidenceShape::Gap && shared > longest) {
                longest = shared;
                seen = &other;
            }
        }
    }
    if (seen == nullptr || seen->slice.isValid()) {
        return seen == nullptr ? SliceId() : seen->slice;
    }
    return sliceOfInterval(trace, seen->track, seen->range);
}

QString plainTitle(const FindingSet& set, int finding) {
    QString title = toQString(titleWithSaving(at(set, finding)));
    return title.remove(u'`');
}

QString findingStatus(const FindingSet& set, FindingFocus focus) {
    focus = correctedFocus(set, focus);
    if (focus.finding < 0) {
        return {};
    }
    const Finding& finding = at(set, focus.finding);
    QString text =
        QStringLiteral("finding %1 of %2").arg(focus.finding + 1).arg(set.findings.size());
    if (focus.occurrence >= 0) {
        const Position position = positionOf(finding, focus.occurrence);
        if (position.count > 1) {
            text +=
                QStringLiteral(", occurrence %1 of %2").arg(position.number).arg(position.count);
        }
    }
    return text + QStringLiteral(": ") + plainTitle(set, focus.finding);
}

}  // namespace gaplight::ui
