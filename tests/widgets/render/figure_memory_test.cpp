// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// The same of SVG, which needs no Qt: tests/core/report/figure_memory_test.cpp.
#include <cstddef>

#include <gtest/gtest.h>

#include "core/scene/display/theme.h"
#include "core/session/scene_data.h"
#include "tests/support/checks/golden.h"
#include "tests/support/system/allocated_bytes.h"
#include "widgets/figure/figure_export.h"

namespace gaplight::ui {
namespace {

class FigureMemory : public ::testing::TestWithParam<FigureFormat> {};

TEST_P(FigureMemory, AHundredFiguresLeaveNothingBehind) {
    const auto session = openSession(test::dataFile("sync_large_before.json.zst"));
    ASSERT_TRUE(session) << session.error().message;
    const auto data = SceneData::build(*session);
    const Result<Theme> theme = builtInTheme(false);
    ASSERT_TRUE(theme);
    FigureRequest request;
    request.annotate = {true, true, true, true, true};
    request.width = 600;
    const FigureJob job{figurePlan(*data, request), *theme, GetParam(), 1};
    std::size_t bytes = 0;
    const auto draw = [&](int count) {
        for (int at = 0; at < count; ++at) {
            const Result<QByteArray> file = figureBytes(job);
            ASSERT_TRUE(file) << file.error().message;
            bytes = static_cast<std::size_t>(file->size());
        }
    };
    draw(10);  // until glyphs and pools have what they want to keep
    const std::size_t before = test::allocatedBytes();
    draw(100);
    // The pixels of one image are more than that, and the files of a hundred.
    const std::size_t slack = 1U << 20U;
    EXPECT_GT(100 * bytes, 2 * slack);
    EXPECT_LT(test::allocatedBytes(), before + slack);
}

INSTANTIATE_TEST_SUITE_P(Formats, FigureMemory,
                         ::testing::Values(FigureFormat::Png, FigureFormat::Pdf),
                         [](const auto& format) {
                             return format.param == FigureFormat::Png ? "Png" : "Pdf";
                         });

}  // namespace
}  // namespace gaplight::ui
