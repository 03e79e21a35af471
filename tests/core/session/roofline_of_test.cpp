// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/efficiency_of.h"

#include <algorithm>

#include <gtest/gtest.h>

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

TEST(RooflineOf, IsNothingWithoutShapes) {
    const auto session = openSession(test::dataFile("resnet18_eager.json.zst"), {});
    ASSERT_TRUE(session);
    EXPECT_TRUE(rooflineGpus(efficiencyOf(**session)).empty());
}

}  // namespace
}  // namespace gaplight
