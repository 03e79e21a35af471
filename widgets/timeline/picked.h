// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "widgets/timeline/timeline_view.h"

namespace gaplight::ui {

// Kind of a new selection, which the details drawer then shows.
enum class Picked : std::uint8_t { Nothing, Slice, Range, Finding };

// Determines the kind of selection made between its construction and the call of picked().
class PickWatch {
public:
    // `view` must outlive it.
    explicit PickWatch(const TimelineView& view);

    // Finding: an overlay of a finding was selected, even one of the finding that was current
    // before. Range: a new range was selected, even if a slice was selected with it.
    [[nodiscard]] Picked picked() const;

private:
    const TimelineView& m_view;
    std::uint64_t m_revision;
    SliceId m_slice;
    std::optional<TimeRange> m_range;
};

}  // namespace gaplight::ui
