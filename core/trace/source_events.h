// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/time.h"
#include "core/trace/event_batch.h"
#include "core/trace/ids.h"

namespace gaplight {

// Events of the whole source while the trace is built, in file order, with ids of the trace. An
// index into all slices in this order is called a "source index".

struct OpenEndEvent {
    OpenEndPhase phase = OpenEndPhase::Begin;
    Time time;
    StringId name;
    std::uint16_t category = 0;
    TrackId track;
    EventId event;
};

struct AsyncEvent {
    AsyncPhase phase = AsyncPhase::Begin;
    Time time;
    StringId name;
    std::uint16_t category = 0;
    std::uint64_t operation = 0;  // hash of (source, process, category, id)
    TrackId track;
    EventId event;
};

struct FlowEvent {
    FlowPhase phase = FlowPhase::Start;
    bool bindsToEnclosing = false;
    Time time;
    StringId category;
    std::uint64_t flow = 0;    // hash of (source, category, name, id)
    std::uint64_t idHash = 0;  // hash of the id's text alone
    TrackId track;
    EventId event;
};

struct CounterEvent {
    Time time;
    double value = 0;
    std::uint32_t series = 0;  // index of the distinct (process, name, series)
};

// Duration value of a rejected slice: counted as an issue, not in the table.
inline constexpr std::int64_t kRejected = -1;

// Slices of one batch, in file order. All columns have the same length.
struct SliceChunk {
    std::vector<std::int64_t> start;
    std::vector<std::int64_t> duration;
    std::vector<StringId> name;
    std::vector<std::uint16_t> category;
    std::vector<TrackId> track;
    std::vector<std::uint32_t> eventLow;  // EventId in 5 bytes, as in the table
    std::vector<std::uint8_t> eventHigh;
    std::vector<std::uint64_t> group;  // async operation; empty for slices of threads

    [[nodiscard]] std::size_t size() const { return name.size(); }
    [[nodiscard]] EventId event(std::size_t at) const {
        return EventId(eventLow[at] | static_cast<std::uint64_t>(eventHigh[at]) << 32U);
    }
    void push(TimeRange range, StringId sliceName, std::uint16_t sliceCategory, TrackId sliceTrack,
              EventId sliceEvent) {
        start.push_back(ns(range.begin));
        duration.push_back(ns(range.length()));
        name.push_back(sliceName);
        category.push_back(sliceCategory);
        track.push_back(sliceTrack);
        pushEvent(sliceEvent);
    }
    void pushEvent(EventId sliceEvent) {
        eventLow.push_back(static_cast<std::uint32_t>(sliceEvent.number()));
        eventHigh.push_back(static_cast<std::uint8_t>(sliceEvent.number() >> 32U));
    }
};

}  // namespace gaplight
