// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/formats/chrome/json/structural_scan.h"

namespace gaplight {

// Finds the end of one object or array by counting brackets outside strings, and detects two kinds
// of damage at no extra cost (EventInside, isSuspect). Stops at the end of the available text and
// resumes when there is more.
class EventScan {
public:
    enum class Outcome : std::uint8_t {
        Ended,        // position() is one past the closing bracket
        NeedsMore,    // the text ends first
        EventInside,  // position() is the brace of another event that begins inside a string:
                      // an unescaped quote has swapped inside and outside
    };

    // Bytes needed after a brace to recognize whether it begins an event.
    static constexpr std::size_t kLookahead = 128;

    // `text` begins at the opening bracket and includes the text of earlier calls. `atEnd`: it is
    // complete.
    Outcome scan(std::string_view text, bool atEnd);

    std::size_t position() const { return m_position; }
    // The first bracket inside the event up to one past its match; equal if there is none.
    // In nearly all events that is `args`, which readers then need not walk.
    std::size_t nestedBegin() const { return m_nestedBegin; }
    std::size_t nestedEnd() const { return m_nestedEnd; }
    // An object begins where JSON has no value: the event may be damaged (checkEvent).
    bool isSuspect() const { return m_suspect; }

    // Number of scanned bytes. After forget(bytes) the text of the next call begins `bytes` later;
    // at least the last kLookahead scanned bytes must stay.
    std::size_t scanned() const { return m_scanned; }
    void forget(std::size_t bytes) { m_scanned -= bytes; }

private:
    // Bit at which the depth reaches 0, or 64.
    unsigned walkBrackets(std::uint64_t opens, std::uint64_t closes);
    // Bit of an event that begins inside a string, or 64.
    static unsigned eventInString(std::string_view text, std::size_t at, std::uint64_t braces);
    void judgeBraces(std::string_view text, std::size_t at, std::uint64_t braces);

    std::size_t m_scanned = 0;
    StringCarry m_carry;
    std::int64_t m_depth = 0;
    std::size_t m_nestedBegin = 0;
    std::size_t m_nestedEnd = 0;
    std::size_t m_position = 0;
    bool m_suspect = false;
};

// True where the brace at `at` is followed by a key that trace events have. Such an object is an
// event unless it follows a colon, as args do.
[[nodiscard]] bool beginsLikeEvent(std::string_view text, std::size_t at);

// The last character before `at` that is not white space, or 0.
[[nodiscard]] char visibleBefore(std::string_view text, std::size_t at);

// A part of the source's text, to be split into events.
struct SplitText {
    std::string_view text;
    std::uint64_t offset = 0;  // of text[0] in the source
    bool atEnd = false;        // no more text will come

    std::size_t size() const { return text.size(); }
    std::uint64_t offsetOf(std::size_t at) const { return offset + at; }
    // True if more text is needed to recognize an event at `at`.
    bool needsLookahead(std::size_t at) const {
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
