// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/string_pool.h"

#include <cstring>
#include <string>

#include <gtest/gtest.h>

namespace gaplight {
namespace {

using Pool = StringPool<struct TestTag>;

TEST(StringPool, GivesEqualTextsTheSameId) {
    Pool pool;
    const auto first = pool.intern("aten::mm");
    EXPECT_EQ(pool.intern("aten::mm"), first);
    EXPECT_NE(pool.intern("aten::m"), first);
    EXPECT_EQ(pool.view(first), "aten::mm");
    EXPECT_EQ(pool.size(), 2U);
}

TEST(StringPool, KeepsViewsWhileItGrows) {
    Pool pool;
    const std::string_view early = pool.view(pool.intern("early"));
    const std::string big(200'000, 'x');
    EXPECT_EQ(pool.view(pool.intern(big)), big);
    for (int at = 0; at < 100'000; ++at) {
        pool.intern("name " + std::to_string(at));
    }
    EXPECT_EQ(early, "early");
    EXPECT_EQ(pool.size(), 100'002U);
    for (int at = 0; at < 100'000; at += 997) {
        const std::string text = "name " + std::to_string(at);
        ASSERT_TRUE(pool.find(text));
        EXPECT_EQ(pool.view(*pool.find(text)), text);
    }
}

// Texts whose hash is the same without a seed: the first word makes the product zero. With a seed
// of zero their lookups would take minutes.
TEST(StringPool, HasNoTextsThatCollideByDesign) {
    constexpr std::uint64_t kFactor = 0xa0761d6478bd642fULL;
    constexpr std::uint64_t kTexts = 400'000;
    std::string text(16, '\0');
    std::memcpy(text.data(), &kFactor, sizeof kFactor);
    Pool pool;
    const std::uint64_t first = hashText(text);
    for (std::uint64_t at = 0; at < kTexts; ++at) {
        std::memcpy(text.data() + sizeof at, &at, sizeof at);
        ASSERT_EQ(hashText(text), first);
        pool.intern(text);
    }
    EXPECT_EQ(pool.size(), kTexts);
}

TEST(StringPool, HoldsEmptyAndBinaryTexts) {
    Pool pool;
    EXPECT_FALSE(pool.find(""));
    const auto empty = pool.intern("");
    const auto zeros = pool.intern(std::string_view("\0\0", 2));
    EXPECT_NE(empty, zeros);
    EXPECT_EQ(pool.find(""), empty);
    EXPECT_EQ(pool.view(zeros).size(), 2U);
}

}  // namespace
}  // namespace gaplight
