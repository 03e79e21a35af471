// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/report/figure/session_figure.h"

namespace gaplight::ui {

// Options of `gaplight export` for one figure. Empty and default values are left out of the
// command.
struct FigureCommand {
    std::string trace;  // file name
    std::string other;  // file name of the second trace; empty: no comparison
    bool ownScales = false;
    std::vector<std::string> pins;  // values of --pin
    std::string range;              // value of --range
    int finding = 0;                // from 1; 0: none
    FigureAnnotations annotate;
    std::string selected;            // a slice in the syntax of slice_text.h
    std::vector<std::string> edits;  // values of --what-if
    bool hasGhosts = false;          // outlines of predicted slices
    bool hasPath = false;            // the critical path
    std::string tracks;
    int width = 1100;
    int height = 0;  // 0: as high as needed
    int scale = 1;
    bool dark = false;
    std::string title;
    std::string caption;
    std::string out;  // file name of the figure
};

// The command line for a figure, quoted for a POSIX shell.
[[nodiscard]] std::string figureCommand(const FigureCommand& figure);

}  // namespace gaplight::ui
