// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/formats/perfetto/packets/interned_texts.h"
#include "core/formats/perfetto/packets/packet_sequences.h"
#include "core/formats/perfetto/rows/perfetto_part.h"

namespace gaplight {

class TrackEventFields;

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

// Reads a TrackEvent message into rows: slices, instants, counters, flows. `fields` are those of
// the event afterwards; one object for many events saves allocations. Throws protozero::exception.
void readTrackEvent(std::string_view message, const EventSurroundings& around,
                    TrackEventFields& fields, PerfettoPart& part);

// Reads a GpuRenderStageEvent message: a kernel, copy or memset on a hardware queue. A stage that
// is only an annotation or an event of a graph is none. Throws protozero::exception.
void readRenderStage(std::string_view message, const EventSurroundings& around, PerfettoPart& part);

}  // namespace gaplight
