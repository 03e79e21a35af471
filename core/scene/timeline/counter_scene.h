// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/scene/layout/track_layout.h"
#include "core/scene/model/frame.h"

namespace gaplight {

// Draws a counter as a step line over a filled area; each pixel shows the smallest and the largest
// value within it.
void drawCounter(Frame& frame, const Lane& lane);

// Largest value of a counter's scale, shown beside its name: "12.3 GB", "4.5 k".
[[nodiscard]] std::string scaleText(const CounterCurve& curve);
// Formats a value of a counter: "3.42 GB", "17".
[[nodiscard]] std::string counterText(CounterUnit kind, double value);

}  // namespace gaplight
