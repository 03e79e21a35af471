// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/scene/model/timeline_input.h"

namespace gaplight {

// The handle at a point: the end, within 4 px and a third of its width, of a slice that a replay
// can change (a call, an operator, a Python function, an annotation, GPU work) and that is at least
// 3 px wide, or of an idle gap on the strip of its GPU. O(log n).
[[nodiscard]] std::optional<PlayedEnd> playHandleAt(const TimelineInput& input, float x, float y);

// The selected idle gap, which is selected with the launch that ends it, or slice as if its end had
// been dragged to its start; empty where a replay can change neither. O(GPUs × log n).
[[nodiscard]] std::optional<PlayedEnd> playRemovedSelection(const TimelineInput& input);

// The handle dragged to x: not before the start of what it ends; a gap only shorter.
[[nodiscard]] PlayedEnd playDraggedTo(const TimelineInput& input, PlayedEnd played, float x);

}  // namespace gaplight
