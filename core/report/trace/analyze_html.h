// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "core/report/facts/report_figure.h"
#include "core/report/text/html_document.h"
#include "core/report/trace/report.h"

namespace gaplight {

// The full report as one file: figures with colors as variables (reportFigures), findings with
// why and what to try, checklist and tables. Light or dark as the reader's system is, light on
// paper. No script, nothing from the network.
[[nodiscard]] std::string analyzeHtml(const ReportSubject& subject,
                                      std::span<const ReportFigure> figures,
                                      const HtmlThemes& themes);

}  // namespace gaplight
