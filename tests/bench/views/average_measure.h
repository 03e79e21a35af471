// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/scene/display/text_measure.h"

namespace gaplight::bench {

// As wide as 11 px type is on average: what labels cost must not depend on a font.
class AverageMeasure final : public TextMeasure {
public:
    float width(std::string_view utf8, TextStyle) const override {
        return 5.5F * static_cast<float>(utf8.size());
    }
};

}  // namespace gaplight::bench
