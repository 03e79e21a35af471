// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/scene/figure/figure_callouts.h"
#include "core/scene/figure/figure_page.h"
#include "core/scene/figure/figure_scene.h"

namespace gaplight {

// The parts of a figure around its timeline. Each starts at page.y and advances it below itself and
// the following space; empty parts do nothing.
void drawFigureHead(FigurePage& page, const FigureTexts& texts);
// `left`: left edge of the bars, that of the tracks.
void drawFigureBars(FigurePage& page, std::span<const FigureBar> bars, float left);
// Key of the visible overlay kinds, and a scale bar of a round length if `nsPerPixel` is not 0.
void drawFigureKey(FigurePage& page, std::span<const FigureSubject> subjects, double nsPerPixel);
// Swatches with their texts, and a scale bar as above. The shares' own sizes mean nothing here.
void drawFigureSwatches(FigurePage& page, std::span<const FigureShare> swatches, double nsPerPixel);
void drawFigureLegend(FigurePage& page, std::span<const FigureCallout> callouts,
                      std::span<const CalloutTarget> targets);
void drawFigureChecklist(FigurePage& page, std::span<const FigureAnswer> answers);
// ✓, ✗ or –, 10 px wide; drawn with lines because fonts may lack them.
void drawFigureStatus(const FigurePage& page, float x, float y, FigureStatus status);
void drawFigureFoot(FigurePage& page, const FigureTexts& texts);

}  // namespace gaplight
