// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/scene/display/display_list.h"
#include "core/scene/display/text_measure.h"

namespace gaplight {

// Adds as much of `text` as fits `maxWidth`, with an ellipsis if it was cut; nothing if less than
// three characters and the ellipsis fit. `item.width` is set. True if something was added.
bool addElidedText(DisplayList& list, const TextMeasure& measure, std::string_view text,
                   float maxWidth, TextItem item);

// Adds `text` if it fits `maxWidth` whole. True if it did.
bool addWholeText(DisplayList& list, const TextMeasure& measure, std::string_view text,
                  float maxWidth, TextItem item);

// Narrower than this nothing is ever added: three narrow characters and an ellipsis.
inline constexpr float kNarrowestLabel = 16;

}  // namespace gaplight
