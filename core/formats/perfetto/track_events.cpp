// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/track_events.h"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/formats/perfetto/event_categories.h"
#include "core/formats/perfetto/track_event_fields.h"

namespace gaplight {
namespace {

constexpr std::int64_t kNsOfUs = 1000;

class TrackEventReader {
public:
    TrackEventReader(const EventSurroundings& around, TrackEventFields& event, PerfettoPart& part)
        : m_around(around), m_event(event), m_part(part) {}

    void read(std::string_view message) {
        m_event.read(message, m_around, m_part.issues());
        m_moment = momentOn(m_event.trackUuid);
        addFlows();
        addExtraCounters();
        switch (m_event.type) {
            case TrackEventType::SliceBegin:
                addSlice(std::nullopt);
                break;
            case TrackEventType::SliceEnd:
                m_part.addEnd(m_moment);
                break;
            case TrackEventType::Instant:
                m_part.addInstant(m_moment, sliceText(), m_event.columns);
                break;
            case TrackEventType::Counter:
                addCounter();
                break;
            default:
                addLegacy();
        }
    }

private:
    // Name, category and kind of a slice or an instant.
    PerfettoPart::Text sliceText() {
        PerfettoPart::Text text{m_event.name, m_event.category, m_event.categoryKind()};
        if (text.kind == SliceKind::Other) {
            text.kind = m_event.columns.kindByValues(m_event.name);
            if (text.kind == SliceKind::Other && !m_event.stages.empty()) {
                text.kind = SliceKind::Runtime;
            }
            text.category =
                m_event.category.empty() ? categoryOfSliceKind(text.kind) : m_event.category;
        }
        return text;
    }

    void addSlice(std::optional<std::int64_t> duration) {
        const PerfettoPart::Text text = sliceText();
        if (!m_event.stages.empty()) {
            if (!m_event.columns.correlation()) {
                m_event.columns.setCorrelation(m_event.stages.front());
            }
            for (const std::uint64_t stage : m_event.stages) {
                if (stage != *m_event.columns.correlation()) {
                    m_part.addAlias(stage, *m_event.columns.correlation());
                }
            }
        }
        if (text.kind == SliceKind::Memcpy) {
            m_event.columns.takeText("copy kind", copyKindOfRocmName(m_event.name));
        }
        m_part.addSlice(m_moment, text, m_event.columns, duration);
    }

    void addFlows() {
        for (const auto& [id, isTerminating] : m_event.flows) {
            m_part.addFlow(m_moment, id, isTerminating);
        }
    }

    [[nodiscard]] PerfettoPart::Moment momentOn(std::uint64_t uuid) {
        return {m_part.find(uuid), m_around.time, m_around.event, m_around.sequence};
    }

    void addCounter() {
        if (m_event.count) {
            m_part.addCount(m_moment, *m_event.count, m_around.state);
        } else if (m_event.value) {
            m_part.addCounter(m_moment, *m_event.value);
        } else {
            m_part.issues().record(IssueKind::BadCounter, m_around.event.number(), m_event.name);
        }
    }

    void addExtraCounters() {
        const auto& tracks = m_event.counterTracks.empty() ? m_around.defaults->counterTracks
                                                           : m_event.counterTracks;
        for (std::size_t at = 0; at < std::min(tracks.size(), m_event.counts.size()); ++at) {
            m_part.addCount(momentOn(tracks[at]), static_cast<std::int64_t>(m_event.counts[at]),
                            m_around.state);
        }
        const auto& doubles = m_event.doubleCounterTracks.empty()
                                  ? m_around.defaults->doubleCounterTracks
                                  : m_event.doubleCounterTracks;
        for (std::size_t at = 0; at < std::min(doubles.size(), m_event.doubles.size()); ++at) {
            m_part.addCounter(momentOn(doubles[at]), std::bit_cast<double>(m_event.doubles[at]));
        }
    }

    void addLegacy() {
        if (!m_event.legacy) {
            m_part.issues().record(IssueKind::UnknownPhase, m_around.event.number(), m_event.name);
            return;
        }
        if (const auto phase = m_event.legacy->asyncPhase()) {
            m_part.addAsync(*phase, m_moment, sliceText(), m_event.legacy->id);
            return;
        }
        std::int64_t duration = 0;
        switch (m_event.legacy->phase) {
            case 'X':
                if (m_event.legacy->durationUs < 0 ||
                    __builtin_mul_overflow(m_event.legacy->durationUs, kNsOfUs, &duration)) {
                    m_part.issues().record(IssueKind::NegativeDuration, m_around.event.number(),
                                           m_event.name);
                    duration = 0;
                }
                return addSlice(duration);
            case 'B':
                return addSlice(std::nullopt);
            case 'E':
                return m_part.addEnd(m_moment);
            case 'i':
            case 'I':
            case 'R':
            case 'P':
                return m_part.addInstant(m_moment, sliceText(), m_event.columns);
            default:
                m_part.issues().record(IssueKind::UnknownPhase, m_around.event.number(),
                                       m_event.name);
        }
    }

    const EventSurroundings& m_around;
    TrackEventFields& m_event;
    PerfettoPart& m_part;
    PerfettoPart::Moment m_moment;
};

}  // namespace

EventSurroundings surroundingsOf(EventId event, std::int64_t time, const PacketMessage& packet,
                                 PacketSequences& sequences, InternedTexts::View texts) {
    const PacketSequence& sequence = sequences.of(packet.sequence);
    return {event, packet.sequence, time, sequence.state, texts, sequence.defaults};
}

void readTrackEvent(std::string_view message, const EventSurroundings& around,
                    TrackEventFields& fields, PerfettoPart& part) {
    TrackEventReader(around, fields, part).read(message);
}

}  // namespace gaplight
