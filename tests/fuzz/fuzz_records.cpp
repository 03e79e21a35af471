// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Any bytes as what a recorder sends, in random pieces: the pieces do not matter, and what is
// written is events that the reader takes without an issue.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>

#include "core/formats/chrome/event_splitter.h"
#include "core/record/record_splitter.h"
#include "core/record/trace_events.h"

namespace {

using namespace gaplight;

void require(bool condition) {
    if (!condition) {
        std::abort();
    }
}

// `nextPiece` gives the length of the next piece.
template <class NextPiece>
std::string eventsOf(std::span<const std::byte> bytes, NextPiece nextPiece) {
    record::RecordSplitter splitter;
    record::TraceEvents events;
    while (!bytes.empty()) {
        const std::size_t piece = std::min<std::size_t>(nextPiece(), bytes.size());
        const Result<void> cut = splitter.take(
            bytes.first(piece), [&](record::RecordType type, std::span<const std::byte> one) {
                events.take(type, one);
            });
        if (!cut) {
            break;
        }
        bytes = bytes.subspan(piece);
    }
    events.finish();
    return events.takeText();
}

}  // namespace

// The last byte seeds the lengths of the pieces: a recorded stream is read from its beginning.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    std::uint32_t state = data[size - 1] + 1U;
    const std::span<const std::byte> bytes = std::as_bytes(std::span(data, size - 1));
    const std::string whole = eventsOf(bytes, [&] { return bytes.size(); });
    const std::string pieces = eventsOf(bytes, [&] {
        state = state * 1664525U + 1013904223U;
        return std::size_t{1} + (state >> 24U) % 200U;
    });
    require(whole == pieces);

    const std::string json = "[" + whole + "]";
    EventSplitter splitter;
    SplitWindow window;
    const SplitText text{json, 0, true};
    require(splitter.split(text, window) == json.size());
    splitter.finish(text);
    require(splitter.issues().list().empty());
    require(window.putAside == 0);
    return 0;
}
