// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace gaplight::ui {

enum class ReportFormat : std::uint8_t { Text, Json, Markdown, Html, Sarif, Csv };

// The format that `--format` names ("markdown"), among those that the command has; empty: none.
[[nodiscard]] std::optional<ReportFormat> reportFormatFrom(
    std::string_view name, std::initializer_list<ReportFormat> formats);

}  // namespace gaplight::ui
