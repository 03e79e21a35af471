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

// A report as one file around `body`: light or dark as the reader's system is, light on paper; the
// colors of pictures (SvgOptions::variables) are defined. No script, nothing from the network.
[[nodiscard]] std::string htmlDocument(std::string_view title, const std::string& body,
                                       const HtmlThemes& themes);

}  // namespace gaplight
