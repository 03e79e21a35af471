// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/iteration_plot.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "core/base/quantity_text.h"
#include "tests/support/traces/recorded_traces.h"

namespace gaplight {
namespace {

ReportSubject plottedSubject(const Session& session) {
    return {*session.trace, session.analysis, session.findings, {}};
}

IterationPlot plotOf(const Session& session, IterationSize size) {
    std::vector<std::size_t> all(session.analysis.serving->rows.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return iterationPlot(plottedSubject(session), all, size);
}

TEST(IterationPlot, HasEachIterationAtItsSizeAndTime) {
    const auto session = test::recordedSession("serving/prefill_stalls");
    const IterationPlot plot = plotOf(*session, IterationSize::Tokens);
    const auto& rows = session->analysis.serving->rows;
    ASSERT_EQ(plot.points.size(), rows.size());
    for (std::size_t at = 0; at < plot.points.size(); ++at) {
        const std::size_t row = plot.rows[at];
        EXPECT_EQ(plot.points[at].x, static_cast<double>(rows[row].name.tokens.value_or(-1)));
        EXPECT_EQ(plot.points[at].y,
                  static_cast<double>(ns(session->analysis.steps.rows[row].span.length())));
    }
    EXPECT_TRUE(plot.isLogarithmic);  // prompts of thousands of tokens beside decodes of a few
    EXPECT_EQ(plot.outliers,
              static_cast<std::size_t>(std::ranges::count_if(plot.points, &ChartPoint::isMarked)));
}

// The line is that of most iterations: what takes longer does not lift it.
TEST(IterationPlot, OutliersAreBeyondTheLineOfTheirPhase) {
    for (const char* name : {"serving/host_gap", "serving/prefill_stalls", "serving/atom"}) {
        const auto session = test::recordedSession(name);
        const IterationPlot plot = plotOf(*session, IterationSize::Requests);
        ASSERT_FALSE(plot.fits.empty()) << name;
        for (std::size_t at = 0; at < plot.points.size(); ++at) {
            if (plot.points[at].isMarked) {
                ASSERT_TRUE(plot.deviations[at]) << name;
                EXPECT_GT(*plot.deviations[at], 0.1) << name;
            }
        }
        EXPECT_LT(plot.outliers * 2, plot.points.size()) << name;
    }
}

TEST(IterationPlot, TipsSayWhatAnIterationIs) {
    const auto session = test::recordedSession("serving/bucket_padding");
    const ServingIteration& row = session->analysis.serving->rows.at(3);
    const std::string tip = iterationTip(plottedSubject(*session), 3, 0.25);
    EXPECT_NE(tip.find(iterationLabel(row.name)), std::string::npos) << tip;
    EXPECT_NE(
        tip.find(countText(static_cast<std::uint64_t>(row.name.requests), "request", "requests")),
        std::string::npos)
        << tip;
    EXPECT_NE(tip.find(launchModeName(row.mode)), std::string::npos) << tip;
    EXPECT_NE(tip.find("longer than the line of its phase"), std::string::npos) << tip;
    EXPECT_EQ(iterationTip(plottedSubject(*session), 3, std::nullopt).find("line"),
              std::string::npos);
}

}  // namespace
}  // namespace gaplight
