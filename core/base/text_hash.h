// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace gaplight {

// A fast 64-bit hash of a text: folded 64x64→128-bit multiplications over 8-byte words, after
// wyhash (Wang Yi, public domain). With seed 0 the same in every run and on every little-endian
// machine, for names of files. Tables of texts from a file need a seed that the file's author
// cannot know (randomSeed()): texts of equal hash are easy to make for a known one.
[[nodiscard]] inline std::uint64_t hashText(std::string_view text, std::uint64_t seed = 0) {
    const std::uint64_t mix1 = 0xa0761d6478bd642fULL ^ seed;
    const std::uint64_t mix2 = 0xe7037ed1a0b428dbULL ^ (seed << 32U | seed >> 32U);
    const auto fold = [](std::uint64_t left, std::uint64_t right) {
        __extension__ using Wide = unsigned __int128;
        const Wide product = static_cast<Wide>(left) * right;
        return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
    };
    const auto word = [](const char* at, std::size_t bytes) {
        std::uint64_t value = 0;
        std::memcpy(&value, at, bytes);
        return value;
    };
    std::uint64_t hash = fold(text.size() ^ mix2, mix1);
    std::size_t at = 0;
    for (; at + 16 <= text.size(); at += 16) {
        hash = fold(word(text.data() + at, 8) ^ mix1, word(text.data() + at + 8, 8) ^ hash);
    }
    if (at + 8 <= text.size()) {
        hash = fold(word(text.data() + at, 8) ^ mix2, hash ^ mix1);
        at += 8;
    }
    if (at < text.size()) {
        hash = fold(word(text.data() + at, text.size() - at) ^ mix1, hash ^ mix2);
    }
    return fold(hash ^ mix1, mix2);
}

// 64 random bits from the system; where it has none, of the clock and the stack's address.
[[nodiscard]] std::uint64_t randomSeed();
// Of the first call; the same from then on, for tables that are too many for a seed each.
[[nodiscard]] std::uint64_t seedOfProgram() noexcept;

// hashText() for tables of the standard library. Their order differs from run to run: sort what is
// read from them.
class TextHash {
public:
    using is_transparent = void;

    TextHash() noexcept : m_seed(seedOfProgram()) {}
    explicit TextHash(std::uint64_t seed) noexcept : m_seed(seed) {}

    // Not noexcept, so that tables keep the hash of each text.
    [[nodiscard]] std::size_t operator()(std::string_view text) const {
        return hashText(text, m_seed);
    }

private:
    std::uint64_t m_seed;
};

}  // namespace gaplight
