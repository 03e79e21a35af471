// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "core/session/session.h"

namespace gaplight::ui {

// The current finding (by rank) and the current piece of its evidence. An
// occurrence is an index into Finding::evidence. -1: none.
struct FindingFocus {
    int finding = -1;
    int occurrence = -1;

    friend bool operator==(const FindingFocus&, const FindingFocus&) = default;
};

// `focus` corrected for `findings`: a missing occurrence becomes the worst one of its finding, a
// missing finding becomes none.
[[nodiscard]] FindingFocus existing(const FindingSet& set, FindingFocus focus);

// The evidence that shows best what a finding costs: its longest gap, else the longest of all;
// the earliest of equals. -1 without evidence. O(evidence).
[[nodiscard]] int worstOccurrence(const Finding& finding);

// The finding after or before, by rank, at its worst occurrence; around at both ends. From none:
// the first, or the last.
[[nodiscard]] FindingFocus neighbourFinding(const FindingSet& set, FindingFocus from, bool forward);
// The evidence with the same mark after or before in time; around at both ends. O(evidence).
[[nodiscard]] FindingFocus neighbourOccurrence(const FindingSet& set, FindingFocus from,
                                               bool forward);

// Finds the finding of one set in another set of the same trace, computed with other thresholds:
// same rule, same place, and the same evidence if it still exists. -1 if there is none.
[[nodiscard]] FindingFocus sameFinding(const FindingSet& before, FindingFocus focus,
                                       const FindingSet& after);

// Title of a finding by rank, without Markdown code marks.
[[nodiscard]] QString plainTitle(const FindingSet& set, int finding);

// Where to look with a piece of evidence: of a gap the slice of the finding's other evidence that
// overlaps it longest, which is what the host did meanwhile; else its own, or the first one of its
// stretch. May be invalid. O(evidence).
[[nodiscard]] SliceId sliceToSee(const Trace& trace, const Finding& finding,
                                 const Evidence& evidence);

// "finding 2 of 7, place 4 of 12: 3 syncs in step". Empty for none.
[[nodiscard]] QString findingStatus(const FindingSet& set, FindingFocus focus);

}  // namespace gaplight::ui
