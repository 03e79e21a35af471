// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/report/text/text_page.h"

namespace gaplight {

// Text as HTML in which nothing is markup; control characters and invalid UTF-8 are replaced.
[[nodiscard]] std::string escapedHtml(std::string_view text);

// A finding's text: code between backticks as <code>, all else as it stands.
[[nodiscard]] std::string codeSpansHtml(std::string_view text);

// A table, numbers at the right; nothing for one without rows.
[[nodiscard]] std::string htmlTable(const TextTable& table);

}  // namespace gaplight
