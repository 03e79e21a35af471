// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gaplight {

// Text written so that another syntax reads it back unchanged. Markdown: core/base/markdown.h.

// A line of CSV (RFC 4180), ended by CR LF; cells are quoted only where they have to be.
[[nodiscard]] std::string csvLine(const std::vector<std::string>& cells);

// A word of a POSIX shell command; in single quotes only where it has to be.
[[nodiscard]] std::string shellWord(std::string_view word);

// Text between tags or in a quoted attribute; bytes that XML cannot hold become U+FFFD.
[[nodiscard]] std::string xmlText(std::string_view text);

// Text as HTML in which nothing is markup; control characters and invalid UTF-8 are replaced.
[[nodiscard]] std::string escapedHtml(std::string_view text);

}  // namespace gaplight
