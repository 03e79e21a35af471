// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/scene/layout/lane_table.h"
#include "core/trace/trace.h"

namespace gaplight {

struct LaneFold : LaneState {
    std::size_t lane = 0;

    friend bool operator==(const LaneFold&, const LaneFold&) = default;
};

// Selection, order and height of the tracks of a timeline. Default order: one group per GPU, host
// processes by sort index, then all other processes; empty processes and tracks are left out. In a
// trace with GPU work, threads without operators, launches and annotations start collapsed and come
// last, tracks of no process start hidden, the Python frames outside a thread's first annotation
// are folded into one line, and of a deep thread kMaxThreadRows rows are drawn, more where there is
// room. In every trace,
// rows that one slice fills are folded, and nearly empty tracks into one line ("12 more streams"),
// as are nearly empty processes that the user has not expanded ("20 more processes").
// The utilization of each GPU is pinned above the tracks, so that it is visible at every scroll
// position. Positions are content pixels; Viewport::scrollY maps them to the view.
class TrackLayout {
public:
    static constexpr float kRowHeight = 18;
    static constexpr float kRowPitch = 19;  // including a gap of 1 px
    static constexpr float kCompactHeight = 14;
    static constexpr float kCompactPitch = 15;
    static constexpr std::uint16_t kMaxPinnedRows = 8;      // of one track, by default
    static constexpr std::uint16_t kMaxThreadRows = 12;     // of one thread, unless there is room
    static constexpr std::uint16_t kMaxAnnotationRows = 3;  // above the streams of a GPU: the same
    static constexpr float kHeaderHeight = 24;
    static constexpr float kUtilizationHeight = 24;
    static constexpr float kQueueHeight = 24;
    static constexpr float kLowQueueHeight = 20;  // with several GPUs
    static constexpr float kHitTrackHeight = 24;
    static constexpr float kGapLabelHeight = 20;  // above it, where there is space
    static constexpr float kCounterHeight = 36;
    static constexpr float kLaneGap = 4;   // below each track
    static constexpr float kGroupGap = 6;  // above each group except the first

    TrackLayout() = default;
    // `counters`: from counterCurves(). O(tracks log tracks).
    [[nodiscard]] static TrackLayout build(const Trace& trace,
                                           std::span<const CounterCurve> counters,
                                           std::span<const AnnotationRows> annotations = {},
                                           TrackGrouping grouping = TrackGrouping::Process);

    std::span<const Lane> lanes() const { return m_table.lanes; }
    std::span<const Group> groups() const { return m_table.groups; }
    // Strips of the GPUs and of hits: always visible, above all tracks.
    std::span<const Lane> pinnedLanes() const { return m_table.strips; }
    // Tracks pinned by the user, below the strips: indexes into lanes(), top to bottom.
    std::span<const std::uint32_t> pinnedTracks() const { return m_pinnedTracks; }
    float stripsHeight() const { return m_stripsHeight; }
    // Height of strips and pinned tracks together.
    float pinnedHeight() const { return m_pinnedHeight; }
    // Indexes of the lanes that are neither hidden nor pinned, top to bottom.
    std::span<const std::uint32_t> visibleLanes() const { return m_visible; }
    double contentHeight() const { return m_contentHeight; }
    float rowHeight() const { return m_isCompact ? kCompactHeight : kRowHeight; }
    float rowPitch() const { return m_isCompact ? kCompactPitch : kRowPitch; }
    bool isCompact() const { return m_isCompact; }

    // Each setter is O(lanes).
    void setCompact(bool compact) {
        m_isCompact = compact;
        place();
    }
    void setGroupCollapsed(std::size_t group, bool collapsed);
    void setLaneCollapsed(std::size_t lane, bool collapsed);
    // Hides the overflow rows of a track, and with them the slices on these rows.
    void setFolded(std::size_t lane, bool folded);
    // Whether a lane with a limit of rows (Lane::isLimited) shows all its rows.
    void setShowsAllRows(std::size_t lane, bool all);
    // Number of rows that the limit hides now below the visible ones.
    std::uint16_t rowsBelowLimit(std::size_t lane) const { return m_table.rowsBelowLimit(lane); }
    // Number of rows of a lane that are folded now, above and below the visible ones.
    int foldedRows(std::size_t lane) const {
        return m_table.lanes[lane].firstRow + m_table.rowsBelowLimit(lane);
    }
    // Adds rows in turn to lanes whose rows are limited, as long as all tracks fit into `height`. A
    // thread has at least kMaxThreadRows of its rows, annotations kMaxAnnotationRows. O(lanes +
    // rows of limited lanes²).
    void fillRoom(double height);
    // Folds leading rows that one slice fills in the view: their number by lane. False if nothing
    // changes.
    bool setFilledRows(std::span<const std::uint16_t> rows);
    // Folds rows between two rows until both fit into a height, first those of the lower track,
    // then those of tracks between, then groups between. False, and no change, if they cannot.
    bool foldBetween(TrackId from, std::uint16_t fromRow, TrackId to, std::uint16_t toRow,
                     double height);
    // Shows again what foldBetween() folded on tracks. False if there is nothing.
    bool unfoldBetween();
    // No effect on group headers.
    void setPinned(std::size_t lane, bool pinned);
    void setHidden(std::size_t lane, bool hidden);
    // Number of lanes hidden by the user; showHidden() shows them again.
    std::size_t hiddenCount() const;
    void showHidden();
    // Moves a track before or behind another track of its group, or a group before or behind
    // another group. No effect on any other pair.
    void move(std::size_t lane, std::size_t neighbor, bool behind);
    // Row limit of each pinned track; 0: kMaxPinnedRows.
    void setMaxPinnedRows(std::uint16_t rows);
    std::uint16_t maxPinnedRows() const { return m_maxPinnedRows; }
    // Rows of a lane before any limit for pinned tracks or figures, after collapsing and folding.
    std::uint16_t rowsOf(std::size_t lane) const { return m_table.rowsOf(lane); }
    // Shows only tracks and counters whose title or group title contains `text` (`*`: any
    // characters; ASCII letters match both cases). Empty: all.
    void setFilter(std::string_view text);
    const std::string& filter() const { return m_filter; }
    // Shows only tracks whose entry (by TrackId) is true; empty: all.
    void setOnly(std::vector<bool> tracks);
    // Pins one strip per search below the strips of the GPUs. Replaces the strips of earlier
    // searches.
    void setHitTracks(std::span<const std::string> titles);
    // Shows, expands and unfilters whatever hides a row of a track; no more of its folded rows than
    // those up to it.
    void reveal(TrackId track, std::uint16_t row);
    // The present state of each lane. O(lanes).
    [[nodiscard]] std::vector<LaneFold> folds() const;
    // Gives lanes another state, and `folds` the one that they had. O(lanes).
    void exchangeFolds(std::span<LaneFold> folds);
    // All lanes in display order, including hidden ones; each group starts with its header.
    std::span<const std::uint32_t> order() const { return m_table.order; }
    // Reorders lanes within their groups, and groups, to match `wanted`; lanes that are not listed
    // follow in their present order. O(lanes log lanes).
    void setOrder(std::span<const std::uint32_t> wanted, TrackSort sort = TrackSort::Hand);
    TrackSort sort() const { return m_table.sort; }
    TrackGrouping grouping() const { return m_table.grouping; }

    // A copy with at most `rowsOfLane[i]` rows of lane i, for figures: 0 removes the lane, fewer
    // rows than it has cut the deepest ones (noted beside its name). Headers stay, except those of
    // empty groups; a counter has one row. The copy cannot be expanded or collapsed.
    TrackLayout reduced(std::span<const std::uint16_t> rowsOfLane) const;

    // Position in visibleLanes() of the last lane whose top is at or above a content y; 0 if none.
    // O(log lanes).
    std::size_t visibleAt(double contentY) const;
    // Index of the lane at a content y; lanes().size() between groups and outside all lanes.
    std::size_t laneAt(double contentY) const;
    // Index of a track's lane; lanes().size() if it has none. O(1).
    std::size_t laneOf(TrackId track) const;
    // Whether a lane is in the content, itself, by the header of its collapsed group or by the line
    // that stands for minor tracks: neither hidden nor filtered out.
    bool isShown(std::size_t lane) const {
        const Lane& of = m_table.lanes[lane];
        return of.height > 0 ||
               ((m_table.groups[of.group].collapsed || isInMore(of)) && passesFilters(of));
    }
    // Whether a lane stands for tracks or groups that are nearly empty: a click on its name expands
    // it.
    bool isMore(std::size_t lane) const {
        const Lane& of = m_table.lanes[lane];
        return of.kind == LaneKind::More || of.group == m_table.moreGroups;
    }
    // Content y of a row's top edge; of the nearest visible row, or of the group's header, if the
    // row is collapsed.
    double rowY(std::size_t lane, std::uint16_t row) const;

private:
    bool passesFilters(const Lane& lane) const;
    // Whether the strip of the only GPU is the header of its tracks: its name stands once.
    bool isNamedByStrip(std::size_t group) const;
    // Of foldBetween(), rows of one lane: at most `rows` of those above or below a row, which
    // stays. Returns how many.
    int cutAbove(std::size_t lane, std::uint16_t row, int rows);
    int cutBelow(std::size_t lane, int row, int rows);
    // Unfolds a row of a lane whose rows are limited.
    void unfoldRow(Lane& lane, std::uint16_t row);
    // Whether the group's collapsed More stands for a track; of a More, whether there is no need.
    bool isInMore(const Lane& lane) const;
    // Whether the group of a lane is folded into the header "N more processes".
    bool isInMoreGroups(const Lane& lane) const;
    bool isFiltered() const { return !m_filter.empty() || !m_only.empty(); }
    void place();
    // At `y`; returns its lower edge.
    double placeHeader(std::uint32_t header, double y);
    double placeMoreGroups(std::uint32_t header, double y);
    void countRows(std::size_t lane);
    void placeRowsOf(std::size_t lane);
    void placePinnedTracks();

    LaneTable m_table;
    std::vector<std::uint32_t> m_visible;
    std::vector<std::uint32_t> m_pinnedTracks;
    std::string m_filter;
    std::vector<bool> m_only;  // by track; empty: all
    bool m_isCompact = false;
    std::uint16_t m_maxPinnedRows = 0;
    float m_stripsHeight = 0;
    float m_pinnedHeight = 0;
    double m_contentHeight = 0;
};

}  // namespace gaplight
