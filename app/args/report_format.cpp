// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/args/command_line.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace gaplight::ui {
namespace {

std::string_view formatName(ReportFormat format) {
    constexpr std::array<std::string_view, 6> kNames{"text", "json",  "markdown",
                                                     "html", "sarif", "csv"};
    return kNames.at(static_cast<std::size_t>(format));
}

}  // namespace

std::optional<ReportFormat> reportFormatFrom(std::string_view name,
                                             std::initializer_list<ReportFormat> formats) {
    const auto* const found =
        std::find_if(formats.begin(), formats.end(),
                     [&](ReportFormat format) { return formatName(format) == name; });
    return found == formats.end() ? std::nullopt : std::optional(*found);
}

}  // namespace gaplight::ui
