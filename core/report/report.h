// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/analysis/critical_path.h"
#include "core/detectors/detector.h"
#include "core/detectors/finding_set.h"
#include "core/detectors/settings.h"
#include "core/detectors/what_if.h"
#include "core/trace/trace.h"

namespace gaplight {

// What a report is about. The trace, its analysis and its findings must outlive it.
struct ReportSubject {
    const Trace& trace;
    const Analysis& analysis;
    const FindingSet& findings;
    std::optional<std::int32_t> device;          // this GPU alone
    const WhatIfAnswer* whatIf = nullptr;        // where it was asked for
    const CriticalPath* criticalPath = nullptr;  // the same; of the program with its changes
};

enum class PageStyle : std::uint8_t { Plain, Colour, Markdown, Html };

// What is in the file.
[[nodiscard]] std::string infoJson(const ReportSubject& subject);
[[nodiscard]] std::string infoText(const ReportSubject& subject, PageStyle style);

// Where the GPUs waited, why, and what to do about it: as JSON for programs; as one screen for
// people; in full as Markdown.
[[nodiscard]] std::string analyzeJson(const ReportSubject& subject);
[[nodiscard]] std::string analyzeText(const ReportSubject& subject, PageStyle style);
// Under a finding stands the picture of its rank, under the head that of the whole, where there are
// any: paths as the page is to name them.
struct MarkdownFigures {
    std::string whole;
    std::vector<std::string> ofFinding;  // by rank; may be shorter, or empty texts
};
[[nodiscard]] std::string analyzeMarkdown(const ReportSubject& subject,
                                          const MarkdownFigures& figures = {});

// The findings alone: SARIF 2.1.0 for code review tools, CSV (RFC 4180) for spreadsheets.
[[nodiscard]] std::string findingsSarif(const ReportSubject& subject);
[[nodiscard]] std::string findingsCsv(const ReportSubject& subject);

// Every rule with its thresholds as `settings` has them, or all there is to say of one.
[[nodiscard]] std::string rulesJson(const Settings& settings, const Detector* only = nullptr);
[[nodiscard]] std::string rulesText(const Settings& settings, PageStyle style);
[[nodiscard]] std::string ruleText(const Settings& settings, const Detector& rule, PageStyle style);

// As in the report's `tool` and `gaplight --version`.
[[nodiscard]] std::string_view toolVersion();

}  // namespace gaplight
