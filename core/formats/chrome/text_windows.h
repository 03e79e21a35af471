// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/formats/chrome/event_parser.h"
#include "core/formats/chrome/event_splitter.h"
#include "core/io/byte_source.h"

namespace gaplight {

// An interval of text that begins and ends between events, on its way from being read to being
// merged.
struct TextWindow {
    std::unique_ptr<char[]> bytes;
    std::size_t capacity = 0;
    std::size_t size = 0;
    std::uint64_t offset = 0;         // of bytes[0] in the source
    std::uint64_t consumedBytes = 0;  // of the file, for progress
    SplitWindow split;
    ParsedEvents parsed;
};

// Number of windows between reading and merging: enough that neither has to wait while each core
// parses one.
[[nodiscard]] constexpr std::size_t windowsInFlight(std::size_t cores) {
    constexpr std::size_t kMinWindows = 6;
    return std::max(kMinWindows, 2 * cores);
}

// Reads a source window by window and cuts each into events. One thread.
class TextWindows {
public:
    // Large enough for strings and tracks to repeat within a window, small enough to stay in
    // the second-level caches of the cores that parse it.
    static constexpr std::size_t kWindowBytes = std::size_t{2} << 20U;

    // `head`: bytes already taken from `source`.
    TextWindows(std::string head, ByteSource& source, std::size_t windowBytes = kWindowBytes)
        : m_source(source), m_windowBytes(windowBytes), m_rest(head.begin(), head.end()) {}

    // Fills `window` with the next text; false at the end. An event longer than a window makes
    // its window longer.
    [[nodiscard]] Result<bool> next(TextWindow& window);

    const EventSplitter& splitter() const { return m_splitter; }
    // Bytes read so far, inflated.
    std::uint64_t bytesRead() const { return m_offset + m_rest.size(); }

private:
    Result<void> fill(TextWindow& window);

    ByteSource& m_source;
    std::size_t m_windowBytes;
    std::vector<char> m_rest;    // of the last window; first bytes of the next one
    std::uint64_t m_offset = 0;  // of m_rest in the source
    bool m_ended = false;
    EventSplitter m_splitter;
};

}  // namespace gaplight
