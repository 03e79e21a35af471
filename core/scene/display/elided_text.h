// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/scene/display/display_list.h"
#include "core/scene/display/text_measure.h"

namespace gaplight {

// Wraps text into lines of at most `maxWidth`: at spaces and line feeds, and inside a word that is
// wider. Keeps at most `maxLines` lines; the last one then ends in an ellipsis.
[[nodiscard]] std::vector<std::string> wrappedText(std::string_view text, float maxWidth,
                                                   TextStyle style, const TextMeasure& measure,
                                                   std::size_t maxLines = 100);

// Where an elided text has its ellipsis. Names that begin alike are told apart by their ends.
enum class Elide : std::uint8_t { End, Middle };

// Adds `text` to the list, elided to `maxWidth`; nothing if fewer than three characters and the
// ellipsis fit. Sets `item.width`. Returns true if a text was added.
bool addElidedText(DisplayList& list, const TextMeasure& measure, std::string_view text,
                   float maxWidth, TextItem item, Elide where = Elide::End);

// Adds `text` only if it fits `maxWidth` completely. Returns true if it was added.
bool addWholeText(DisplayList& list, const TextMeasure& measure, std::string_view text,
                  float maxWidth, TextItem item);

// No text is added below this width: three narrow characters and an ellipsis.
inline constexpr float kMinLabelWidth = 16;

}  // namespace gaplight
