// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/launcher_rank.h"

#include <gtest/gtest.h>

namespace gaplight {
namespace {

TEST(MetadataJson, IsAString) {
    EXPECT_EQ(metadataJson("a \"b\"\n"), R"("a \"b\"\n")");
    EXPECT_EQ(metadataJson("a\xff"), "\"a\xEF\xBF\xBD\"");
    EXPECT_EQ(metadataJson(""), "\"\"");
}

TEST(MetadataJson, IsAnObjectOfCounts) {
    using Counts = std::map<std::string, std::uint64_t>;
    EXPECT_EQ(metadataJson(Counts{}), "{}");
    EXPECT_EQ(metadataJson(Counts{{"a", 1}, {"\"\xff", 18446744073709551615U}}),
              "{\"\\\"\xEF\xBF\xBD\":18446744073709551615,\"a\":1}");
}

}  // namespace
}  // namespace gaplight
