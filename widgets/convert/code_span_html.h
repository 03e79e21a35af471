// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include <QString>

namespace gaplight::ui {

// Text of a finding as rich text: "try `a<b>`" → "try <code>a&lt;b&gt;</code>". Names from a trace
// are escaped. Numbers and units are not separated, as in unbroken().
[[nodiscard]] QString codeSpansHtml(std::string_view text);

// Text of a finding as plain text, without backticks.
[[nodiscard]] QString withoutCodeSpans(std::string_view text);

// Replaces the space between a number and its unit by one at which no line is broken.
[[nodiscard]] QString unbroken(QString text);

}  // namespace gaplight::ui
