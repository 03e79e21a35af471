// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

#include "core/formats/kineto_fields.h"
#include "core/trace/event_batch.h"

namespace gaplight {

// Fills a batch by hand, one line per event. Events count up by 100.
class BatchWriter {
public:
    BatchTrack track(std::string_view pid, std::string_view tid) {
        m_batch.tracks.push_back({text(pid), text(tid)});
        return BatchTrack(m_batch.tracks.size() - 1);
    }
    std::uint32_t slice(BatchTrack track, std::int64_t start, std::int64_t duration,
                        std::string_view name, std::string_view category = "cpu_op") {
        m_batch.slices.start.push_back(start);
        m_batch.slices.duration.push_back(duration);
        m_batch.slices.name.push_back(text(name));
        m_batch.slices.category.push_back(this->category(category));
        m_batch.slices.track.push_back(track);
        m_batch.slices.event.push_back(nextEvent());
        return static_cast<std::uint32_t>(m_batch.slices.start.size() - 1);
    }
    void correlate(std::uint32_t slice, std::uint64_t correlation) {
        m_batch.correlation.slice.push_back(slice);
        m_batch.correlation.value.push_back(correlation);
    }
    void begin(BatchTrack track, std::int64_t time, std::string_view name) {
        m_batch.openEnds.push_back(
            {OpenEndPhase::Begin, time, text(name), category("test"), track, nextEvent()});
    }
    void end(BatchTrack track, std::int64_t time, std::string_view name = {}) {
        m_batch.openEnds.push_back({OpenEndPhase::End, time,
                                    name.empty() ? BatchString{} : text(name), category("test"),
                                    track, nextEvent()});
    }
    void async(BatchTrack track, AsyncPhase phase, std::int64_t time, std::string_view name,
               std::string_view id) {
        m_batch.asyncs.push_back(
            {phase, time, text(name), category("net"), text(id), track, nextEvent()});
    }
    void flow(BatchTrack track, FlowPhase phase, std::int64_t time, std::string_view id,
              bool toEnclosing = true, std::string_view category = "fwdbwd") {
        m_batch.flows.push_back({phase, toEnclosing, time, text(category), text(category), text(id),
                                 track, nextEvent()});
    }
    void counter(BatchTrack track, std::int64_t time, double value, std::string_view name) {
        m_batch.counters.push_back({time, value, text(name), text("value"), track});
    }
    EventBatch& batch() { return m_batch; }
    BatchString text(std::string_view value) { return m_batch.strings.intern(value); }
    EventBatch take() { return std::move(m_batch); }

private:
    EventId nextEvent() { return EventId(100 * ++m_events); }
    BatchCategory category(std::string_view name) {
        return m_batch.category(name, sliceKindOfCategory(name));
    }

    EventBatch m_batch;
    std::uint64_t m_events = 0;
};

}  // namespace gaplight
