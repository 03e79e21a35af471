// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

// The innermost slice of a track that covers an instant; an invalid id where none does. A slice
// that overlaps another without nesting in it counts as the inner one while it lasts.
// O(log slices of the track + depth).
[[nodiscard]] SliceId sliceAt(const Trace& trace, TrackId track, Time time);

}  // namespace gaplight
