// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/text_hash.h"
#include "core/formats/perfetto/rows/perfetto_part.h"
#include "core/formats/perfetto/rows/perfetto_tracks.h"
#include "core/trace/trace_builder.h"

namespace gaplight {

// Values of the counters of a whole trace, held until all descriptors are read.
class PerfettoCounters {
public:
    // In the order of the file. `strings`: of the value's part.
    void add(const PerfettoPart::Counter& value, PerfettoTrackId track,
             const StringPool<BatchStringTag>& strings);
    // Moves all values into `builder`, their times `originNs` earlier.
    void addTo(TraceBuilder& builder, const PerfettoTracks& tracks,
               const std::vector<PerfettoTracks::Label>& labels, std::int64_t originNs);

private:
    struct Value {
        std::int64_t time = 0;
        double value = 0;
        std::int64_t count = 0;
        PerfettoTrackId track;
        std::uint32_t sequence = 0;
        std::uint32_t state = 0;  // PacketSequence::state; 0: `value`, else `count`
        std::uint32_t name = 0;   // into m_names; 0: the track's
    };

    void resolveCounts(const PerfettoTracks& tracks);

    std::vector<Value> m_values;
    std::vector<std::string> m_names{{}};
    std::unordered_map<std::string, std::uint32_t, TextHash> m_numbers;
};

}  // namespace gaplight
