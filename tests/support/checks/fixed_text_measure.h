// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string_view>

#include "core/scene/display/text_measure.h"

namespace gaplight::test {

// Every character 6 px wide, in every style: goldens do not depend on a font.
class FixedTextMeasure final : public TextMeasure {
public:
    float width(std::string_view utf8, TextStyle /*style*/) const override {
        const auto characters = std::count_if(utf8.begin(), utf8.end(), [](char byte) {
            return (static_cast<unsigned char>(byte) & 0xc0U) != 0x80U;
        });
        return 6.0F * static_cast<float>(characters);
    }
};

}  // namespace gaplight::test
