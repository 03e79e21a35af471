// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/iteration_plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "core/base/quantity_text.h"
#include "core/base/statistics.h"
#include "core/scene/model/name_table.h"

namespace gaplight {
namespace {

constexpr int kRounds = 3;
constexpr double kManyDistances = 3;
constexpr double kMinDeviation = 0.1;
constexpr double kManyfoldSizes = 50;

std::optional<std::int64_t> sizeOf(const ServingIteration& row, IterationSize size) {
    return size == IterationSize::Requests ? std::optional(row.name.requests) : row.name.tokens;
}

double fittedTime(const ChartFit& fit, double size) {
    return fit.offset + fit.slope * size;
}

// The line of most points, and the median distance of these from it.
struct PhaseLine {
    ChartFit fit;
    double distance = 0;
};
std::optional<PhaseLine> lineOf(std::vector<ChartPoint> points) {
    std::optional<PhaseLine> line;
    for (int round = 0; round < kRounds; ++round) {
        const std::optional<ChartFit> fit = fitPoints(points);
        if (!fit) {
            break;
        }
        std::vector<double> distances;
        for (const ChartPoint& point : points) {
            distances.push_back(std::abs(point.y - fittedTime(*fit, point.x)));
        }
        line = PhaseLine{*fit, lowerMedian(distances)};
        std::erase_if(points, [&](const ChartPoint& point) {
            return std::abs(point.y - fittedTime(*fit, point.x)) > kManyDistances * line->distance;
        });
    }
    return line;
}

// Of iterations of few sizes the median is the line.
std::optional<PhaseLine> medianOf(const std::vector<ChartPoint>& points) {
    const double median = lowerMedianOf(points, [](const ChartPoint& point) { return point.y; });
    const double distance =
        lowerMedianOf(points, [&](const ChartPoint& point) { return std::abs(point.y - median); });
    return PhaseLine{{median, 0, points.front().x, points.front().x}, distance};
}

// A line through fewer says nothing.
constexpr std::size_t kMinPoints = 5;
constexpr std::size_t kMinSizes = 3;

// Of one phase: points [first, end) of the plot.
void addLine(IterationPlot& plot, std::size_t first) {
    const std::vector<ChartPoint> points(plot.points.begin() + static_cast<std::ptrdiff_t>(first),
                                         plot.points.end());
    plot.deviations.resize(plot.points.size());
    std::set<double> sizes;
    for (const ChartPoint& point : points) {
        sizes.insert(point.x);
    }
    const std::optional<PhaseLine> line = points.size() < kMinPoints ? std::nullopt
                                          : sizes.size() < kMinSizes ? medianOf(points)
                                                                     : lineOf(points);
    if (!line) {
        return;
    }
    ChartFit whole = line->fit;
    for (std::size_t at = first; at < plot.points.size(); ++at) {
        ChartPoint& point = plot.points[at];
        whole.fromX = std::min(whole.fromX, point.x);
        whole.toX = std::max(whole.toX, point.x);
        const double fitted = fittedTime(line->fit, point.x);
        if (fitted <= 0) {
            continue;
        }
        plot.deviations[at] = point.y / fitted - 1;
        point.isMarked = point.y - fitted > kManyDistances * line->distance &&
                         *plot.deviations[at] > kMinDeviation;
        plot.outliers += point.isMarked ? 1 : 0;
    }
    plot.fits.push_back(whole);
}

}  // namespace

IterationPlot iterationPlot(const ReportSubject& subject, std::span<const std::size_t> iterations,
                            IterationSize size) {
    IterationPlot plot;
    const ServingIterations& serving = *subject.analysis.serving;
    std::int64_t smallest = 0;
    std::int64_t largest = 0;
    for (std::size_t phase = 0; phase < kServingPhases; ++phase) {
        const std::size_t first = plot.points.size();
        for (const std::size_t at : iterations) {
            const ServingIteration& row = serving.rows[at];
            const auto amount = sizeOf(row, size);
            if (row.name.phase != static_cast<ServingPhase>(phase) || !amount) {
                continue;
            }
            ChartPoint point;
            point.x = static_cast<double>(*amount);
            point.y = static_cast<double>(ns(subject.analysis.steps.rows[at].span.length()));
            point.color = nameColor(servingPhaseName(row.name.phase));
            plot.points.push_back(point);
            plot.rows.push_back(at);
            smallest = smallest == 0 ? *amount : std::min(smallest, *amount);
            largest = std::max(largest, *amount);
        }
        addLine(plot, first);
    }
    plot.isLogarithmic = smallest > 0 && static_cast<double>(largest) >
                                             kManyfoldSizes * static_cast<double>(smallest);
    return plot;
}

std::string iterationTip(const ReportSubject& subject, std::size_t iteration,
                         std::optional<double> deviation) {
    const ServingIteration& row = subject.analysis.serving->rows[iteration];
    std::string text = iterationLabel(row.name);
    appendItem(text, durationText(subject.analysis.steps.rows[iteration].span.length()), " · ");
    appendItem(text,
               countText(static_cast<std::uint64_t>(row.name.requests), "request", "requests"),
               " · ");
    if (row.name.tokens) {
        appendItem(text, countText(static_cast<std::uint64_t>(*row.name.tokens), "token", "tokens"),
                   " · ");
    }
    appendItem(text,
               std::string(launchModeName(row.mode)) +
                   (row.bucket ? " of " + std::to_string(*row.bucket) : ""),
               " · ");
    text += "\nat " + durationText(row.host.begin - subject.trace.range().begin);
    appendItem(text, "host gap " + durationText(row.hostGap), " · ");
    if (deviation && std::abs(*deviation) >= 0.005) {
        text += "\n" + percentText(std::abs(*deviation)) +
                (*deviation > 0 ? " longer" : " shorter") + " than the line of its phase";
    }
    return text;
}

}  // namespace gaplight
