// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "core/base/import_issue.h"
#include "core/formats/chrome/event_scan.h"
#include "core/formats/chrome/split_text.h"

namespace gaplight {

// Text in an event array that is no event: an entry that is no object, or characters between two
// entries.
class OddEntry {
public:
    enum class End : std::uint8_t {
        MoreText,   // not reached
        Event,      // at the { of an event
        Separator,  // at a comma or ]
    };

    // `isEntry`: it follows a comma, and counts as an entry if it ends at a separator.
    void begin(std::uint64_t offset, bool isEntry);
    // Reads from `at` on; `previous`: the last visible character before `at`, updated.
    [[nodiscard]] End read(const SplitText& text, std::size_t& at, char& previous);
    // Counts it after `end`.
    void record(End end, ImportIssues& issues, SplitWindow& window) const;

private:
    bool m_isEntry = false;
    bool m_inString = false;
    bool m_isEscaped = false;
    std::uint64_t m_offset = 0;
    std::string m_example;
};

// Cuts the entries of an event array apart, and finds the next one after damage.
class EventEntries {
public:
    enum class Next : std::uint8_t {
        MoreText,  // to be called again with the text from `at` on and more
        ArrayEnd,  // `at` is after the ]
    };

    // Longer events are rejected and not held.
    static constexpr std::size_t kEventBytes = std::size_t{64} << 20U;
    // An event without an end is checked for damage from this length on.
    static constexpr std::size_t kMinCheckedBytes = std::size_t{64} << 10U;

    Next read(const SplitText& text, std::size_t& at, SplitWindow& window);
    // Starts at the { of an event.
    void enter();
    void finish(const SplitText& text, bool mayBeOpen);

    [[nodiscard]] const ImportIssues& issues() const { return m_issues; }

private:
    enum class State : std::uint8_t {
        Between,
        InEvent,
        InOversized,  // an event that is too long to be kept
        InOddEntry,
        Searching,  // for the next event, after damage
    };
    // How to continue after reading one item.
    enum class Step : std::uint8_t { GoOn, MoreText, ArrayEnd };

    Step readBetween(const SplitText& text, std::size_t& at);
    Step readEvent(const SplitText& text, std::size_t& at, SplitWindow& window);
    Step readOversized(const SplitText& text, std::size_t& at);
    Step readOddEntry(const SplitText& text, std::size_t& at, SplitWindow& window);
    Step search(const SplitText& text, std::size_t& at);

    void beginEvent();
    void endEvent(std::size_t begin, std::size_t length, SplitWindow& window);
    // Rejects the event at `at` and continues with the next one that begins at or after `from`, and
    // before `end` if the end of the rejected event is known.
    Step reject(const SplitText& text, std::size_t& at, std::size_t from,
                std::optional<std::size_t> end, SplitWindow& window);
    Step checkUnended(const SplitText& text, std::size_t& at, SplitWindow& window);

    State m_state = State::Between;
    EventScan m_scan;
    std::size_t m_nextCheckBytes = kMinCheckedBytes;
    bool m_truncated = false;
    char m_previous = 0;  // last visible character between entries
    OddEntry m_oddEntry;
    ImportIssues m_issues;
};

}  // namespace gaplight
