// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/analysis/analysis.h"
#include "core/detectors/engine/finding_set.h"
#include "core/report/text/report_page.h"
#include "core/trace/trace.h"

namespace gaplight {

// A finding as a section of a report: title, figures, reason, advice, place, largest occurrence,
// confidence. Without number and figure, which the caller sets.
[[nodiscard]] PageSection findingSection(const Trace& trace, const Finding& finding);

// One finding as Markdown, ready for an issue or a pull request.
[[nodiscard]] std::string findingMarkdown(const Trace& trace, const Finding& finding);

// All findings below a line with the file's name (not its folder), the GPU, the window and its idle
// share; then the rules that could not run.
[[nodiscard]] std::string findingsMarkdown(const Trace& trace, const Analysis& analysis,
                                           const FindingSet& set);

// Summary of the checks, as prose: "24 rules checked: nothing stands out. Not judged: GPU
// idle, Host sync (no GPU activity was recorded); Memory growth (no memory events were recorded)."
// Beside a GPU that idles much, what explains its idle time: "no finding; 52.9 % idle, explained by
// host not recorded 651 ms (100 %)." Without GPU work how many rules do not apply.
[[nodiscard]] std::string checkedSentence(const FindingSet& set);

// In place of a saving that is unknown or zero: "no saving known", "counted in another finding",
// "no gain of its own" (without the cause the run is as long, or others count all that it gains).
// Empty for all other findings.
[[nodiscard]] std::string_view missingSavingText(const Finding& finding);

// What a saving depends on, beside it in a list: "once others are fixed", "2.10 ms without the
// profiler". Empty: nothing, or there is no saving.
[[nodiscard]] std::string savingCondition(const Finding& finding);

// The figures of a finding in one line: "18 ms (0.6 %) to gain · 1.8 ms GPU idle · 1.68 s host
// time · 9 times, 3 a step".
[[nodiscard]] std::string findingFigures(const Finding& finding);

// The longest gap of a finding, or the longest other occurrence; null if there is no evidence.
[[nodiscard]] const Evidence* largestEvidence(const Finding& finding);

}  // namespace gaplight
