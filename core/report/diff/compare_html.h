// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "core/report/diff/compare_report.h"
#include "core/report/text/html_document.h"

namespace gaplight {

// One comparison, or several with the same baseline, as one file: first a table against it where
// there are several; then of each the verdict, its figure (SVG with variables, by position; may be
// empty), tables, and findings gone, new and in both.
[[nodiscard]] std::string compareHtml(std::span<const CompareSubject> subjects,
                                      std::span<const std::string> figures,
                                      const HtmlThemes& themes);

}  // namespace gaplight
