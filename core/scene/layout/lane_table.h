// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/scene/layout/annotation_rows.h"
#include "core/scene/layout/counter_curves.h"
#include "core/trace/trace.h"

namespace gaplight {

enum class LaneKind : std::uint8_t {
    GroupHeader,  // a process or GPU: its name and a disclosure triangle
    Utilization,  // pinned: busy share of a GPU, its gaps and their labels
    QueueLead,    // pinned: how far the host is ahead of a GPU
    Hits,         // pinned: the hits of a search
    Annotations,  // host annotations mirrored above the streams of a GPU
    Slices,       // a track's rows
    More,         // stands for the minor tracks of a group, and shows them
    Counter,
};
// In display order.
enum class GroupKind : std::uint8_t { Gpu, Host, Other };

// What the groups below the GPUs are. Name: threads whose names differ by numbers alone; None: all
// threads are one group.
enum class TrackGrouping : std::uint8_t { Process, Name, None };
// Order of groups, and of the tracks of each. BusyTime: the longest first; Hand: as moved.
enum class TrackSort : std::uint8_t { Usual, Name, BusyTime, FirstEvent, Hand };

// What of a lane is folded or hidden.
struct LaneState {
    bool hidden = false;  // by the user; of a group header: the whole group
    bool collapsed = false;
    bool folded = false;            // overflow rows are not drawn
    bool showsAllRows = false;      // also the folded ones and those beyond maxRows
    bool showsOuterFrames = false;  // also outerFrames, while a slice on them was gone to
    bool isGoneTo = false;          // shown though minor, because the view went to a slice on it
    std::uint16_t leastRows = 0;    // rows above this one are drawn whatever maxRows is: the same
    // While the user follows an arrow whose two ends do not fit into the view: rows above cutAbove,
    // and rows from cutFrom on, are not drawn. 0: no row is left out.
    std::uint16_t cutAbove = 0;
    std::uint16_t cutFrom = 0;

    friend bool operator==(const LaneState&, const LaneState&) = default;
};

// One horizontal strip of the timeline: a header, the rows of a track, a counter.
struct Lane : LaneState {
    LaneKind kind = LaneKind::Slices;
    bool collapsible = false;
    bool pinned = false;  // shown above the scrolling tracks
    // Nearly empty: not shown until the group's More is expanded; of a group header: until the
    // group or LaneTable::moreGroups is expanded.
    bool isMinor = false;
    std::uint32_t group = 0;         // into TrackLayout::groups()
    TrackId track;                   // Slices
    std::uint32_t counter = 0;       // Counter: into the counter curves; Hits: into the hit tracks
    std::uint16_t firstRow = 0;      // the topmost row drawn; see outerFrames
    std::uint16_t visibleRows = 0;   // rows drawn; fewer than the track has if collapsed or folded
    std::uint16_t overflowRows = 0;  // Slices: trailing rows that exist only for overlapping slices
    std::uint16_t maxRows = 0;       // drawn of a deep thread; 0: no limit
    // Leading rows of a thread that have Python frames alone, outside all annotations and
    // operators, or that one slice fills (coveringRows). Until it shows all rows they are folded
    // into one line: the innermost of them.
    std::uint16_t outerFrames = 0;
    std::uint16_t filledRows = 0;  // leading rows that one slice fills in the view: the same
    bool startsCollapsed = false;  // before the user changes it
    bool startsHidden = false;     // the same
    std::string title;
    std::string detail;  // secondary text: "12 threads", "2 overflow lanes"; of a strip, what
                         // follows its title: " · NVIDIA H200"
    std::string key;     // stable across recordings of a program; see TrackArrangement
    double y = 0;  // top edge in pixels below the first lane; of a GPU's strip, below the ruler;
                   // of a pinned track, below the strips
    float height = 0;  // 0 while hidden

    static constexpr std::uint16_t kMinFoldedFrames = 3;
    bool isCut() const { return cutAbove > 0 || cutFrom > 0; }
    bool isLimited() const {
        return maxRows > 0 || std::max(outerFrames, filledRows) >= kMinFoldedFrames || isCut();
    }
    // Whether a row is drawn as a line of its own.
    bool showsRow(std::uint16_t row) const {
        return row >= firstRow && row < firstRow + visibleRows;
    }
};

struct Group {
    GroupKind kind = GroupKind::Host;
    std::optional<GpuId> gpu;     // Gpu
    std::string title;            // "GPU 0 · NVIDIA H200"
    std::uint32_t firstLane = 0;  // the header
    std::uint32_t laneCount = 0;
    std::optional<std::uint32_t> more;  // the lane that stands for minor tracks
    std::string moreNoun;               // what those are: "stream", "thread", "track"
    bool collapsed = false;
};

// The lanes of a timeline, their groups and their order, without positions. TrackLayout changes the
// state of the lanes and places them.
struct LaneTable {
    static constexpr std::uint32_t kNone = 0xFFFF'FFFFU;

    std::vector<Lane> lanes;  // group by group, each with its header first
    std::vector<Group> groups;
    std::vector<Lane> strips;                // utilization of GPUs, pinned above all lanes
    std::vector<std::uint16_t> allRows;      // per lane, whether they are visible or not
    std::vector<std::uint32_t> laneOfTrack;  // per track; kNone: it has no lane
    std::vector<std::uint32_t> order;        // lanes from top to bottom
    // The group that stands for minor groups: a header alone, "20 more processes".
    std::optional<std::uint32_t> moreGroups;
    TrackGrouping grouping = TrackGrouping::Process;
    TrackSort sort = TrackSort::Usual;  // of `order`

    // As TrackLayout::build().
    [[nodiscard]] static LaneTable build(const Trace& trace, std::span<const CounterCurve> counters,
                                         std::span<const AnnotationRows> annotations,
                                         TrackGrouping grouping);
    // As TrackLayout::reduced().
    LaneTable reduced(std::span<const std::uint16_t> rowsOfLane) const;
    // Lane::firstRow in the present state of a lane.
    std::uint16_t firstRowOf(std::size_t lane) const;
    // As TrackLayout::rowsOf() and rowsBelowLimit().
    std::uint16_t rowsOf(std::size_t lane) const;
    std::uint16_t rowsBelowLimit(std::size_t lane) const;
    // The title of a group's More: the number of tracks that it hides, "12 more streams"; empty if
    // it hides none.
    std::string moreTitle(const Group& group) const;
    // As TrackLayout::setHitTracks().
    void setHitStrips(std::span<const std::string> titles);
    // As TrackLayout::move() and setOrder().
    void move(std::size_t lane, std::size_t neighbor, bool behind);
    void setOrder(std::span<const std::uint32_t> wanted);

private:
    void add(Lane lane, std::uint16_t rows);
    // `lanes` start with the header of the group.
    void addGroup(Group group, std::vector<Lane> lanes);
    // Rows of a lane, without its overflow rows while they are folded.
    std::uint16_t unfoldedRows(std::size_t lane) const;
    void removeLast();
    void addStrips(const Trace& trace);
    bool hasStreams(const Trace& trace, const Group& group) const;
};

}  // namespace gaplight
