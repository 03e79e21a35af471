// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "tests/support/checks/problems.h"

namespace gaplight::test {

// Each adds a problem, named `what`, where an output is not well-formed.

// JSON without a number below zero, other than differences and ids that say "none".
void checkJson(std::string_view json, std::string_view what, Problems& problems);
// JSON with any numbers.
void checkJsonSyntax(std::string_view json, std::string_view what, Problems& problems);
// Every element is closed by its own end tag, every attribute is quoted.
void checkMarkup(std::string_view markup, std::string_view what, Problems& problems);
// All records have as many fields as the first.
void checkCsv(std::string_view csv, std::string_view what, Problems& problems);
// Each row of a table has as many cells as its header, and the row below the header is a delimiter
// row ("| --- |"); no markup of HTML outside of code, no control characters. A "|" ends a cell
// unless a backslash is before it, also in code.
void checkMarkdown(std::string_view markdown, std::string_view what, Problems& problems);
// No control characters but line feeds.
void checkPlainText(std::string_view text, std::string_view what, Problems& problems);

}  // namespace gaplight::test
