// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/kernels/kernel_marks.h"

#include <set>

#include <gtest/gtest.h>

#include "tests/support/checks/fixed_text_measure.h"
#include "tests/support/checks/golden.h"

namespace gaplight {
namespace {

TEST(EfficiencyColors, AreFourBandsAndGray) {
    EXPECT_EQ(efficiencyColor(std::nullopt), ColorRef::neutralSlice());
    EXPECT_EQ(efficiencyColor(0.0), efficiencyColor(0.099));
    EXPECT_EQ(efficiencyColor(0.1), efficiencyColor(0.299));
    EXPECT_EQ(efficiencyColor(0.3), efficiencyColor(0.599));
    EXPECT_EQ(efficiencyColor(0.6), efficiencyColor(1.05));
    std::set<std::uint16_t> different;
    for (const double efficiency : {0.05, 0.2, 0.5, 0.9}) {
        different.insert(efficiencyColor(efficiency).tableIndex());
    }
    EXPECT_EQ(different.size(), 4U);
}

TEST(EfficiencyColors, LegendNamesThem) {
    const test::FixedTextMeasure measure;
    DisplayList list;
    buildEfficiencyLegend(efficiencyLegendWidth(measure), measure, list);
    EXPECT_TRUE(test::matchesGolden("scene/efficiency_legend.txt", list.dump()));
}

}  // namespace
}  // namespace gaplight
