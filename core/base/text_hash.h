// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace gaplight {

// A fast 64-bit hash of a text, the same in every run and on every little-endian machine.
// Folded 64x64→128-bit multiplications over 8-byte words, after wyhash (Wang Yi, public domain);
// not for untrusted tables that must resist collisions by design.
[[nodiscard]] inline std::uint64_t hashText(std::string_view text) {
    constexpr std::uint64_t kMix1 = 0xa0761d6478bd642fULL;
    constexpr std::uint64_t kMix2 = 0xe7037ed1a0b428dbULL;
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
    std::uint64_t hash = fold(text.size() ^ kMix2, kMix1);
    std::size_t at = 0;
    for (; at + 16 <= text.size(); at += 16) {
        hash = fold(word(text.data() + at, 8) ^ kMix1, word(text.data() + at + 8, 8) ^ hash);
    }
    if (at + 8 <= text.size()) {
        hash = fold(word(text.data() + at, 8) ^ kMix2, hash ^ kMix1);
        at += 8;
    }
    if (at < text.size()) {
        hash = fold(word(text.data() + at, text.size() - at) ^ kMix1, hash ^ kMix2);
    }
    return fold(hash ^ kMix1, kMix2);
}

}  // namespace gaplight
