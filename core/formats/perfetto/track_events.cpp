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
    TrackEventReader(const EventSurroundings& around, PacketSequence& sequence,
                     PerfettoTracks& tracks, PerfettoRows& rows)
        : m_around(around), m_sequence(sequence), m_tracks(tracks), m_rows(rows) {
        m_event.trackUuid = sequence.track;
    }

    void read(std::string_view message) {
        m_event.read(message, m_around, m_rows.issues());
        m_moment = {m_tracks.find(m_event.trackUuid), m_around.time, m_around.event,
                    m_around.sequence};
        addFlows();
        addExtraCounters();
        switch (m_event.type) {
            case TrackEventType::SliceBegin:
                addSlice(std::nullopt);
                break;
            case TrackEventType::SliceEnd:
                m_rows.addEnd(m_moment);
                break;
            case TrackEventType::Instant:
                m_rows.addInstant(m_moment, sliceText(), m_event.columns);
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
    PerfettoRows::Text sliceText() {
        PerfettoRows::Text text{m_event.name, m_event.category,
                                kindOfPerfettoCategory(m_event.category)};
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
        const PerfettoRows::Text text = sliceText();
        if (!m_event.stages.empty()) {
            if (!m_event.columns.correlation()) {
                m_event.columns.setCorrelation(m_event.stages.front());
            }
            for (const std::uint64_t stage : m_event.stages) {
                if (stage != *m_event.columns.correlation()) {
                    m_rows.addAlias(stage, *m_event.columns.correlation());
                }
            }
        }
        if (text.kind == SliceKind::Memcpy) {
            m_event.columns.takeText("copy kind", copyKindOfRocmName(m_event.name));
        }
        m_rows.addSlice(m_moment, text, m_event.columns, duration);
    }

    void addFlows() {
        for (const auto& [id, isTerminating] : m_event.flows) {
            m_rows.addFlow(m_moment, id, isTerminating);
        }
    }

    // The value of a counter whose values may be differences.
    [[nodiscard]] double counted(PerfettoTrackId track, std::int64_t count) {
        const PerfettoTracks::Counter counter = m_tracks.counter(track);
        if (counter.isIncremental) {
            std::int64_t& sum = m_sequence.counterSums[track.value];
            sum = static_cast<std::int64_t>(static_cast<std::uint64_t>(sum) +
                                            static_cast<std::uint64_t>(count));
            count = sum;
        }
        return static_cast<double>(count) *
               static_cast<double>(counter.multiplier == 0 ? 1 : counter.multiplier);
    }

    void addCounter() {
        if (m_event.count) {
            m_rows.addCounter(m_moment, counted(m_moment.track, *m_event.count));
        } else if (m_event.value) {
            m_rows.addCounter(m_moment, *m_event.value);
        } else {
            m_rows.issues().record(IssueKind::BadCounter, m_around.event.number(), m_event.name);
        }
    }

    void addExtraCounters() {
        const auto momentOf = [&](std::uint64_t uuid) {
            return PerfettoRows::Moment{m_tracks.find(uuid), m_around.time, m_around.event,
                                        m_around.sequence};
        };
        const auto& tracks =
            m_event.counterTracks.empty() ? m_sequence.counterTracks : m_event.counterTracks;
        for (std::size_t at = 0; at < std::min(tracks.size(), m_event.counts.size()); ++at) {
            const PerfettoRows::Moment moment = momentOf(tracks[at]);
            m_rows.addCounter(moment,
                              counted(moment.track, static_cast<std::int64_t>(m_event.counts[at])));
        }
        const auto& doubles = m_event.doubleCounterTracks.empty() ? m_sequence.doubleCounterTracks
                                                                  : m_event.doubleCounterTracks;
        for (std::size_t at = 0; at < std::min(doubles.size(), m_event.doubles.size()); ++at) {
            m_rows.addCounter(momentOf(doubles[at]), std::bit_cast<double>(m_event.doubles[at]));
        }
    }

    void addLegacy() {
        if (!m_event.legacy) {
            m_rows.issues().record(IssueKind::UnknownPhase, m_around.event.number(), m_event.name);
            return;
        }
        if (const auto phase = m_event.legacy->asyncPhase()) {
            m_rows.addAsync(*phase, m_moment, sliceText(), m_event.legacy->id);
            return;
        }
        std::int64_t duration = 0;
        switch (m_event.legacy->phase) {
            case 'X':
                if (m_event.legacy->durationUs < 0 ||
                    __builtin_mul_overflow(m_event.legacy->durationUs, kNsOfUs, &duration)) {
                    m_rows.issues().record(IssueKind::NegativeDuration, m_around.event.number(),
                                           m_event.name);
                    duration = 0;
                }
                return addSlice(duration);
            case 'B':
                return addSlice(std::nullopt);
            case 'E':
                return m_rows.addEnd(m_moment);
            case 'i':
            case 'I':
            case 'R':
            case 'P':
                return m_rows.addInstant(m_moment, sliceText(), m_event.columns);
            default:
                m_rows.issues().record(IssueKind::UnknownPhase, m_around.event.number(),
                                       m_event.name);
        }
    }

    const EventSurroundings& m_around;
    PacketSequence& m_sequence;
    PerfettoTracks& m_tracks;
    PerfettoRows& m_rows;
    PerfettoRows::Moment m_moment;
    TrackEventFields m_event;
};

}  // namespace

void readTrackEvent(std::string_view message, const EventSurroundings& around,
                    PacketSequence& sequence, PerfettoTracks& tracks, PerfettoRows& rows) {
    TrackEventReader(around, sequence, tracks, rows).read(message);
}

}  // namespace gaplight
