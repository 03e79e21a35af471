// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/formats/perfetto/packets/interned_texts.h"
#include "core/formats/perfetto/packets/packet_sequences.h"
#include "core/formats/perfetto/packets/perfetto_fields.h"
#include "core/formats/perfetto/rows/perfetto_part.h"
#include "core/formats/perfetto/values/annotation_columns.h"
#include "core/formats/protobuf_keys.h"
#include "core/trace/slice_table.h"

namespace gaplight {

// The kind of a category: of Kineto's spelling, or of rocprofv3's ("hip_api").
[[nodiscard]] SliceKind kindOfPerfettoCategory(std::string_view category);

// "HtoD" of "MEMORY_COPY_HOST_TO_DEVICE", as rocprofv3 names copies; else empty.
[[nodiscard]] std::string_view copyKindOfRocmName(std::string_view name);

// What an event's message does not say itself.
struct EventSurroundings {
    EventId event;
    std::uint32_t sequence = 0;
    std::int64_t time = 0;    // ns of the primary clock
    std::uint32_t state = 0;  // PacketSequence::state
    InternedTexts::View texts;
    const PacketDefaults* defaults = nullptr;  // never null
};

// The surroundings of a packet's event. `time`: result of PacketSequences::timeOf.
[[nodiscard]] EventSurroundings surroundingsOf(EventId event, std::int64_t time,
                                               const PacketMessage& packet,
                                               PacketSequences& sequences,
                                               InternedTexts::View texts);

// TrackEvent.LegacyEvent: an event of Chrome's older trace format.
struct LegacyTrackEvent {
    char phase = 0;
    std::uint64_t nameIid = 0;
    std::int64_t durationUs = 0;
    std::string id;  // with its scope

    std::optional<AsyncPhase> asyncPhase() const {
        switch (phase) {
            case 'b':
            case 'S':
                return AsyncPhase::Begin;
            case 'n':
            case 'T':
            case 'p':
                return AsyncPhase::Instant;
            case 'e':
            case 'F':
                return AsyncPhase::End;
            default:
                return std::nullopt;
        }
    }
};

// What an event is to its track.
enum class TrackEventShape : std::uint8_t { SliceBegin, SliceEnd, Whole, Async };

// The fields of a TrackEvent message, with texts in place of their numbers. Views are into the
// message and into the interned texts.
class TrackEventFields {
public:
    // In place of those of an event before. Numbers without a text are issues. Throws
    // protozero::exception.
    void read(std::string_view message, const EventSurroundings& around, ImportIssues& issues);

    TrackEventShape shape() const;
    // That of the category. O(1) where it is that of the event before.
    [[nodiscard]] SliceKind categoryKind();

    TrackEventType type = TrackEventType::None;
    std::uint64_t trackUuid = 0;
    std::string_view name;
    std::string_view category;  // the first one
    AnnotationColumns columns;
    std::optional<LegacyTrackEvent> legacy;
    std::optional<std::int64_t> count;                  // value of a counter
    std::optional<double> value;                        // the same
    std::vector<std::pair<std::uint64_t, bool>> flows;  // id, whether it ends here
    std::vector<std::uint64_t> counterTracks;
    std::vector<std::uint64_t> counts;
    std::vector<std::uint64_t> doubleCounterTracks;
    std::vector<std::uint64_t> doubles;  // bits
    std::vector<std::uint64_t> stages;   // GPU stages that the event submits

private:
    using Message = protozero::pbf_message<TrackEventField>;

    void clear();
    void readField(Message& fields);
    void readRepeated(Message& fields);
    void readAnnotation(std::string_view message);
    void readCorrelation(std::string_view message);
    [[nodiscard]] std::string_view interned(InternedKind kind, std::uint64_t iid,
                                            std::string_view what);

    const EventSurroundings* m_around = nullptr;
    ImportIssues* m_issues = nullptr;
    std::string_view m_lastCategory;
    SliceKind m_lastKind = SliceKind::Other;
};

// Reads a TrackEvent message into rows: slices, instants, counters, flows. `fields` are those of
// the event afterwards; one object for many events saves allocations. Throws protozero::exception.
void readTrackEvent(std::string_view message, const EventSurroundings& around,
                    TrackEventFields& fields, PerfettoPart& part);

}  // namespace gaplight
