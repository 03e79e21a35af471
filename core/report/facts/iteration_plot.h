// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/analysis/serving/iterations.h"
#include "core/report/facts/report_subject.h"
#include "core/scene/panels/chart_scene.h"

namespace gaplight {

enum class IterationSize : std::uint8_t { Tokens, Requests };

// Iterations of a server by their time over their size, with the straight line of each phase.
struct IterationPlot {
    ChartKind kind = ChartKind::Points;
    std::vector<ChartPoint> points;  // marked: an outlier
    std::vector<std::size_t> rows;   // of a point, of ServingIterations and of Steps
    std::vector<ChartFit> fits;
    // Of a point: its time beyond the line, as a share of that; empty: its phase has no line.
    std::vector<std::optional<double>> deviations;
    bool isLogarithmic = false;  // sizes differ fiftyfold
    std::size_t outliers = 0;
};

// Of these iterations: positions in ServingIterations::rows. Those without the size are left out.
// The line is that of least squares of the iterations that are within three times the median
// distance of it, in three rounds; of fewer than three sizes it is the median, of
// fewer than five iterations there is none. An
// outlier takes more than that longer, and a tenth at least. O(iterations).
[[nodiscard]] IterationPlot iterationPlot(const ReportSubject& subject,
                                          std::span<const std::size_t> iterations,
                                          IterationSize size);

// "decode 11 · 3.98 ms · 11 requests · 11 tokens · full graph of 16", and below it how it differs
// from the line.
[[nodiscard]] std::string iterationTip(const ReportSubject& subject, std::size_t iteration,
                                       std::optional<double> deviation);

}  // namespace gaplight
