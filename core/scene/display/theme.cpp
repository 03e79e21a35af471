// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/display/theme.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <nlohmann/json.hpp>

#include "core/base/result.h"

namespace gaplight {
namespace {

constexpr std::array<std::string_view, static_cast<std::size_t>(Role::Count_)> kRoleNames{
    "background",
    "alternate_row",
    "grid",
    "text",
    "secondary_text",
    "text_on_slice",
    "accent",
    "selection_outline",
    "hover_outline",
    "blocking_call",
    "blocking_call_label",
    "host_filler",
    "finding_mark",
    "severity_critical",
    "severity_warning",
    "severity_info",
    "warning_text",
    "launch_arrow",
    "slow_arrow",
    "healthy",
    "unhealthy",
    "header_background",
    "panel_background",
    "track_header",
    "counter_fill",
    "counter_line",
    "compute",
    "communication",
    "copy",
    "idle_launch",
    "idle_host",
    "idle_data",
    "idle_sync",
    "idle_rank",
    "idle_other",
    "idle_first_use",
    "range_selection",
    "overview_window",
    "instant",
    "search_hit",
    "note_blue",
    "note_green",
    "note_yellow",
    "note_red",
    "note_purple"};

struct LinearRgb {
    double red = 0;
    double green = 0;
    double blue = 0;

    bool isInSrgb() const {
        constexpr double kSlack = 1e-6;
        const auto inside = [](double v) { return v >= -kSlack && v <= 1 + kSlack; };
        return inside(red) && inside(green) && inside(blue);
    }
};

LinearRgb oklabToLinear(double lightness, double a, double b) {
    const double l = std::pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
    const double m = std::pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
    const double s = std::pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
    return {4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
            -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
            -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s};
}

std::uint8_t encoded(double linear) {
    const double v = std::clamp(linear, 0.0, 1.0);
    const double srgb = v <= 0.0031308 ? 12.92 * v : 1.055 * std::pow(v, 1 / 2.4) - 0.055;
    return static_cast<std::uint8_t>(std::lround(srgb * 255));
}

double decoded(std::uint8_t channel) {
    const double v = channel / 255.0;
    return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
}

double luminance(Rgba color) {
    return 0.2126 * decoded(color.red) + 0.7152 * decoded(color.green) +
           0.0722 * decoded(color.blue);
}

std::optional<int> hexDigit(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    const char lower = static_cast<char>(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? std::optional(lower - 'a' + 10) : std::nullopt;
}

std::optional<Rgba> parseColor(std::string_view text) {
    if ((text.size() != 7 && text.size() != 9) || text[0] != '#') {
        return std::nullopt;
    }
    std::array<std::uint8_t, 4> channels{0, 0, 0, 255};
    for (std::size_t at = 1; at < text.size(); at += 2) {
        const auto high = hexDigit(text[at]);
        const auto low = hexDigit(text[at + 1]);
        if (!high || !low) {
            return std::nullopt;
        }
        channels[at / 2] = static_cast<std::uint8_t>(*high * 16 + *low);
    }
    return Rgba{channels[0], channels[1], channels[2], channels[3]};
}

Result<void> readRoles(const nlohmann::json& roles, Theme& theme) {
    if (!roles.is_object()) {
        return fail(ErrorCode::BadArgument, "theme: expected an object \"roles\"");
    }
    for (std::size_t i = 0; i < kRoleNames.size(); ++i) {
        const std::string name(kRoleNames[i]);
        const auto entry = roles.find(name);
        const auto color = entry != roles.end() && entry->is_string()
                               ? parseColor(entry->get_ref<const std::string&>())
                               : std::nullopt;
        if (!color) {
            return fail(ErrorCode::BadArgument,
                        "theme: role \"" + name + "\" must be a color like #rrggbb");
        }
        theme.table[ColorRef(static_cast<Role>(i)).tableIndex()] = *color;
    }
    for (const auto& [name, color] : roles.items()) {
        if (std::find(kRoleNames.begin(), kRoleNames.end(), name) == kRoleNames.end()) {
            return fail(ErrorCode::BadArgument, "theme: unknown role \"" + name + "\"");
        }
    }
    return {};
}

Result<void> fillHues(const nlohmann::json& slice, Theme& theme) {
    const auto number = [&slice](const char* key) -> std::optional<double> {
        const auto entry = slice.is_object() ? slice.find(key) : slice.end();
        return slice.is_object() && entry != slice.end() && entry->is_number()
                   ? std::optional(entry->get<double>())
                   : std::nullopt;
    };
    const auto lightness = number("lightness");
    const auto chroma = number("chroma");
    const auto hostChroma = number("host_chroma");
    if (!lightness || !chroma || !hostChroma) {
        return fail(ErrorCode::BadArgument,
                    "theme: expected numbers \"lightness\", \"chroma\" and \"host_chroma\" in "
                    "\"slice\"");
    }
    for (std::uint16_t hue = 0; hue < ColorRef::kHues; ++hue) {
        theme.table[ColorRef::hue(hue).tableIndex()] = oklch(*lightness, *chroma, hue);
        theme.table[ColorRef::paleHue(hue).tableIndex()] = oklch(*lightness, *hostChroma, hue);
    }
    theme.table[ColorRef::neutralSlice().tableIndex()] = oklch(*lightness, 0, 0);
    return {};
}

}  // namespace

std::string_view roleName(Role role) {
    return kRoleNames[static_cast<std::size_t>(role)];
}

Rgba oklch(double lightness, double chroma, double hue) {
    const double angle = hue * 3.14159265358979323846 / 180;
    const auto at = [&](double c) {
        return oklabToLinear(lightness, c * std::cos(angle), c * std::sin(angle));
    };
    LinearRgb color = at(chroma);
    if (!color.isInSrgb()) {
        double low = 0;
        double high = chroma;
        for (int i = 0; i < 24; ++i) {
            const double middle = (low + high) / 2;
            (at(middle).isInSrgb() ? low : high) = middle;
        }
        color = at(low);
    }
    return {encoded(color.red), encoded(color.green), encoded(color.blue), 255};
}

double contrastRatio(Rgba a, Rgba b) {
    const double first = luminance(a);
    const double second = luminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

Result<Theme> parseTheme(std::string_view json) {
    const nlohmann::json root = nlohmann::json::parse(json, nullptr, false);
    if (!root.is_object()) {
        return fail(ErrorCode::BadArgument, "theme: expected a JSON object");
    }
    Theme theme;
    const auto name = root.find("name");
    const auto dark = root.find("dark");
    if (name == root.end() || !name->is_string() || dark == root.end() || !dark->is_boolean()) {
        return fail(ErrorCode::BadArgument,
                    "theme: expected a text \"name\" and a boolean \"dark\"");
    }
    theme.name = name->get<std::string>();
    theme.dark = dark->get<bool>();
    const nlohmann::json none;
    const auto part = [&](const char* key) -> const nlohmann::json& {
        const auto entry = root.find(key);
        return entry == root.end() ? none : *entry;
    };
    TRY(readRoles(part("roles"), theme));
    TRY(fillHues(part("slice"), theme));
    return theme;
}

}  // namespace gaplight
