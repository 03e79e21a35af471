// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/id.h"
#include "core/formats/perfetto/rows/perfetto_tracks.h"
#include "core/formats/perfetto/rows/slice_pairing.h"
#include "core/formats/perfetto/values/annotation_columns.h"
#include "core/trace/event_batch.h"

namespace gaplight {

// Ns from `originNs` to `time`. Out of range either way: the latest one, which a TraceBuilder puts
// aside.
[[nodiscard]] inline std::int64_t timeAfter(std::int64_t originNs, std::int64_t time) {
    std::int64_t after = 0;
    return __builtin_sub_overflow(time, originNs, &after) ? std::numeric_limits<std::int64_t>::max()
                                                          : after;
}

using PartTrackId = Id<struct PartTrackTag>;  // into the tracks of one PerfettoPart

// Rows of a run of packets. Tracks are numbered within the part, so that parts are read in
// parallel; PerfettoRows joins them in the order of the file. Times are ns of the trace's primary
// clock.
class PerfettoPart {
public:
    // Where and when something happens.
    struct Moment {
        PartTrackId track;
        std::int64_t time = 0;
        EventId event;
        std::uint32_t sequence = 0;
    };
    static constexpr std::int64_t kOpen = -1;  // duration of a slice whose end is not known yet
    struct End {
        std::int64_t time = 0;
        EventId event;
        BatchTrack track;
    };
    // Copied where it is added.
    struct Text {
        std::string_view name;
        std::string_view category;
        SliceKind kind = SliceKind::Other;
    };

    struct Flow {
        std::uint64_t id = 0;
        Moment moment;
        bool isTerminating = false;
    };
    struct Counter {
        Moment moment;
        double value = 0;
        std::int64_t count = 0;
        std::uint32_t state = 0;  // 0: `value`, else `count`
        BatchString name;         // invalid: the track's
    };
    struct Stage {
        std::uint32_t slice = 0;
        std::uint64_t stage = 0;
    };

    // The track of a descriptor. O(1).
    [[nodiscard]] PartTrackId find(std::uint64_t uuid);
    // A track without a descriptor.
    [[nodiscard]] PartTrackId find(const PerfettoTrackKey& key);

    // A slice of the given length, or one whose end is a later edge.
    void addSlice(const Moment& moment, const Text& text, const AnnotationColumns& columns,
                  std::optional<std::int64_t> duration);
    void addEnd(const Moment& moment);
    void addInstant(const Moment& moment, const Text& text, const AnnotationColumns& columns);
    void addAsync(AsyncPhase phase, const Moment& moment, const Text& text, std::string_view id);
    void addFlow(const Moment& moment, std::uint64_t id, bool isTerminating);
    // A value of the counter that the track is, or of one with a name in the track's process.
    void addCounter(const Moment& moment, double value, std::string_view name = {});
    // A value that may be the difference to the one before. `state`: PacketSequence::state; sums
    // begin anew with another.
    void addCount(const Moment& moment, std::int64_t count, std::uint32_t state);
    // GPU stages that a call with the correlation submitted, by the number that they have without.
    void addAlias(std::uint64_t stage, std::uint64_t correlation) {
        m_aliases.emplace_back(stage, correlation);
    }
    // The last slice is this GPU stage. Once all is read it has the correlation of the call that
    // submitted the stage (addAlias), or `stage` as its correlation where no call did.
    void setStageOfLastSlice(std::uint64_t stage);
    // A time at which something was that is no row.
    void noteTime(std::int64_t time);

    [[nodiscard]] ImportIssues& issues() { return m_batch.issues; }
    void countEvent() { ++m_batch.events; }

private:
    friend class PerfettoRows;

    struct Track {
        PerfettoTrackKey key;
        BatchTrack row;           // valid where the track is used
        std::uint32_t edges = 0;  // begins and ends of slices
    };

    [[nodiscard]] BatchTrack use(const Moment& moment);
    void addEdge(const Moment& moment);
    [[nodiscard]] BatchString intern(std::string_view text, EventId event);
    [[nodiscard]] BatchCategory category(const Text& text, EventId event);

    EventBatch m_batch;
    std::vector<Track> m_tracks;
    std::unordered_map<std::uint64_t, PartTrackId, IdHash> m_byUuid;
    std::map<PerfettoTrackKey, PartTrackId> m_byKey;  // others
    std::uint64_t m_lastUuid = 0;
    PartTrackId m_last;
    std::vector<End> m_ends;
    EdgeOrders m_orders;  // by PartTrackId
    std::vector<Flow> m_flows;
    std::vector<Counter> m_counters;
    std::vector<Stage> m_stages;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> m_aliases;
    std::array<BatchString, 256> m_known;  // by address
    std::string_view m_lastCategory;
    SliceKind m_lastKind = SliceKind::Other;
    BatchCategory m_lastCategoryId;
    std::optional<std::int64_t> m_firstTime;
    std::int64_t m_lastTime = 0;
};

}  // namespace gaplight
