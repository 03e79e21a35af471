// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/display/text_measure.h"

namespace gaplight {

// Widths of Inter, the font of the window and of figures, from a table: the same on every machine,
// with or without fonts. For what no toolkit paints (SVG). Characters outside the table are
// guessed; SVG texts carry their width, so that a reader's font is fitted to it.
class InterTextMeasure final : public TextMeasure {
public:
    [[nodiscard]] float width(std::string_view utf8, TextStyle style) const override;
};

}  // namespace gaplight
