// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/scene/display/theme.h"

namespace gaplight {

struct HtmlThemes {
    const Theme& light;
    const Theme& dark;
};

// A report as one HTML file around `body`, with styles in the color scheme of the reader's system
// (light on paper) and the colors of figures (SvgOptions::variables). No script, no network.
[[nodiscard]] std::string htmlDocument(std::string_view title, const std::string& body,
                                       const HtmlThemes& themes);

}  // namespace gaplight
