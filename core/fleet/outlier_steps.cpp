// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/fleet/outlier_steps.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <tuple>

#include "core/base/statistics.h"

namespace gaplight {
namespace {

struct StepSums {
    std::vector<Duration> lengths;  // of ranks
    std::optional<std::size_t> late;
    Duration lead{};
};

}  // namespace

StepLengths stepLengths(const RankSetAnalysis& set) {
    std::map<int, StepSums> steps;
    for (std::size_t rank = 0; rank < set.totals.size(); ++rank) {
        const std::vector<RankStep>& rows = set.totals[rank].steps;
        for (std::size_t at = 1; at < rows.size(); ++at) {
            StepSums& step = steps[rows[at].step];
            step.lengths.push_back(rows[at].range.length());
            if (rows[at].lead > step.lead) {
                step.late = rank;
                step.lead = rows[at].lead;
            }
        }
    }
    StepLengths lengths;
    std::vector<Duration> medians;
    for (auto& [number, step] : steps) {
        medians.push_back(lowerMedian(step.lengths));
        lengths.outliers.push_back({number, medians.back(), step.late, step.lead});
    }
    lengths.steps = medians.size();
    if (medians.empty()) {
        return lengths;
    }
    lengths.typical = lowerMedian(medians);
    std::vector<Duration> deviations;
    for (const Duration median : medians) {
        deviations.push_back(std::chrono::abs(median - lengths.typical));
    }
    const Duration byShare(
        static_cast<std::int64_t>(static_cast<double>(ns(lengths.typical)) * kMinOutlierShare));
    const Duration enough = std::max(byShare, kMinDeviations * lowerMedian(deviations));
    std::erase_if(lengths.outliers,
                  [&](const OutlierStep& step) { return step.length - lengths.typical <= enough; });
    std::sort(lengths.outliers.begin(), lengths.outliers.end(),
              [](const OutlierStep& a, const OutlierStep& b) {
                  return std::make_tuple(b.length, a.step) < std::make_tuple(a.length, b.step);
              });
    return lengths;
}

}  // namespace gaplight
