// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/scene/display/display_list.h"
#include "core/scene/display/text_measure.h"

namespace gaplight {

// Adds `text` to the list, elided to `maxWidth`; nothing if fewer than three characters and the
// ellipsis fit. Sets `item.width`. Returns true if a text was added.
bool addElidedText(DisplayList& list, const TextMeasure& measure, std::string_view text,
                   float maxWidth, TextItem item);

// Adds `text` only if it fits `maxWidth` completely. Returns true if it was added.
bool addWholeText(DisplayList& list, const TextMeasure& measure, std::string_view text,
                  float maxWidth, TextItem item);

// No text is added below this width: three narrow characters and an ellipsis.
inline constexpr float kMinLabelWidth = 16;

}  // namespace gaplight
