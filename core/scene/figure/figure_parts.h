// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/scene/figure/figure_callouts.h"
#include "core/scene/figure/figure_page.h"
#include "core/scene/figure/figure_scene.h"

namespace gaplight {

// The parts of a figure around its timeline. Each begins at page.y and moves it below itself with
// the space after it; what is empty does nothing.
void drawFigureHead(FigurePage& page, const FigureWords& words);
// Bars begin at `left`, where tracks do.
void drawFigureBars(FigurePage& page, std::span<const FigureBar> bars, float left);
// What the marks in sight mean, and a bar of a round length where `nsPerPixel` is not 0.
void drawFigureKey(FigurePage& page, std::span<const FigureSubject> subjects, double nsPerPixel);
void drawFigureLegend(FigurePage& page, std::span<const FigureMark> marks,
                      std::span<const CalloutTarget> targets);
void drawFigureChecklist(FigurePage& page, std::span<const FigureAnswer> answers);
// ✓, ✗ or –, 10 px wide and drawn: a font may lack them.
void drawFigureStatus(const FigurePage& page, float x, float y, FigureStatus status);
void drawFigureFoot(FigurePage& page, const FigureWords& words);

}  // namespace gaplight
