// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/scene/display/display_list.h"

namespace gaplight {

// Returns the painted width of a text. The scene elides and places labels by it, so it must agree
// with the painter's font. Called thousands of times per frame: implementations sum cached
// advances.
class TextMeasure {
public:
    virtual ~TextMeasure() = default;
    virtual float width(std::string_view utf8, TextStyle style) const = 0;
};

// Text widths of Inter, the font of the window and of figures, from a built-in table: the same on
// every machine, with or without fonts. Used where no GUI toolkit paints (SVG). Widths of
// characters outside the table are estimates; SVG texts carry their width, so that other fonts are
// fitted to it.
class InterTextMeasure final : public TextMeasure {
public:
    float width(std::string_view utf8, TextStyle style) const override;
};

}  // namespace gaplight
