// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/report/figure/figure_plan.h"
#include "core/scene/display/theme.h"
#include "core/session/efficiency_of.h"
#include "core/session/session.h"

namespace gaplight {

struct RooflineFigureSize {
    float width = 1060;
    float height = 460;
};

// The kernels of the GPU with most kernel time (or of that number) under its ceilings, a point for
// each name of a kernel. Errors of build(): BadArgument where no kernel's work is known.
[[nodiscard]] FigurePlan rooflineFigurePlan(std::shared_ptr<const Session> session,
                                            std::shared_ptr<const SessionEfficiency> kernels,
                                            std::optional<std::int32_t> device,
                                            RooflineFigureSize size, std::string title = {});

// The same as SVG with variables, for an HTML report; empty where there is nothing to draw.
[[nodiscard]] std::string rooflineSvg(const Session& session, const SessionEfficiency& kernels,
                                      std::optional<std::int32_t> device, const Theme& theme);

}  // namespace gaplight
