// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/import_issue.h"
#include "core/formats/chrome/event_scan.h"

namespace gaplight {

struct EventCheck {
    enum class Verdict : std::uint8_t {
        Whole,   // one value, which ends before `at`
        Open,    // nothing wrong, but the text ends first
        Broken,  // not JSON from the token on that begins at `at`
    };
    Verdict verdict = Verdict::Open;
    std::size_t at = 0;
};

// Checks one event token by token and finds the place where it stops being JSON. Accepts all that
// the reader accepts (trailing commas, NaN, raw control characters), but no event inside an event:
// an object inside an array whose first key is "ph" is the next event after one that was cut. 400
// MB/s; only for suspect events.
[[nodiscard]] EventCheck checkEvent(std::string_view text);

// The first brace from `from` on at which an event seems to begin, or npos.
[[nodiscard]] std::size_t findEvent(std::string_view text, std::size_t from);

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

    const ImportIssues& issues() const { return m_issues; }

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

// Parser of the text around the events: the top-level object with its other values, or the bare
// array, and any text after it. Reads one character at a time; keeps the current value only.
class TopLevel {
public:
    enum class Next : std::uint8_t {
        MoreText,  // all of the text is done with, up to `at`
        Array,     // `at` is after the [ of an event array
        Event,     // `at` is the brace of an event that begins where none should
    };

    // Values longer than kValueBytes, more than kValues, and `stackFrames` are not kept.
    static constexpr std::size_t kValueBytes = std::size_t{1} << 20U;
    static constexpr std::size_t kValues = 256;

    Next read(const SplitText& text, std::size_t& at);
    // Events follow, or have ended.
    void enterArray();
    void leaveArray();
    void finish(const SplitText& text);

    bool isArrayForm() const { return m_isArrayForm; }
    const std::vector<std::pair<std::string, std::string>>& values() const { return m_values; }
    const ImportIssues& issues() const { return m_issues; }

private:
    enum class State : std::uint8_t { Before, Key, InKey, Colon, Value, InValue, After };

    Next take(const SplitText& text, std::size_t& at, char c);
    Next takeBefore(std::size_t& at, char c);
    Next takeKey(const SplitText& text, std::size_t& at, char c);
    Next takeValue(std::size_t& at, char c);
    Next takeInValue(std::size_t& at, char c);
    Next takeAfter(const SplitText& text, std::size_t& at, char c);
    void takeStringCharacter(char c);
    bool inString() const { return m_inString; }
    void keep(char c);
    void endValue();
    void reportOdd(const SplitText& text, std::size_t at, IssueKind kind);

    State m_state = State::Before;
    bool m_isArrayForm = false;
    bool m_reportedOdd = false;  // this run of odd text
    bool m_inString = false;
    bool m_escaped = false;
    bool m_keeping = false;
    int m_depth = 0;
    char m_previous = 0;  // last visible character
    std::string m_key;
    std::string m_value;
    std::vector<std::pair<std::string, std::string>> m_values;
    ImportIssues m_issues;
};

// Cuts the text of a trace into events, serially, by counting brackets. Accepts the object form
// (traceEvents at any position among the keys) and the array form (its ] may be missing), and
// resumes after damage:
// - a surplus quote swaps the inside and outside of strings; the next event then begins inside a
//   string, which valid JSON excludes, since the quote of the event's first key would be escaped;
// - a truncated event that is followed by another one has an object in place of a key;
// - other text between events is skipped up to the next event, also after the end of the array or
//   of the document.
// Memory: the current event (at most 64 MiB, held by the caller) and the top-level values.
class EventSplitter {
public:
    // `text`: the unused rest of the last call's text, followed by new bytes. Appends to `window`
    // and returns the number of used bytes.
    std::size_t split(const SplitText& text, SplitWindow& window);
    // After the call with `atEnd`.
    void finish(const SplitText& text);

    // An event array was found, if an empty one.
    bool foundEvents() const { return m_foundEvents; }
    const TopLevel& topLevel() const { return m_topLevel; }
    ImportIssues issues() const;

private:
    TopLevel m_topLevel;
    EventEntries m_entries;
    bool m_inEntries = false;
    bool m_foundEvents = false;
};

}  // namespace gaplight
