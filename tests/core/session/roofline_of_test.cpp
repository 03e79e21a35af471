// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/efficiency_of.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "core/analysis/torch/kernel_group.h"
#include "core/scene/kernels/kernel_marks.h"
#include "tests/support/checks/golden.h"

namespace gaplight {
namespace {

TEST(RooflineOf, HasAPointForEachNameWithKnownWork) {
    const auto session = openSession(test::dataFile("flux2_before_eager.json.zst"), {});
    ASSERT_TRUE(session);
    const Trace& trace = *(*session)->trace;
    const SessionEfficiency kernels = efficiencyOf(**session);
    const auto gpus = rooflineGpus(kernels);
    ASSERT_EQ(gpus.size(), 1U);
    const RooflinePlot plot = rooflineOf(trace, kernels, *gpus[0]);
    ASSERT_GT(plot.points.size(), 5U);
    ASSERT_EQ(plot.points.size(), plot.rows.size());
    ASSERT_FALSE(plot.ceilings.empty());
    EXPECT_EQ(plot.ceilings[0].label, "bf16");
    EXPECT_NEAR(plot.bytesPerSecond, 4.8e12, 1e11);

    // Every kernel of the point, the longest first.
    const EfficiencyRow& row = *plot.rows[0];
    const std::vector<SliceId> all = longestKernels(trace, row.name, row.gpu, row.sums.count + 1);
    ASSERT_EQ(all.size(), row.sums.count);
    EXPECT_TRUE(std::is_sorted(all.begin(), all.end(), [&](SliceId a, SliceId b) {
        return trace.slices().duration(a) > trace.slices().duration(b);
    }));
    EXPECT_EQ(trace.slices().duration(all[0]), trace.slices().duration(row.longest));
    EXPECT_EQ(longestKernels(trace, row.name, row.gpu, 2).size(), 2U);

    const std::vector<ColorRef> colors = efficiencyColors(trace, kernels.tables);
    ASSERT_EQ(colors.size(), trace.strings().size());
    EXPECT_EQ(colors[row.name.index()], efficiencyColor(row.sums.efficiency()));
    EXPECT_EQ(colors[trace.findText("aten::mm")->index()], ColorRef::neutralSlice());
}

// What differs is said: of names that begin alike for long, that beginning is left out.
TEST(RooflineOf, LabelsDifferAtTheirBeginnings) {
    const auto session = openSession(test::dataFile("flux2_before_eager.json.zst"), {});
    ASSERT_TRUE(session);
    const SessionEfficiency kernels = efficiencyOf(**session);
    const RooflinePlot plot =
        rooflineOf(*(*session)->trace, kernels, *rooflineGpus(kernels).front());
    constexpr std::string_view kDots = "…";
    std::size_t shortened = 0;
    std::set<std::string> labels;
    std::set<std::string> names;
    for (std::size_t at = 0; at < plot.points.size(); ++at) {
        const std::string& text = plot.points[at].label;
        const std::string label = text.substr(text.find("% ") + 2);
        const std::string name = shortKernelName((*session)->trace->text(plot.rows[at]->name));
        labels.insert(label);
        names.insert(name);
        const bool isShortened = label.starts_with(kDots);
        shortened += isShortened ? 1 : 0;
        EXPECT_TRUE(name.ends_with(isShortened ? label.substr(kDots.size()) : label)) << label;
        EXPECT_GT(label.size(), kDots.size());
    }
    EXPECT_GT(shortened, 1U);
    EXPECT_EQ(labels.size(), names.size());
}

TEST(RooflineOf, IsNothingWithoutShapes) {
    const auto session = openSession(test::dataFile("resnet18_eager.json.zst"), {});
    ASSERT_TRUE(session);
    EXPECT_TRUE(rooflineGpus(efficiencyOf(**session)).empty());
}

}  // namespace
}  // namespace gaplight
