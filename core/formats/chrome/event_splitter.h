// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/base/import_issue.h"
#include "core/formats/chrome/event_entries.h"
#include "core/formats/chrome/split_text.h"
#include "core/formats/chrome/top_level.h"

namespace gaplight {

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
    [[nodiscard]] bool foundEvents() const { return m_foundEvents; }
    [[nodiscard]] const TopLevel& topLevel() const { return m_topLevel; }
    [[nodiscard]] ImportIssues issues() const;

private:
    TopLevel m_topLevel;
    EventEntries m_entries;
    bool m_inEntries = false;
    bool m_foundEvents = false;
};

}  // namespace gaplight
