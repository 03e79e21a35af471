// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/report/session_figure.h"
#include "core/scene/theme.h"

namespace gaplight {

// A figure's file as SVG, measured by Inter's widths; where it comes from stands in its <desc>.
// Errors: as sessionFigure.
[[nodiscard]] Result<std::string> svgFigure(const SceneData& data, const FigureRequest& request,
                                            const Theme& theme);

}  // namespace gaplight
