// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "widgets/timeline/timeline_view.h"

namespace gaplight::ui {

// What the user came to select, and so wants to know about.
enum class Picked : std::uint8_t { Nothing, Slice, Range, Finding };

// Tells what was selected since it was made, by whatever way.
class PickWatch {
public:
    // `view` must outlive it.
    explicit PickWatch(const TimelineView& view);

    // A new range comes before the slice that may be selected with it. Finding: a mark of one was
    // selected, be it that of the finding that one was at.
    [[nodiscard]] Picked picked() const;

private:
    const TimelineView& m_view;
    std::uint64_t m_revision;
    SliceId m_slice;
    std::optional<TimeRange> m_range;
};

}  // namespace gaplight::ui
