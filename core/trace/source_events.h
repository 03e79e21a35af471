// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/base/time.h"
#include "core/trace/event_batch.h"
#include "core/trace/ids.h"
#include "core/trace/sparse_column.h"
#include "core/trace/trace.h"

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
    std::uint32_t operation = 0;  // number of the distinct (source, process, category, id)
    TrackId track;
    EventId event;
};

// The id of a flow as its file has it. Most are numbers: as many as launches, so their texts are
// not kept. Ids are equal if all members are.
struct FlowId {
    enum class Form : std::uint8_t { Decimal, Text };
    std::uint64_t number = 0;  // or, of another text, its number in SourceEvents::flowIds
    SourceId source;
    Form form = Form::Decimal;

    friend bool operator==(const FlowId&, const FlowId&) = default;
};

struct FlowEvent {
    FlowPhase phase = FlowPhase::Start;
    bool bindsToEnclosing = false;
    Time time;
    StringId category;
    StringId name;
    FlowId id;
    TrackId track;
    EventId event;

    // Whether two events belong to one flow.
    bool isOf(const FlowEvent& other) const {
        return id == other.id && category == other.category && name == other.name;
    }
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

    std::size_t size() const { return name.size(); }
    EventId event(std::size_t at) const {
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

// Numbers the configurations of kernels that differ in any bit, in the order of their first use. A
// program launches the same kernels on the same shapes again and again.
class DistinctConfigs {
public:
    // The number of a configuration. O(1).
    [[nodiscard]] std::uint32_t numberOf(const KernelConfig& config);
    [[nodiscard]] std::vector<KernelConfig> take();

private:
    using Bits = std::array<std::uint32_t, 13>;
    static Bits bitsOf(const KernelConfig& config);
    struct Hash {
        std::size_t operator()(const Bits& bits) const;
    };

    std::unordered_map<Bits, std::uint32_t, Hash> m_numbers;
    std::vector<KernelConfig> m_configs;
};

// O(rows).
[[nodiscard]] RepeatedColumn<KernelConfig> repeatedConfigs(
    const SparseColumn<KernelConfig>& configs);

}  // namespace gaplight
