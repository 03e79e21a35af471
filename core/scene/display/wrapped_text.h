// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/scene/display/text_measure.h"

namespace gaplight {

// Wraps text into lines of at most `maxWidth`: at spaces and line feeds, and inside a word that is
// wider. Keeps at most `maxLines` lines; the last one then ends in an ellipsis.
[[nodiscard]] std::vector<std::string> wrappedText(std::string_view text, float maxWidth,
                                                   TextStyle style, const TextMeasure& measure,
                                                   std::size_t maxLines = 100);

}  // namespace gaplight
