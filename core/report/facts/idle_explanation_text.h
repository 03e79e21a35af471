// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/idle/gap_activity.h"
#include "core/analysis/idle/gaps.h"
#include "core/detectors/engine/finding_set.h"
#include "core/detectors/engine/idle_explanations.h"

namespace gaplight {

// Names of a trigger and of a activity within a sentence: "launched too late".
[[nodiscard]] std::string_view triggerLabel(GapTrigger trigger);
[[nodiscard]] std::string_view gapActivityLabel(GapActivity activity);

// The name of a rule ("GPU idle"), or its id where there is none.
[[nodiscard]] std::string nameOfRule(std::string_view id);

// "launch-bound 1.51 s (95.1 %)" for each part, the largest first, with shares of the idle time; at
// most `maxParts`, of which the last is "other 2.10 ms (0.1 %)" if there are more. Empty without
// idle time.
[[nodiscard]] std::vector<std::string> explanationParts(
    const IdleExplanations& explanations,
    std::size_t maxParts = std::numeric_limits<std::size_t>::max());

// What all findings with known savings gain together: "599 ms (30.8 %)", "up to 599 ms (30.8 %)" if
// the saving of one of them is a bound; empty where nothing is to gain.
[[nodiscard]] std::string combinedSavingText(const FindingSet& set);

// "because of host jitter", "where the host was not recorded": when or why a GPU is idle, of a rule
// or cause with words of its own; of others the name, as in "because of first use".
[[nodiscard]] std::string idlePhrase(const GapReason& reason);
// The same of what a class of causes has in common; empty for Other, which has nothing.
[[nodiscard]] std::string idlePhrase(IdleClass idleClass);

}  // namespace gaplight
