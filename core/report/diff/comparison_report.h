// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/compare/comparison.h"
#include "core/provenance/origin_changes.h"
#include "core/report/facts/report_subject.h"
#include "core/report/text/report_page.h"

namespace gaplight {

struct HtmlThemes;

// Two runs and their comparison; `a` is the baseline. Refers to all three.
struct CompareSubject {
    ReportSubject a;
    ReportSubject b;
    const Comparison& comparison;
    const OriginChanges* origins = nullptr;  // null: not compared
};

// Reports of one comparison, or of several with the same baseline.

// Plain: the verdict with its reasons alone, at most 25 lines, or all that Markdown has.
enum class CompareDetail : std::uint8_t { Verdict, All };

// One comparison: verdict and reasons; with all details tables of changes, and findings gone, new
// and in both. Several: one table against the baseline. Any style but Html; Markdown has all.
[[nodiscard]] std::string compareText(std::span<const CompareSubject> subjects, PageStyle style,
                                      CompareDetail detail = CompareDetail::All,
                                      std::size_t width = kPageWidth);
// The same as one HTML file; of several the table, then each. `figures`: of each by position, SVG
// with variables; may be empty.
[[nodiscard]] std::string compareHtml(std::span<const CompareSubject> subjects,
                                      std::span<const std::string> figures,
                                      const HtmlThemes& themes);
// All numbers of each.
[[nodiscard]] std::string compareJson(std::span<const CompareSubject> subjects);
// One line per part and measure, with A, B, difference and percent.
[[nodiscard]] std::string compareCsv(std::span<const CompareSubject> subjects);

[[nodiscard]] Mark verdictMark(VerdictKind kind);
// "improved: a steady step takes 20.5 ms → 1.22 ms on the GPU (−94.1 %, noise floor 2 %)"
[[nodiscard]] std::string verdictSentence(const Verdict& verdict);
// "without the profiler about 1.31 ms → 721 µs (−45 % ± 9 %)"; empty where that is not known.
[[nodiscard]] std::string unprofiledSentence(const Verdict& verdict);
[[nodiscard]] std::string unprofiledText(const UnprofiledChange& change, bool perStep);
// "steps: 4 steps each, marked by scheduler_step in both"
[[nodiscard]] std::string alignmentSentence(const Alignment& alignment);

}  // namespace gaplight
