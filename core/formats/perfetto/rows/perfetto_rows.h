// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/id.h"
#include "core/base/text_hash.h"
#include "core/formats/perfetto/rows/perfetto_part.h"
#include "core/formats/perfetto/rows/perfetto_tracks.h"
#include "core/formats/perfetto/rows/slice_pairing.h"
#include "core/trace/event_batch.h"
#include "core/trace/trace_builder.h"

namespace gaplight {

// Rows of a PerfettoPart with the tracks that they have in the whole trace.
struct JoinedPart {
    EventBatch batch;
    std::vector<PerfettoTrackId> tracks;  // by BatchTrack
    std::vector<std::uint32_t> edges;     // by BatchTrack: begins and ends of slices
    std::vector<PerfettoPart::End> ends;
};

// Subtracts `originNs` from all times. Returns for each of `tracks` tracks the time range of its
// slices and instants afterwards. Uses all cores.
[[nodiscard]] std::vector<PerfettoTracks::Extent> shiftTimes(std::span<JoinedPart> parts,
                                                             std::size_t tracks,
                                                             std::int64_t originNs);

// Names the tracks of each part, and moves its rows out.
[[nodiscard]] std::vector<EventBatch> takeBatches(std::span<JoinedPart> parts,
                                                  const std::vector<PerfettoTracks::Label>& labels);

// Tracks of a batch that is made when all tracks have labels. Batch and labels must outlive it.
class LabeledTracks {
public:
    LabeledTracks(EventBatch& batch, const std::vector<PerfettoTracks::Label>& labels)
        : m_batch(batch), m_labels(labels) {}

    // Adds the track where the batch has none yet.
    BatchTrack of(PerfettoTrackId track) {
        const auto [at, isNew] =
            m_tracks.try_emplace(track.value, BatchTrack(m_batch.tracks.size()));
        if (isNew) {
            const PerfettoTracks::Label& label = m_labels[track.index()];
            m_batch.tracks.push_back(
                {m_batch.strings.intern(label.pid), m_batch.strings.intern(label.tid)});
        }
        return at->second;
    }

private:
    EventBatch& m_batch;
    const std::vector<PerfettoTracks::Label>& m_labels;
    std::unordered_map<std::uint32_t, BatchTrack, IdHash> m_tracks;
};

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

// Flows of a whole trace. An event lists the flows that pass through it or end at it, but not those
// that begin at it: which event is the first of a flow is known only after all have been read.
class PerfettoFlows {
public:
    void add(const PerfettoPart::Flow& flow, PerfettoTrackId track) {
        m_points.push_back(
            {flow.id, flow.moment.time, flow.moment.event, track, flow.isTerminating});
    }
    // Subtracts `originNs` from all times.
    void shiftTimes(std::int64_t originNs);
    // The flows by id and time, in batches, without those of a single event. Uses all cores.
    // O(n log n).
    [[nodiscard]] std::vector<EventBatch> takeBatches(
        const std::vector<PerfettoTracks::Label>& labels);

private:
    struct Point {
        std::uint64_t id = 0;
        std::int64_t time = 0;
        EventId event;
        PerfettoTrackId track;
        bool isTerminating = false;
    };

    // The points from `first` to `last`, all points being sorted.
    void takePoints(std::size_t first, std::size_t last,
                    const std::vector<PerfettoTracks::Label>& labels, EventBatch& batch) const;

    std::vector<Point> m_points;
};

// Joins GPU render stages to the calls that list them as submissions. A call may be anywhere in the
// file, so that correlations are known only after all of it has been read.
class StageCorrelations {
public:
    // A slice of a part; parts in ascending order, in each the slices.
    void add(std::size_t part, const PerfettoPart::Stage& stage) {
        m_rows.push_back({part, stage.slice, stage.stage});
    }
    // A later call with the same stage replaces an earlier one.
    void addCall(std::uint64_t stage, std::uint64_t correlation) {
        m_correlations[stage] = correlation;
    }
    // Gives each stage the correlation of its call, or its own number where no call lists it.
    void joinTo(std::span<JoinedPart> parts) const;

private:
    struct Row {
        std::size_t part = 0;
        std::uint32_t slice = 0;
        std::uint64_t stage = 0;
    };

    std::vector<Row> m_rows;
    std::unordered_map<std::uint64_t, std::uint64_t, IdHash> m_correlations;  // by stage
};

// Rows of a whole Perfetto trace. They are held until all packets are read, since only then it is
// known where slices end, what tracks are called, and which event of a flow is the first. Times are
// ns of the trace's primary clock.
// Memory: as the trace itself, and up to 56 bytes for each slice with an end of its own.
class PerfettoRows {
public:
    // In the order of the file.
    void add(PerfettoPart part, PerfettoTracks& tracks);

    // Moves all rows into `builder`, their times `originNs` earlier. Uses all cores.
    void finish(const PerfettoTracks& tracks, std::int64_t originNs, TraceBuilder& builder);

    // The earliest time of all rows.
    std::optional<std::int64_t> firstTime() const { return m_firstTime; }

private:
    // The tracks that have rows, with what they are called.
    EventBatch namesOfTracks(const std::vector<PerfettoTracks::Label>& labels) const;

    std::vector<JoinedPart> m_parts;
    PerfettoFlows m_flows;
    PerfettoCounters m_counters;
    StageCorrelations m_stages;
    std::vector<bool> m_isUsed;  // by PerfettoTrackId
    EdgeOrders m_orders;
    std::optional<std::int64_t> m_firstTime;
    std::int64_t m_lastTime = 0;
};

}  // namespace gaplight
