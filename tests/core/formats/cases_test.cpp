// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "tests/core/formats/read_text.h"
#include "tests/support/checks/golden.h"

namespace gaplight {
namespace {

// Every file of cases/ against its golden: what is read of it, and what is said about it.
class ReadCase : public ::testing::TestWithParam<std::string> {};

TEST_P(ReadCase, MatchesGolden) {
    const std::string stem = std::filesystem::path(GetParam()).stem().string();
    EXPECT_TRUE(test::matchesGolden("formats/" + stem + ".txt",
                                    test::readToText(test::caseBytes(GetParam()))));
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
