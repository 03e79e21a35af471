// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/scene/display/theme.h"
#include "core/scene/figure/figure_scene.h"

namespace gaplight {

struct SvgOptions {
    // Prefix of every id: several figures may be in one document.
    std::string idPrefix = "g";
    // Colors as variables (--c0 ...) that the document defines (svgColors), not as values.
    bool variables = false;
    std::string title;
    std::string description;
};

// A figure's display list as SVG 1.1. Texts are text elements of the measured width, whatever the
// reader's font; slices have a title (tooltip); each track is a named group. No network, no script.
// O(items).
[[nodiscard]] std::string svgText(const Figure& figure, const Theme& theme,
                                  const SvgOptions& options = {});

// "--c0:#14171c;--c1:..." for a document whose figures have variables.
[[nodiscard]] std::string svgColors(const Theme& theme);

}  // namespace gaplight
