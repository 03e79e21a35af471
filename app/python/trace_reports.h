// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/python/trace_opening.h"
#include "core/base/result.h"

namespace gaplight::python {

// What the core says of open traces, as texts. All block, and may run on any thread.

// What 'gaplight analyze --format json' prints. Reads the source.
[[nodiscard]] std::string analysisJsonOf(const OpenedTrace& opened);
// What 'gaplight info --format json' prints.
[[nodiscard]] std::string infoJsonOf(const OpenedTrace& opened);
// The trace in a cell of a notebook (notebookHtml).
[[nodiscard]] Result<std::string> notebookOf(const OpenedTrace& opened);

// A figure of a part as SVG, of the light theme. `range`: as in rangeFromText; empty: around the
// finding of that rank from 0, else all. Errors: as sessionFigure and rangeFromText.
struct FigureOrder {
    std::string range;
    std::optional<std::size_t> finding;
    float width = 1100;
};
[[nodiscard]] Result<std::string> figureOf(const OpenedTrace& opened, const FigureOrder& order);

// The member what_if of 'gaplight analyze --format json --what-if …'. Errors: BadArgument.
[[nodiscard]] Result<std::string> whatIfJsonOf(const OpenedTrace& opened,
                                               const std::vector<std::string>& edits);

// What 'gaplight compare A B --format json' prints, and the sentence that its text begins with; the
// figure of both runs.
struct ComparisonTexts {
    std::string json;
    std::string sentence;
};
[[nodiscard]] ComparisonTexts comparisonOf(const OpenedTrace& a, const OpenedTrace& b);
[[nodiscard]] Result<std::string> comparisonFigureOf(const OpenedTrace& a, const OpenedTrace& b);

}  // namespace gaplight::python
