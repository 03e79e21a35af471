// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/figure/compare_figure_scene.h"
#include "core/scene/figure/figure_page.h"

namespace gaplight {

// Draws the verdict with its reasons, and the table of changed measures beside it (below it on
// narrow pages). Starts at page.y and advances it below itself.
void drawFigureVerdict(FigurePage& page, const CompareFigureTexts& texts);

}  // namespace gaplight
