// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/display/text_measure.h"
#include "widgets/render/text_faces.h"

namespace gaplight::ui {

// Text widths in the fonts of the window, for building display lists.
class QtTextMeasure final : public TextMeasure {
public:
    explicit QtTextMeasure(const TextFaces& faces) : m_faces(faces) {}

    float width(std::string_view utf8, TextStyle style) const override {
        return m_faces.width(utf8, style);
    }

private:
    const TextFaces& m_faces;
};

}  // namespace gaplight::ui
