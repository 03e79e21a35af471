// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome/json/structural_scan.h"

#include <random>
#include <string>

#include <gtest/gtest.h>

namespace gaplight {
namespace {

// Mostly the bytes that matter, in a few mixtures.
std::string randomText(std::mt19937& random, std::size_t length) {
    static const std::string kAlphabets[] = {"\"\\{}[]a ,:", "\\\\\\\"a", "\"ab{", "abc{}[] \n"};
    const std::string& alphabet = kAlphabets[random() % 4];
    std::string text(length, ' ');
    for (char& c : text) {
        c = random() % 8 == 0 ? static_cast<char>(random()) : alphabet[random() % alphabet.size()];
    }
    return text;
}

TEST(StructuralScan, ClassifiesEveryByteTheSameOnAnyCpu) {
    std::mt19937 random(1);
    for (int i = 0; i < 5000; ++i) {
        const std::string text = randomText(random, kBlockBytes);
        const BlockBits fast = classifyBlock(text.data());
        const BlockBits portable = classifyBlockPortably(text.data());
        ASSERT_EQ(fast.quotes, portable.quotes);
        ASSERT_EQ(fast.backslashes, portable.backslashes);
        ASSERT_EQ(fast.opens, portable.opens);
        ASSERT_EQ(fast.closes, portable.closes);
        ASSERT_EQ(fast.braces, portable.braces);
    }
    for (int c = 0; c < 256; ++c) {
        const std::string text(kBlockBytes, static_cast<char>(c));
        const BlockBits bits = classifyBlock(text.data());
        EXPECT_EQ(bits.opens != 0, c == '{' || c == '[') << c;
        EXPECT_EQ(bits.closes != 0, c == '}' || c == ']') << c;
        EXPECT_EQ(bits.braces != 0, c == '{') << c;
    }
}

TEST(StructuralScan, FindsStringsAsAWalkByBytesDoes) {
    std::mt19937 random(2);
    for (int i = 0; i < 3000; ++i) {
        const std::string text = randomText(random, 4 * kBlockBytes);
        StringCarry carry;
        bool inString = false;
        bool escaped = false;
        for (std::size_t block = 0; block < text.size(); block += kBlockBytes) {
            const BlockBits bits = classifyBlock(text.data() + block);
            const std::uint64_t mask = stringBytes(bits, carry);
            for (std::size_t at = 0; at < kBlockBytes; ++at) {
                const char c = text[block + at];
                const bool quote = c == '"' && !escaped;
                inString = quote ? !inString : inString;
                escaped = c == '\\' && !escaped;
                ASSERT_EQ((mask >> at & 1U) != 0, inString) << text << " at " << block + at;
            }
        }
    }
}

TEST(StructuralScan, CountsBits) {
    std::mt19937_64 random(3);
    for (int i = 0; i < 1000; ++i) {
        const std::uint64_t bits = random() & random();
        int count = 0;
        for (int bit = 0; bit < 64; ++bit) {
            count += static_cast<int>(bits >> bit & 1U);
        }
        ASSERT_EQ(countBits(bits), count);
    }
    EXPECT_EQ(countBits(~std::uint64_t{0}), 64);
}

}  // namespace
}  // namespace gaplight
