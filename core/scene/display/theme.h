// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/scene/display/color_ref.h"

namespace gaplight {

struct Rgba {
    std::uint8_t red = 0;
    std::uint8_t green = 0;
    std::uint8_t blue = 0;
    std::uint8_t alpha = 255;
    friend constexpr bool operator==(const Rgba&, const Rgba&) = default;
};

// Maps every ColorRef to an RGBA color.
struct Theme {
    std::string name;  // "dark"
    bool dark = true;
    std::array<Rgba, ColorRef::kTableSize> table{};

    const Rgba& operator[](ColorRef color) const { return table[color.tableIndex()]; }
};

// Reads resources/themes/*.json: every role by its snake_case name as "#rrggbb" or "#rrggbbaa",
// and the lightness and chromas (OKLCH) from which the 360 slice hues are computed, for kernels and
// for host code.
// Error: BadArgument, naming the role that is missing, unknown or not a color.
[[nodiscard]] Result<Theme> parseTheme(std::string_view json);

// Stable snake_case name of a role, as in the theme files.
[[nodiscard]] std::string_view roleName(Role role);

// An OKLCH color in sRGB; chroma is reduced where sRGB cannot show it (Björn Ottosson, "A
// perceptual color space for image processing", 2020). Hue in degrees.
[[nodiscard]] Rgba oklch(double lightness, double chroma, double hue);

// WCAG 2.1 contrast ratio of two opaque colors, 1 to 21.
[[nodiscard]] double contrastRatio(Rgba a, Rgba b);

// The dark or light theme of resources/themes, compiled into the program.
// Error: BadArgument if the file does not parse.
[[nodiscard]] Result<Theme> builtInTheme(bool dark);

}  // namespace gaplight
