// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "tests/core/formats/read_text.h"
#include "tests/support/checks/golden.h"

namespace gaplight {
namespace {

// The end of what is said of each file that is no trace; in no golden.
constexpr std::string_view kExpected =
    "; expected Chrome trace-event JSON (such as torch.profiler's export_chrome_trace writes), a "
    "Perfetto trace, an XPlane file or a database of Nsight Systems, nvprof or ROCm, plain or "
    "compressed with gzip or zstd\n";

// Every file of cases/ against its golden: what is read of it, and what is said about it.
class ReadCase : public ::testing::TestWithParam<std::string> {};

TEST_P(ReadCase, MatchesGolden) {
    const std::string stem = std::filesystem::path(GetParam()).stem().string();
    std::string text = test::readToText(test::caseBytes(GetParam()));
    if (text.ends_with(kExpected)) {
        text.replace(text.size() - kExpected.size(), kExpected.size(), "; expected ...\n");
    }
    EXPECT_TRUE(test::matchesGolden("formats/" + stem + ".txt", text));
}

// Where the text is cut between reads must not matter.
TEST_P(ReadCase, SplitsTheSameInAnyPieces) {
    const std::string bytes = test::caseBytes(GetParam());
    const std::string whole = test::splitInPieces(bytes, {bytes.size() + 1});
    for (const std::size_t piece : {1, 2, 3, 7, 64, 65, 191, 192, 193}) {
        EXPECT_EQ(test::splitInPieces(bytes, {piece}), whole) << "in pieces of " << piece;
    }
    EXPECT_EQ(test::splitInPieces(bytes, {1, 100, 3, 17}), whole);
}

INSTANTIATE_TEST_SUITE_P(Formats, ReadCase, ::testing::ValuesIn(test::caseNames()),
                         [](const ::testing::TestParamInfo<std::string>& test) {
                             return std::filesystem::path(test.param).stem().string();
                         });

}  // namespace
}  // namespace gaplight
