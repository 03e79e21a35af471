// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace gaplight {

// Structure of JSON text, 64 bytes at a time: bit i of every mask represents byte i of the block.
// The technique is simdjson's first stage (Langdale and Lemire, "Parsing gigabytes of JSON per
// second", 2019) with fewer classes: only quotes, escapes and brackets are distinguished, and both
// kinds of bracket share a mask, because `c | 0x20` folds [ into { and ] into }.
struct BlockBits {
    std::uint64_t quotes = 0;
    std::uint64_t backslashes = 0;
    std::uint64_t opens = 0;   // { and [
    std::uint64_t closes = 0;  // } and ]
    std::uint64_t braces = 0;  // { alone
};

inline constexpr std::size_t kBlockBytes = 64;

// For CPUs without SSE2, and as the reference of the other in tests.
[[nodiscard]] inline BlockBits classifyBlockPortably(const char* block) {
    BlockBits bits;
    for (std::size_t i = 0; i < kBlockBytes; ++i) {
        const std::uint64_t bit = std::uint64_t{1} << i;
        bits.quotes |= block[i] == '"' ? bit : 0;
        bits.backslashes |= block[i] == '\\' ? bit : 0;
        bits.opens |= block[i] == '{' || block[i] == '[' ? bit : 0;
        bits.closes |= block[i] == '}' || block[i] == ']' ? bit : 0;
        bits.braces |= block[i] == '{' ? bit : 0;
    }
    return bits;
}

#if defined(__SSE2__)

// Four 16-byte comparisons as one mask.
[[nodiscard]] inline std::uint64_t joinedMask(__m128i first, __m128i second, __m128i third,
                                              __m128i fourth) {
    const auto mask = [](__m128i equal) {
        return static_cast<std::uint64_t>(static_cast<unsigned>(_mm_movemask_epi8(equal)));
    };
    return mask(first) | mask(second) << 16U | mask(third) << 32U | mask(fourth) << 48U;
}

// SSE2 is part of every x86-64: no dispatch at run time.
[[nodiscard]] inline BlockBits classifyBlock(const char* block) {
    const auto* lanes = reinterpret_cast<const __m128i*>(block);  // NOLINT
    const __m128i b0 = _mm_loadu_si128(lanes);
    const __m128i b1 = _mm_loadu_si128(lanes + 1);
    const __m128i b2 = _mm_loadu_si128(lanes + 2);
    const __m128i b3 = _mm_loadu_si128(lanes + 3);
    const auto equal = [](char c, __m128i v0, __m128i v1, __m128i v2, __m128i v3) {
        const __m128i wanted = _mm_set1_epi8(c);
        return joinedMask(_mm_cmpeq_epi8(v0, wanted), _mm_cmpeq_epi8(v1, wanted),
                          _mm_cmpeq_epi8(v2, wanted), _mm_cmpeq_epi8(v3, wanted));
    };
    const __m128i fold = _mm_set1_epi8(0x20);
    const __m128i f0 = _mm_or_si128(b0, fold);
    const __m128i f1 = _mm_or_si128(b1, fold);
    const __m128i f2 = _mm_or_si128(b2, fold);
    const __m128i f3 = _mm_or_si128(b3, fold);
    return {equal('"', b0, b1, b2, b3), equal('\\', b0, b1, b2, b3), equal('{', f0, f1, f2, f3),
            equal('}', f0, f1, f2, f3), equal('{', b0, b1, b2, b3)};
}

#else

[[nodiscard]] inline BlockBits classifyBlock(const char* block) {
    return classifyBlockPortably(block);
}

#endif

// What carries over from one block to the next.
struct StringCarry {
    std::uint64_t inString = 0;  // all ones inside a string
    std::uint64_t escaped = 0;   // 1 where the next byte is escaped
};

// Bytes that a backslash escapes.
[[nodiscard]] inline std::uint64_t escapedBytes(std::uint64_t backslashes, std::uint64_t& carry) {
    if (backslashes == 0) {
        const std::uint64_t escaped = carry;
        carry = 0;
        return escaped;
    }
    // Runs of backslashes are rare enough to walk: each one that is not escaped itself escapes
    // the byte after it.
    std::uint64_t escaped = carry;
    carry = 0;
    for (std::uint64_t rest = backslashes; rest != 0; rest &= rest - 1) {
        const std::uint64_t bit = rest & (0 - rest);
        if ((escaped & bit) == 0) {
            escaped |= bit << 1U;
            carry = bit >> 63U;
        }
    }
    return escaped;
}

// std::popcount is a library call without -mpopcnt, which this build does not assume.
[[nodiscard]] inline int countBits(std::uint64_t bits) {
    bits -= (bits >> 1U) & 0x5555555555555555ULL;
    bits = (bits & 0x3333333333333333ULL) + ((bits >> 2U) & 0x3333333333333333ULL);
    bits = (bits + (bits >> 4U)) & 0x0f0f0f0f0f0f0f0fULL;
    return static_cast<int>((bits * 0x0101010101010101ULL) >> 56U);
}

// From each set bit up to (not including) the next one, and so on in pairs.
[[nodiscard]] inline std::uint64_t prefixXor(std::uint64_t bits) {
    bits ^= bits << 1U;
    bits ^= bits << 2U;
    bits ^= bits << 4U;
    bits ^= bits << 8U;
    bits ^= bits << 16U;
    bits ^= bits << 32U;
    return bits;
}

// Bytes inside strings, each with its opening quote and without its closing one.
[[nodiscard]] inline std::uint64_t stringBytes(const BlockBits& bits, StringCarry& carry) {
    const std::uint64_t quotes = bits.quotes & ~escapedBytes(bits.backslashes, carry.escaped);
    const std::uint64_t inString = prefixXor(quotes) ^ carry.inString;
    carry.inString = 0 - (inString >> 63U);
    return inString;
}

}  // namespace gaplight
