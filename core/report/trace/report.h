// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/detectors/engine/rules.h"
#include "core/detectors/engine/settings.h"
#include "core/report/facts/report_subject.h"
#include "core/report/text/report_page.h"

namespace gaplight {

struct HtmlThemes;

// Contents of the file: events, GPUs, tracks, counters, issues.
[[nodiscard]] std::string infoJson(const ReportSubject& subject);
[[nodiscard]] std::string infoText(const ReportSubject& subject, PageStyle style);

// Where the GPUs waited, why, and what to do about it: as JSON for programs; as one screen for a
// terminal, at most kScreenLines lines of `width` characters and the sections that were asked for
// (what-if, files opened with the trace); as text with all that a terminal has
// room for; in full as Markdown or as one HTML file. `figures`: of findings and of the whole trace,
// any of them; Markdown refers to their paths, HTML contains their SVG (with variables).
[[nodiscard]] std::string analyzeJson(const ReportSubject& subject);
inline constexpr std::size_t kScreenLines = 40;
[[nodiscard]] std::string analyzeScreen(const ReportSubject& subject, PageStyle style,
                                        std::size_t width = kPageWidth);
// What an agent begins with: all but the idle time by cause and the annotations, the three first
// findings.
[[nodiscard]] std::string analyzeOverview(const ReportSubject& subject, PageStyle style);
[[nodiscard]] std::string analyzeText(const ReportSubject& subject, PageStyle style,
                                      std::size_t width = kPageWidth);
[[nodiscard]] std::string analyzeMarkdown(const ReportSubject& subject,
                                          std::span<const ReportFigure> figures = {});
[[nodiscard]] std::string analyzeHtml(const ReportSubject& subject,
                                      std::span<const ReportFigure> figures,
                                      const HtmlThemes& themes);

// The findings alone: SARIF 2.1.0 for code review tools, CSV (RFC 4180) for spreadsheets.
[[nodiscard]] std::string findingsSarif(const ReportSubject& subject);
[[nodiscard]] std::string memorySarif(const MemorySubject& subject);
[[nodiscard]] std::string findingsCsv(const ReportSubject& subject);

// Every rule with its thresholds as set in `settings`; or one rule with its help page.
[[nodiscard]] std::string rulesJson(const Settings& settings, const RuleFacts* only = nullptr);
[[nodiscard]] std::string rulesText(const Settings& settings, PageStyle style);
[[nodiscard]] std::string ruleText(const Settings& settings, const RuleFacts& rule,
                                   PageStyle style);

// The help page of a rule (resources/help/rules/ID.md), of the overlays ("overlays"), or of
// navigation
// ("timeline"), compiled into the program; empty if there is none.
// A rule of the user's own has its file in place of a page.
[[nodiscard]] std::string_view rulePage(std::string_view id, const OwnRules* own = nullptr);

}  // namespace gaplight
