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

// Cuts the entries of an event array apart, and finds the next one after damage.
class EventEntries {
public:
    enum class Next : std::uint8_t {
        MoreText,  // text from `at` on has to come again, with more
        ArrayEnd,  // `at` is behind the ]
    };

    // Longer events are rejected and not held.
    static constexpr std::size_t kEventBytes = std::size_t{64} << 20U;
    // An event that does not end is looked at more closely once it is this long.
    static constexpr std::size_t kPatience = std::size_t{64} << 10U;

    Next read(const SplitText& text, std::size_t& at, SplitWindow& window);
    // The next entry begins with a brace at which the caller has recognized an event.
    void enter();
    void finish(const SplitText& text, bool mayBeOpen);

    [[nodiscard]] const ImportIssues& issues() const { return m_issues; }

private:
    enum class State : std::uint8_t {
        Between,
        InEvent,
        InOversized,  // an event that is not held any more
        InOddEntry,   // an entry that is no object, or text that is no entry
        Searching,    // for the next event, after damage
    };
    // What reading one item leads to.
    enum class Step : std::uint8_t { GoOn, MoreText, ArrayEnd };

    Step readBetween(const SplitText& text, std::size_t& at);
    Step readEvent(const SplitText& text, std::size_t& at, SplitWindow& window);
    Step readOversized(const SplitText& text, std::size_t& at);
    Step readOddEntry(const SplitText& text, std::size_t& at, SplitWindow& window);
    Step search(const SplitText& text, std::size_t& at);

    void beginEvent();
    void endEvent(std::size_t begin, std::size_t length, SplitWindow& window);
    // Rejects the event at `at`, and goes on with the one that begins at or behind `from`
    // and, where it is known that the event ends at `end`, before that.
    Step abandon(const SplitText& text, std::size_t& at, std::size_t from,
                 std::optional<std::size_t> end, SplitWindow& window);
    Step judgeUnended(const SplitText& text, std::size_t& at, SplitWindow& window);
    void endOddEntry(SplitWindow& window);

    State m_state = State::Between;
    EventScan m_scan;
    std::size_t m_judgeAt = kPatience;
    bool m_truncated = false;
    char m_previous = 0;  // last visible character between entries
    // The odd entry under way.
    bool m_countsAsEntry = false;
    bool m_inString = false;
    bool m_escaped = false;
    std::uint64_t m_oddOffset = 0;
    std::string m_oddText;
    ImportIssues m_issues;
};

}  // namespace gaplight
