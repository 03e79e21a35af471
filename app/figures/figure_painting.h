// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/report/figure/figure_plan.h"
#include "core/scene/display/theme.h"

namespace gaplight::ui {

// The bytes of a figure's file as PNG or PDF, measured and painted with Qt's fonts but without a
// display. Makes a QGuiApplication: once per process. Ends the program with one line and kExitUsage
// where Qt cannot start. Errors: those of the plan and of figurePng, BadArgument (Qt's plugin
// 'offscreen' is not installed).
[[nodiscard]] Result<std::string> paintedFigure(const FigurePlan& plan, const Theme& theme,
                                                FigureFormat format, double scale);

}  // namespace gaplight::ui
