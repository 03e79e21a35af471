// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/report/figure/figure_plan.h"
#include "core/report/memory/memory_report.h"

namespace gaplight {

struct MemoryFigureSize {
    float width = 1060;
    float height = 420;
};

// Allocated memory over time with a title, the peak and the axes, of the GPU with the largest peak
// or of the subject's. The plan refers to the subject's snapshot and assessment. Errors of build():
// BadArgument where the snapshot has no events.
[[nodiscard]] FigurePlan memoryFigurePlan(const MemorySubject& subject, MemoryFigureSize size,
                                          std::string title = {});

// The same as SVG with variables, for an HTML report; empty where there is nothing to draw.
[[nodiscard]] std::string memoryFigureSvg(const MemorySubject& subject, const Theme& theme);

}  // namespace gaplight
