// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/scene/display/text_measure.h"

namespace gaplight {

// Text broken between words into lines of at most `maxWidth`; a word that is wider is broken
// anywhere. Line feeds break too. Of more than `mostLines` the last one kept ends in an ellipsis.
[[nodiscard]] std::vector<std::string> wrappedText(std::string_view text, float maxWidth,
                                                   TextStyle style, const TextMeasure& measure,
                                                   std::size_t mostLines = 100);

}  // namespace gaplight
