// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "core/report/figure/figure_plan.h"
#include "core/report/memory/memory_report.h"
#include "core/scene/memory/memory_stack_scene.h"

namespace gaplight {

struct MemoryFigureSize {
    float width = 1060;
    float height = 420;
};

// The part of a snapshot that a figure shows, as MemoryViewInput.
struct MemoryFigureView {
    StackOrder order = StackOrder::Age;
    // On the snapshot's clock, since 1970; empty: the whole history.
    std::optional<std::pair<std::int64_t, std::int64_t>> rangeNs;
    std::int64_t bytes = 0;  // from the lower to the upper edge of the plot; 0: all of the range
    std::int64_t bottom = 0;
    std::optional<std::int64_t> originNs;  // that the ruler counts from; empty: the first event
};

// Allocated memory over time with a title, the peak, steps, findings and the axes, of the GPU with
// the largest peak or of the subject's; below it the lines of code that hold most there, in their
// colors. The plan refers to the subject's snapshot and assessment. `command`: makes the figure
// again; without a value no provenance is shown.
// Errors of build(): BadArgument where the snapshot has no events.
[[nodiscard]] FigurePlan memoryFigurePlan(const MemorySubject& subject, MemoryFigureSize size,
                                          std::string title = {}, MemoryFigureView view = {},
                                          std::optional<std::string> command = std::nullopt);

// The same as SVG with variables, for an HTML report; empty where there is nothing to draw.
[[nodiscard]] std::string memoryFigureSvg(const MemorySubject& subject, const Theme& theme);

}  // namespace gaplight
