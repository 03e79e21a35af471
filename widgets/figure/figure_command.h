// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/report/figure/session_figure.h"

namespace gaplight::ui {

// A figure as 'gaplight export' is told of it. What is empty is not said.
struct FigureCommand {
    std::string trace;              // names of files
    std::string other;              // what it is compared with
    bool ownScales = false;         // of two
    std::vector<std::string> pins;  // of two, as behind --pin
    std::string range;              // as behind --range
    int finding = 0;                // from 1; 0: none
    FigureAnnotations annotate;
    std::string selected;            // a slice as text (slice_text.h)
    std::vector<std::string> edits;  // as behind --what-if
    bool hasGhosts = false;          // outlines of predicted slices
    bool hasPath = false;            // the critical path
    std::string tracks;
    int width = 1100;
    int height = 0;  // 0: as high as needed
    int scale = 1;
    bool dark = false;
    std::string title;
    std::string caption;
    std::string out;  // name of the figure
};

// The command that makes the same figure, as a POSIX shell reads it.
[[nodiscard]] std::string figureCommand(const FigureCommand& figure);

}  // namespace gaplight::ui
