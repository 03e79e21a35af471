// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

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
