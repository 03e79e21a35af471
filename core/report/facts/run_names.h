// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/report/text/report_page.h"

namespace gaplight {

// A trace's file name without its folder and its known endings: "flux_after_eager".
[[nodiscard]] std::string runName(std::string_view path);

// A trace's file name without its folder; "standard input" for "-".
[[nodiscard]] std::string runFileName(std::string_view path);

// The path as a report names it: an HTML report is given to others, who have no use for the folder,
// so that it has the file name alone.
[[nodiscard]] std::string displayedPath(const std::string& path, PageStyle style);

}  // namespace gaplight
