// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/figure/compare_figure_scene.h"
#include "core/scene/figure/figure_page.h"

namespace gaplight {

// The verdict with its reasons, and the table of what changed beside it, or below it where that
// has no room. Begins at page.y and moves it below itself with the space after it.
void drawFigureVerdict(FigurePage& page, const CompareFigureWords& words);

}  // namespace gaplight
