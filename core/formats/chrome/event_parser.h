// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/formats/chrome/event_scan.h"
#include "core/formats/chrome/json/json_token.h"
#include "core/trace/event_batch.h"

namespace gaplight {

// The keys of an event that are read.
enum class Field : std::uint8_t {
    Phase,
    Category,
    Name,
    Pid,
    Tid,
    Timestamp,
    Length,
    Args,
    Id,
    Id2,
    Scope,
    BindingPoint,
    Count_,
};

// The values of one event as tokens.
struct EventFields {
    std::array<Token, static_cast<std::size_t>(Field::Count_) + 1> tokens;  // last: all others
    bool duplicateKey = false;

    const Token& operator[](Field field) const { return tokens[static_cast<std::size_t>(field)]; }
    // Kineto writes one of these per allocation and free; its newer Python writer as a slice.
    bool isMemoryEvent() const {
        return (*this)[Field::Name].text() == "[memory]" &&
               (*this)[Field::Args].kind == TokenKind::Nested;
    }
};

// Cache of the bytes between the values of an event (`, "pid": `). Nearly every event of a file has
// the same bytes there as the event before, so that one comparison replaces reading a key and the
// space around it.
class EventLayout {
public:
    static constexpr std::size_t kKeys = 12;
    static constexpr std::size_t kGapBytes = 16;

    // The bytes from the end of one value to the start of the next.
    struct Gap {
        char bytes[kGapBytes] = {};
        std::uint32_t mask = 0;  // a bit per byte; 0: nothing remembered
        std::uint32_t length = 0;
        Field field = Field::Count_;
    };

    // The `key`th gap of the last event if its bytes are at `at`, else null.
    const Gap* recall(std::size_t key, const char* at) const;
    void remember(std::size_t key, const char* begin, const char* end, Field field);

private:
    std::array<Gap, kKeys> m_gaps;
};

// Reads the fields of the event at `extent` of `text`; of equal keys the last one. False if it is
// not a readable object. `text` needs kTextPadding.
[[nodiscard]] bool readEventFields(std::string_view text, const EventExtent& extent,
                                   EventLayout& layout, EventFields& fields);

struct ParsedEvents {
    EventBatch batch;
    std::uint64_t withPhase = 0;  // events with a ph, known or not; 0: the file is no trace
};

// Reads the events of one window. `text` needs kTextPadding and is not kept; `offset`: its position
// in the source. A bad event becomes an issue and affects no other. `rank`: of a merged trace, the
// bracket of the events that are read ("[TP00]"), which their pids lose; empty: all. Safe from any
// thread.
[[nodiscard]] ParsedEvents parseEvents(std::string_view text, std::uint64_t offset,
                                       const SplitWindow& window, std::string_view rank = {});

}  // namespace gaplight
