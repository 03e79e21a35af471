// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

#include "core/scene/display/color_ref.h"
#include "core/trace/ids.h"

namespace gaplight {

// Alpha of slices that are neither search hits nor part of the followed flow, and of their labels,
// which keep a contrast of at least 4.5 : 1 (WCAG 2.1, 1.4.3).
inline constexpr std::uint8_t kDimmedSlice = 115;  // 45 %
inline constexpr std::uint8_t kDimmedLabel = 210;

// Fill of a span (color, alpha, flags) in one 32-bit word: comparing and copying it is the inner
// loop of painting a row.
class SliceInk {
    static constexpr unsigned kWideBit = 25;

public:
    constexpr SliceInk() = default;
    // `wide`: of a slice with a rectangle of its own; never joined with a neighbor.
    constexpr SliceInk(ColorRef color, std::uint8_t alpha, bool wide)
        : m_bits(std::bit_cast<std::uint16_t>(color) | static_cast<std::uint32_t>(alpha) << 16U |
                 static_cast<std::uint32_t>(wide) << kWideBit) {}
    [[nodiscard]] static constexpr SliceInk fromBits(std::uint32_t bits) {
        SliceInk ink;
        ink.m_bits = bits;
        return ink;
    }

    [[nodiscard]] constexpr std::uint32_t bits() const { return m_bits; }
    [[nodiscard]] constexpr ColorRef color() const {
        return std::bit_cast<ColorRef>(static_cast<std::uint16_t>(m_bits));
    }
    [[nodiscard]] constexpr std::uint8_t alpha() const {
        return static_cast<std::uint8_t>(m_bits >> 16U);
    }
    // A hairline separates it from an equal neighbor at the left.
    [[nodiscard]] constexpr bool isSeparated() const { return (m_bits & kSeparated) != 0; }

    static constexpr std::uint32_t kSeparated = 1U << 24U;

private:
    std::uint32_t m_bits = 0;
};

// A filled interval of one row, in device pixels right of the tracks' left edge.
struct SliceSpan {
    std::int32_t from = 0;
    std::int32_t to = 0;
    SliceInk ink;
};

// A span long enough for a label.
struct SliceLabel {
    static constexpr float kPadding = 5;  // at both ends

    StringId name;
    std::int32_t from = 0;
    std::int32_t to = 0;
    bool isDimmed = false;
};

}  // namespace gaplight
