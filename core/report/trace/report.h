// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/detectors/engine/detector.h"
#include "core/detectors/engine/settings.h"
#include "core/report/facts/report_subject.h"
#include "core/report/text/text_page.h"

namespace gaplight {

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

}  // namespace gaplight
