// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "core/compare/comparison.h"
#include "core/report/facts/report_subject.h"
#include "core/report/text/text_page.h"

namespace gaplight {

// Two runs and what comparing them gave; `a` is the baseline. All must outlive it.
struct CompareSubject {
    ReportSubject a;
    ReportSubject b;
    const Comparison& comparison;
};

// Every function takes one comparison, or several with the same baseline: these give one table
// against it (in JSON and CSV all that each holds).

// For people, in any style: verdict, why, and tables of what changed.
[[nodiscard]] std::string compareText(std::span<const CompareSubject> subjects, PageStyle style);
[[nodiscard]] std::string compareJson(std::span<const CompareSubject> subjects);
// One line per part and measure, with A, B, difference and percent.
[[nodiscard]] std::string compareCsv(std::span<const CompareSubject> subjects);

// "improved: a steady step takes 20.5 ms → 1.22 ms on the GPU (−94.1 %, noise floor 2 %)"
[[nodiscard]] std::string verdictSentence(const Verdict& verdict);
// "steps: 4 steps each, marked by scheduler_step in both"
[[nodiscard]] std::string alignmentSentence(const Alignment& alignment);

}  // namespace gaplight
