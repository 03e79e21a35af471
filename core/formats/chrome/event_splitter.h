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

// Cuts the text of a trace into events, serially, at the speed of counting brackets. Knows the
// object form (traceEvents is any key), the array form (its ] may be missing), and how to go on
// after damage:
// - a quote too many turns strings inside out; the next event then seems to begin inside a
//   string, which valid JSON cannot have, since the quote of its first key would be escaped;
// - an event that is cut and followed by another one has an object where a key belongs;
// - text between events that is none is skipped up to the next event, also after the array or
//   the whole document seemed to end.
// Memory: the event under way (at most 64 MiB, held by the caller) and the top-level values.
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
