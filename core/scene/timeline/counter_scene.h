// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/scene/layout/track_layout.h"
#include "core/scene/model/frame.h"

namespace gaplight {

// A counter's step line over its filled area; each pixel shows the least and the greatest value
// that it had there.
void drawCounter(Frame& frame, const Band& band);

// Top of a counter's scale as it stands beside the name: "12.3 GB", "4.5 k".
[[nodiscard]] std::string scaleText(const CounterLane& lane);
// A value of a counter: "3.42 GB", "17".
[[nodiscard]] std::string counterText(CounterUnit kind, double value);

}  // namespace gaplight
