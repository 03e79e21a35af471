// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QImage>

#include "core/report/figure/figure_plan.h"
#include "core/scene/display/theme.h"

namespace gaplight::ui {

// A figure to draw. Traces that the plan refers to must outlive it.
struct FigureJob {
    FigurePlan plan;
    Theme theme;
    FigureFormat format = FigureFormat::Png;
    double scale = 1;  // of PNG and PDF
};

// The bytes of its file. Needs a QGuiApplication; any thread. Errors: those of the plan and of
// figurePng().
[[nodiscard]] Result<QByteArray> figureBytes(const FigureJob& job);

// The same as an image.
[[nodiscard]] Result<QImage> drawFigureImage(const FigureJob& job);

}  // namespace gaplight::ui
