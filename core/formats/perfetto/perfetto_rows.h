// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/formats/perfetto/annotation_columns.h"
#include "core/formats/perfetto/perfetto_tracks.h"
#include "core/formats/perfetto/slice_pairing.h"
#include "core/trace/event_batch.h"
#include "core/trace/trace_builder.h"

namespace gaplight {

// Rows of a whole Perfetto trace. They are held until all packets are read, since only then it is
// known where slices end, what tracks are called, and which event of a flow is the first. Times are
// ns of the trace's primary clock.
// Memory: as the trace itself, and 24 bytes for each begin and end.
class PerfettoRows {
public:
    // Where and when something happens.
    struct Moment {
        PerfettoTrackId track;
        std::int64_t time = 0;
        EventId event;
        std::uint32_t sequence = 0;
    };
    struct Text {
        std::string_view name;
        std::string_view category;
        SliceKind kind = SliceKind::Other;
    };

    // A slice of the given length, or one whose end is a later edge.
    void addSlice(const Moment& moment, const Text& text, const AnnotationColumns& columns,
                  std::optional<std::int64_t> duration);
    void addEnd(const Moment& moment);
    void addInstant(const Moment& moment, const Text& text, const AnnotationColumns& columns);
    void addAsync(AsyncPhase phase, const Moment& moment, const Text& text, std::string_view id);
    void addFlow(const Moment& moment, std::uint64_t id, bool isTerminating);
    // A value of the counter that the track is, or of one with a name in the track's process.
    void addCounter(const Moment& moment, double value, std::string_view name = {});
    // GPU stages that a call with the correlation submitted, by the number that they have without.
    void addAlias(std::uint64_t stage, std::uint64_t correlation) {
        m_aliases[stage] = correlation;
    }
    // A stage's correlation, if the column has none, is that of its submission, else `stage`.
    void setStageOfLastSlice(std::uint64_t stage);

    [[nodiscard]] ImportIssues& issues() { return current().issues; }
    void countEvent() { ++current().events; }
    [[nodiscard]] std::uint64_t events() const { return m_events; }
    // Ends a batch where enough rows are in it.
    void endPart();

    // Moves all rows into `builder`, their times `originNs` earlier.
    void finish(const PerfettoTracks& tracks, std::int64_t originNs, TraceBuilder& builder);

    // A time at which something was that is no row.
    void noteTime(std::int64_t time);
    // The earliest time of all rows, and of noteTime().
    [[nodiscard]] std::optional<std::int64_t> firstTime() const { return m_firstTime; }

private:
    struct Part {
        EventBatch batch;
        std::vector<PerfettoTrackId> tracks;  // by BatchTrack
    };
    struct FlowPoint {
        std::uint64_t id = 0;
        Moment moment;
        bool isTerminating = false;
    };
    struct CounterPoint {
        Moment moment;
        double value = 0;
        std::uint32_t name = 0;  // into m_counterNames; 0: the track's
    };
    struct StageRow {
        std::size_t part = 0;
        std::uint32_t slice = 0;
        std::uint64_t stage = 0;
    };
    struct TrackUse {
        std::uint32_t part = ~0U;  // of `track`; ~0: not used
        BatchTrack track;
    };

    [[nodiscard]] EventBatch& current();
    [[nodiscard]] BatchTrack use(const Moment& moment);
    [[nodiscard]] BatchString intern(std::string_view text, EventId event);
    [[nodiscard]] BatchCategory category(const Text& text, EventId event);
    [[nodiscard]] std::vector<PerfettoTracks::Extent> extents(std::size_t tracks) const;
    void closeSlices(std::size_t tracks);
    void joinStages();
    void addFlowsTo(TraceBuilder& builder, const std::vector<PerfettoTracks::Label>& labels);
    void addCountersTo(TraceBuilder& builder, const PerfettoTracks& tracks,
                       const std::vector<PerfettoTracks::Label>& labels);
    void shiftTimes(std::int64_t originNs);

    std::vector<Part> m_parts;
    std::vector<SliceEdge> m_edges;
    std::vector<FlowPoint> m_flows;
    std::vector<CounterPoint> m_counters;
    std::vector<std::string> m_counterNames{{}};
    std::map<std::string, std::uint32_t, std::less<>> m_counterNumbers;
    std::vector<StageRow> m_stages;
    std::unordered_map<std::uint64_t, std::uint64_t> m_aliases;
    std::vector<TrackUse> m_uses;  // by PerfettoTrackId
    EdgeOrders m_orders;
    std::string m_lastCategory;
    SliceKind m_lastKind = SliceKind::Other;
    BatchCategory m_lastCategoryId;
    std::optional<std::int64_t> m_firstTime;
    std::int64_t m_lastTime = 0;
    std::uint64_t m_events = 0;
};

}  // namespace gaplight
