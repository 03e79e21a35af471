// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/quantity_text.h"

#include <gtest/gtest.h>

namespace gaplight {
namespace {

TEST(ByteSize, ReadsUnits) {
    EXPECT_EQ(parseBytes("1000").value(), 1'000U);
    EXPECT_EQ(parseBytes("300K").value(), 300'000U);
    EXPECT_EQ(parseBytes("300kB").value(), 300'000U);
    EXPECT_EQ(parseBytes("64KiB").value(), 65'536U);
    EXPECT_EQ(parseBytes("500MB").value(), 500'000'000U);
    EXPECT_EQ(parseBytes("2 GB").value(), 2'000'000'000U);
    EXPECT_EQ(parseBytes("1MiB").value(), 1'048'576U);
    EXPECT_EQ(parseBytes("3GiB").value(), 3'221'225'472U);
}

TEST(ByteSize, RefusesWhatIsNone) {
    for (const char* text :
         {"", "much", "-1", "1.5GB", "5 TB", "99999999999999999999", "99999999999GiB"}) {
        const Result<std::uint64_t> size = parseBytes(text);
        ASSERT_FALSE(size) << text;
        EXPECT_EQ(size.error().code, ErrorCode::BadArgument);
    }
}

}  // namespace
}  // namespace gaplight
