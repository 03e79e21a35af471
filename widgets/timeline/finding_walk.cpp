// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/finding_walk.h"

#include <algorithm>
#include <cstddef>

#include "core/detectors/engine/finding.h"
#include "core/detectors/engine/finding_groups.h"
#include "core/session/session_overlays.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {
namespace {

// Among the gaps that `positionIn(gaps of a GPU)` names, one per GPU or none (the size of the
// sequence), the one that `isBetter(begin, other begin)` prefers.
template <class PositionIn, class IsBetter>
OverlayId best(const OverlayTable& overlays, PositionIn positionIn, IsBetter isBetter) {
    OverlayId found;
    for (const OverlaySequence& sequence : overlays.sequences(OverlayKind::IdleGap)) {
        const OverlaySpan gaps = overlays.overlays(sequence);
        const std::size_t position = positionIn(gaps);
        if (position < gaps.size() &&
            (!found.isValid() ||
             isBetter(gaps.range(position).begin, overlays.place(found).range.begin))) {
            found = gaps.id(position);
        }
    }
    return found;
}

constexpr auto kEarlier = [](Time a, Time b) { return a < b; };
constexpr auto kLater = [](Time a, Time b) { return a > b; };

}  // namespace

OverlayId nextGap(const OverlayTable& overlays, Time time, Duration least) {
    const auto firstLongFrom = [least](const OverlaySpan& gaps, std::size_t position) {
        while (position < gaps.size() && gaps.range(position).length() < least) {
            ++position;
        }
        return position;
    };
    const OverlayId after = best(
        overlays,
        [&](const OverlaySpan& gaps) {
            return firstLongFrom(gaps, gaps.firstFrom(time + Duration(1)));
        },
        kEarlier);
    const OverlayId found =
        after.isValid()
            ? after
            : best(
                  overlays, [&](const OverlaySpan& gaps) { return firstLongFrom(gaps, 0); },
                  kEarlier);
    return found.isValid() || least == Duration::zero() ? found
                                                        : nextGap(overlays, time, Duration::zero());
}

OverlayId previousGap(const OverlayTable& overlays, Time time, Duration least) {
    const auto lastLongBefore = [least](const OverlaySpan& gaps, std::size_t position) {
        while (position > 0 && gaps.range(position - 1).length() < least) {
            --position;
        }
        return position > 0 ? position - 1 : gaps.size();
    };
    const OverlayId before = best(
        overlays,
        [&](const OverlaySpan& gaps) { return lastLongBefore(gaps, gaps.firstFrom(time)); },
        kLater);
    const OverlayId found =
        before.isValid()
            ? before
            : best(
                  overlays,
                  [&](const OverlaySpan& gaps) { return lastLongBefore(gaps, gaps.size()); },
                  kLater);
    return found.isValid() || least == Duration::zero()
               ? found
               : previousGap(overlays, time, Duration::zero());
}

SliceId launchAfter(const Session& session, Time gapBegin) {
    for (const DeviceAnalysis& device : session.analysis.devices) {
        const auto found = std::lower_bound(
            device.gaps.begin(), device.gaps.end(), gapBegin,
            [](const Gap& candidate, Time begin) { return candidate.begin < begin; });
        if (found != device.gaps.end() && found->begin == gapBegin) {
            return found->launch.isValid() ? found->launch : found->activity;
        }
    }
    return {};
}

namespace {

const Finding& at(const FindingSet& set, int finding) {
    return set.findings[static_cast<std::size_t>(finding)];
}

// Gaps before all else: only idle time of the GPU is a cost.
bool isWorse(const Evidence& a, const Evidence& b) {
    const bool gapA = a.shape == EvidenceShape::Gap;
    const bool gapB = b.shape == EvidenceShape::Gap;
    return gapA != gapB ? gapA : a.shownTime() > b.shownTime();
}

// Where a finding has this evidence, in another set of the same trace; -1: it has it not.
int occurrenceOf(const Finding& finding, const Evidence& evidence) {
    const auto found =
        std::find_if(finding.evidence.begin(), finding.evidence.end(), [&](const Evidence& other) {
            return other.shape == evidence.shape && other.range == evidence.range &&
                   other.track == evidence.track;
        });
    return found == finding.evidence.end() ? -1
                                           : static_cast<int>(found - finding.evidence.begin());
}

}  // namespace

int costliestOccurrence(const Finding& finding) {
    const auto places = findingPlaces(finding);
    const auto worst =
        std::min_element(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
            return isWorse(finding.evidence[a], finding.evidence[b]);
        });
    return worst == places.end() ? -1 : static_cast<int>(*worst);
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
    const std::vector<std::size_t> first = firstCopies(set.findings);
    int next = from.finding < 0 && forward ? count - 1 : std::max(0, from.finding);
    do {
        next = (next + (forward ? 1 : count - 1)) % count;
    } while (first[static_cast<std::size_t>(next)] != static_cast<std::size_t>(next));
    return correctedFocus(set, {next, -1});
}

FindingFocus adjacentOccurrence(const FindingSet& set, FindingFocus from, bool forward) {
    from = correctedFocus(set, from);
    if (from.occurrence < 0) {
        return from;
    }
    const Finding& finding = at(set, from.finding);
    const auto places = findingPlaces(finding);
    const std::size_t place =
        placeOfEvidence(finding, places, static_cast<std::size_t>(from.occurrence));
    const std::size_t next = (place + (forward ? 1 : places.size() - 1)) % places.size();
    return {from.finding, static_cast<int>(places[next])};
}

FindingFocus sameFinding(const FindingSet& before, FindingFocus focus, const FindingSet& after) {
    focus = correctedFocus(before, focus);
    if (focus.finding < 0) {
        return {};
    }
    const Finding& old = at(before, focus.finding);
    FindingFocus same;
    for (int i = 0; i < static_cast<int>(after.findings.size()) && same.occurrence < 0; ++i) {
        const Finding& now = at(after, i);
        if (now.rule != old.rule || now.where != old.where) {
            continue;
        }
        const int occurrence =
            focus.occurrence < 0
                ? -1
                : occurrenceOf(now, old.evidence[static_cast<std::size_t>(focus.occurrence)]);
        if (same.finding < 0 || occurrence >= 0) {
            same = {i, occurrence};
        }
    }
    return correctedFocus(after, same);
}

FindingFocus findingOf(const SceneModel& model, SliceId slice) {
    const OverlayTable& overlays = *model.overlays;
    FindingFocus best;
    const auto consider = [&](OverlayId overlay) {
        for (const OverlaySource& source : overlays.sources(overlays.place(overlay))) {
            if (source.finding >= 0 && (best.finding < 0 || source.finding < best.finding)) {
                best = {source.finding, source.occurrence};
            }
        }
    };
    if (const OverlayId own = overlays.ofSlice(slice); own.isValid()) {
        consider(own);
    }
    const TimeRange range = model.trace->slices().range(slice);
    const TrackId track = model.trace->trackOf(slice);
    for (const OverlayKind kind : {OverlayKind::Outline, OverlayKind::Bracket}) {
        for (const OverlaySequence& sequence : overlays.sequences(kind, track)) {
            const OverlaySpan all = overlays.overlays(sequence);
            const std::size_t after = all.firstFrom(range.begin + Duration(1));
            if (sequence.row == model.trace->slices().row(slice) && after > 0 &&
                range.end <= all.range(after - 1).end) {
                consider(all.id(after - 1));
            }
        }
    }
    return best;
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
    // As the list counts them: once, however many GPUs have them.
    const std::vector<std::size_t> first = firstCopies(set.findings);
    std::size_t place = 0;
    std::size_t all = 0;
    for (std::size_t number = 0; number < first.size(); ++number) {
        all += first[number] == number ? 1 : 0;
        place = number == first[static_cast<std::size_t>(focus.finding)] ? all : place;
    }
    QString text = QStringLiteral("finding %1 of %2").arg(countText(place), countText(all));
    if (focus.occurrence >= 0) {
        const auto places = findingPlaces(finding);
        const auto occurrence =
            placeOfEvidence(finding, places, static_cast<std::size_t>(focus.occurrence));
        if (places.size() > 1) {
            text += QStringLiteral(", occurrence %1 of %2")
                        .arg(countText(occurrence + 1), countText(places.size()));
        }
    }
    return text + QStringLiteral(": ") + plainTitle(set, focus.finding);
}

}  // namespace gaplight::ui
