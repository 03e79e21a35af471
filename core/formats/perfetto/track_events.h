// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/formats/perfetto/packets/interned_texts.h"
#include "core/formats/perfetto/packets/packet_sequences.h"
#include "core/formats/perfetto/perfetto_rows.h"
#include "core/formats/perfetto/perfetto_tracks.h"

namespace gaplight {

// What an event's message does not say itself.
struct EventSurroundings {
    EventId event;
    std::uint32_t sequence = 0;
    std::int64_t time = 0;  // ns of the primary clock
    const InternedTexts::Generation* texts = nullptr;
};

// Reads a TrackEvent message into rows: slices, instants, counters, flows. Throws
// protozero::exception.
void readTrackEvent(std::string_view message, const EventSurroundings& around,
                    PacketSequence& sequence, PerfettoTracks& tracks, PerfettoRows& rows);

// Reads a GpuRenderStageEvent message: a kernel, copy or memset on a hardware queue. A stage that
// is only an annotation or an event of a graph is none. Throws protozero::exception.
void readRenderStage(std::string_view message, const EventSurroundings& around,
                     PerfettoTracks& tracks, PerfettoRows& rows);

}  // namespace gaplight
