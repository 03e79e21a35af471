// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "core/scene/model/timeline_input.h"
#include "core/session/session.h"

namespace gaplight::ui {

// The next gap that begins after `time`, and the previous one, over all GPUs; wraps around. Shorter
// ones than `least` are passed, as long as there is one of that length: findings mark those of a
// few hundred nanoseconds too. Invalid without gaps. O(overlays).
[[nodiscard]] OverlayId nextGap(const OverlayTable& overlays, Time time, Duration least);
[[nodiscard]] OverlayId previousGap(const OverlayTable& overlays, Time time, Duration least);

// The call that launched the activity after the gap that begins at a time, on any GPU; if the call
// is not recorded, the activity; invalid if there is no such gap. O(GPUs × log gaps).
[[nodiscard]] SliceId launchAfter(const Session& session, Time gapBegin);

// The current finding (by rank) and the current piece of its evidence. An
// occurrence is an index into Finding::evidence. -1: none.
struct FindingFocus {
    int finding = -1;
    int occurrence = -1;

    friend bool operator==(const FindingFocus&, const FindingFocus&) = default;
};

// `focus` corrected for `findings`: a missing occurrence becomes the one of highest cost, a
// missing finding becomes none.
[[nodiscard]] FindingFocus correctedFocus(const FindingSet& set, FindingFocus focus);

// Index of the evidence with the highest cost among the finding's places: the longest gap, else the
// longest of all; of equal ones the earliest. -1 without evidence. O(evidence log evidence).
[[nodiscard]] int costliestOccurrence(const Finding& finding);

// The next or previous finding by rank, at its occurrence of highest cost; wraps around, and leaves
// out what is the same on another GPU. Without a current finding: the first, or the last.
[[nodiscard]] FindingFocus adjacentFinding(const FindingSet& set, FindingFocus from, bool forward);
// The next or previous place of the finding in time; wraps around. O(evidence log evidence).
[[nodiscard]] FindingFocus adjacentOccurrence(const FindingSet& set, FindingFocus from,
                                              bool forward);

// Finds the finding of one set in another set of the same trace, computed with other thresholds:
// same rule and same place, and of several the one that has the current occurrence, if it still
// exists; else the first. -1 if there is none.
[[nodiscard]] FindingFocus sameFinding(const FindingSet& before, FindingFocus focus,
                                       const FindingSet& after);

// The finding, with its evidence, that marks a slice, or an interval of its row that the slice is
// in; of several the highest ranked. -1: none. O(log overlays).
[[nodiscard]] FindingFocus findingOf(const SceneModel& model, SliceId slice);

// Title of a finding by rank, without Markdown code marks.
[[nodiscard]] QString plainTitle(const FindingSet& set, int finding);

// The slice whose row is brought into view with `evidence`. For a gap: the slice of the finding's
// other evidence with the longest overlap, which is the host activity meanwhile; else the slice of
// the evidence, or the first one in its interval. May be invalid. O(evidence).
[[nodiscard]] SliceId sliceToReveal(const Trace& trace, const Finding& finding,
                                    const Evidence& evidence);

// "finding 2 of 7, occurrence 4 of 12: 3 syncs in step". Empty for none.
[[nodiscard]] QString findingStatus(const FindingSet& set, FindingFocus focus);

}  // namespace gaplight::ui
