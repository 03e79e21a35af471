// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/formats/chrome/event_scan.h"

namespace gaplight {

// A part of the source's text, to be split into events.
struct SplitText {
    std::string_view text;
    std::uint64_t offset = 0;  // of text[0] in the source
    bool atEnd = false;        // no more text will come

    [[nodiscard]] std::size_t size() const { return text.size(); }
    [[nodiscard]] std::uint64_t offsetOf(std::size_t at) const { return offset + at; }
    // True if more text is needed to recognize an event at `at`.
    [[nodiscard]] bool needsLookahead(std::size_t at) const {
        return !atEnd && at + EventScan::kLookahead > text.size();
    }
};

// Position of one event within its window of text.
struct EventExtent {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    // The first object or array inside it (nearly always args); equal if there is none.
    std::uint32_t nestedBegin = 0;
    std::uint32_t nestedEnd = 0;
};

struct SplitWindow {
    std::vector<EventExtent> events;
    std::uint64_t putAside = 0;  // rejected entries, which are not among `events`
};

}  // namespace gaplight
