// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <cstddef>

#include <gtest/gtest.h>

#include "core/report/figure/figure_plan.h"
#include "core/scene/display/theme.h"
#include "tests/support/checks/golden.h"
#include "tests/support/system/allocated_bytes.h"

namespace gaplight {
namespace {

TEST(FigureMemory, AHundredFiguresLeaveNothingBehind) {
    const auto session = openSession(test::dataFile("wan_before_compile.json.zst"));
    ASSERT_TRUE(session) << session.error().message;
    const auto data = SceneData::build(*session);
    const Result<Theme> theme = builtInTheme(false);
    ASSERT_TRUE(theme);
    FigureRequest request;
    request.annotate = {true, true, true, true, true};
    const FigurePlan plan = figurePlan(*data, request);
    const auto draw = [&](int count) {
        for (int at = 0; at < count; ++at) {
            const Result<std::string> svg = figureSvg(plan, *theme);
            ASSERT_TRUE(svg) << svg.error().message;
        }
    };
    draw(10);  // until pools of threads and allocators have what they want to keep
    const std::size_t before = test::allocatedBytes();
    draw(100);
    // A figure is hundreds of kilobytes of text alone: were one in ten kept, it would be more.
    constexpr std::size_t kSlack = 1 << 20;
    EXPECT_LT(test::allocatedBytes(), before + kSlack);
}

}  // namespace
}  // namespace gaplight
