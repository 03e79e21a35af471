// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

#include "core/base/text_hash.h"

namespace gaplight {

// A 32-bit index that cannot be mixed up with the index of another table.
// Default-constructed ids are invalid (`isValid()`). There is no arithmetic on ids: iterate over
// the ranges that tables give.
template <class Tag>
struct Id {
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

    std::uint32_t value = kNone;

    constexpr Id() = default;
    constexpr explicit Id(std::size_t index) : value(static_cast<std::uint32_t>(index)) {}

    constexpr bool isValid() const { return value != kNone; }
    constexpr std::size_t index() const { return value; }

    friend constexpr auto operator<=>(const Id&, const Id&) = default;
};

}  // namespace gaplight

template <class Tag>
struct std::hash<gaplight::Id<Tag>> {
    std::size_t operator()(gaplight::Id<Tag> id) const noexcept {
        return std::hash<std::uint32_t>{}(id.value);
    }
};

namespace gaplight {

// Hash of a number that a file decides: an id of it, or two of the trace's own in one. std::hash
// of an integer is the integer, so that a file whose ids are multiples of a table's size puts all
// of them in one bucket, and each lookup reads all of them. The seed is random, so that the order
// of such a table differs from run to run: sort what is read from it.
class IdHash {
public:
    // The same seed for all tables of the program.
    IdHash() noexcept : m_seed(seedOfProgram()) {}
    explicit constexpr IdHash(std::uint64_t seed) noexcept : m_seed(seed) {}

    // splitmix64's finalizer on both sides of the seed: a file cannot choose what is mixed.
    template <std::integral Number>
    [[nodiscard]] constexpr std::size_t operator()(Number id) const noexcept {
        return static_cast<std::size_t>(mix(mix(static_cast<std::uint64_t>(id) ^ m_seed) + m_seed));
    }

private:
    [[nodiscard]] static constexpr std::uint64_t mix(std::uint64_t bits) noexcept {
        bits = (bits ^ (bits >> 30U)) * 0xBF58476D1CE4E5B9U;
        bits = (bits ^ (bits >> 27U)) * 0x94D049BB133111EBU;
        return bits ^ (bits >> 31U);
    }

    std::uint64_t m_seed;
};

}  // namespace gaplight
