// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/base/time.h"

namespace gaplight {

// The union of ranges that come in the order of their starts: its length, and the holes in it.
// Constant space and time per range. A range of length 0 covers nothing, but ends a hole.
class RunningUnion {
public:
    // Gives the hole between everything so far and this range, if there is one.
    std::optional<TimeRange> add(TimeRange range);

    [[nodiscard]] Duration length() const { return m_length; }
    // First start to last end of all ranges; empty at 0 if there was none.
    [[nodiscard]] TimeRange window() const { return m_window; }

private:
    TimeRange m_window{};
    Duration m_length{};
    bool m_hasRange = false;
};

// Both ranges' common part; empty at the later beginning where they do not meet.
[[nodiscard]] TimeRange commonPart(TimeRange a, TimeRange b);

}  // namespace gaplight
