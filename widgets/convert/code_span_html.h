// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include <QString>

namespace gaplight::ui {

// A finding's text as rich text: "try `a<b>`" → "try <code>a&lt;b&gt;</code>". Names from a trace
// are escaped: whatever they look like, no markup comes from them. As unbroken().
[[nodiscard]] QString codeSpansHtml(std::string_view text);

// The same without the backticks, as plain text: for places that show one font.
[[nodiscard]] QString withoutCodeSpans(std::string_view text);

// Text for a place where lines are broken: no number is parted from its unit.
[[nodiscard]] QString unbroken(QString text);

}  // namespace gaplight::ui
