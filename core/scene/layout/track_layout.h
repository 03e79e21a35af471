// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/scene/layout/annotation_rows.h"
#include "core/scene/layout/counter_lanes.h"
#include "core/trace/trace.h"

namespace gaplight {

enum class BandKind : std::uint8_t {
    GroupHeader,  // a process or GPU: its name and a triangle
    Utilisation,  // pinned: share of time a GPU was busy, its gaps and their labels
    Annotations,  // of the host, mirrored above the streams of a GPU
    Slices,       // a track's rows
    Counter,
};
enum class GroupKind : std::uint8_t { Host, Gpu, Other };

// One horizontal strip of the timeline.
struct Band {
    BandKind kind = BandKind::Slices;
    bool collapsible = false;
    bool collapsed = false;
    bool hidden = false;             // by a person; of a group header: the whole group
    bool pinned = false;             // stands above the tracks that scroll
    std::uint32_t group = 0;         // into TrackLayout::groups()
    TrackId track;                   // Slices
    std::uint32_t counter = 0;       // Counter: into the counter lanes
    std::uint16_t visibleRows = 0;   // rows drawn; fewer than there are if collapsed or folded
    std::uint16_t overflowRows = 0;  // Slices: the last of its rows, needed only by what overlaps
    bool folded = false;             // they are left out
    std::string title;
    std::string detail;  // secondary text: "12 threads", "2 overflow lanes"
    std::string key;     // the same for the same track of another recording; see TrackArrangement
    double y = 0;        // top, in pixels below the first band; of a GPU's strip, below the ruler;
                         // of a pinned track, below the strips
    float height = 0;    // 0 while something hides it
};

struct Group {
    GroupKind kind = GroupKind::Host;
    std::optional<std::int32_t> device;  // Gpu
    ProcessId process;
    std::string title;            // "GPU 0 · NVIDIA H200"
    std::uint32_t firstBand = 0;  // its header
    std::uint32_t bandCount = 0;
    bool collapsed = false;
};

// Which tracks a timeline shows, in which order and how high: host processes by their sort index,
// then one group per GPU, then what is neither. Processes and tracks without anything to draw are
// left out. What every GPU did is pinned above them, so that it is in sight wherever one scrolls.
// Positions are pixels of content; Viewport::scrollY maps them to the view.
class TrackLayout {
public:
    static constexpr float kRowHeight = 18;
    static constexpr float kRowPitch = 19;  // with the gap of 1 px
    static constexpr float kCompactHeight = 14;
    static constexpr float kCompactPitch = 15;
    static constexpr std::uint16_t kMostPinnedRows = 8;  // of one track, unless a person says
    static constexpr float kHeaderHeight = 24;
    static constexpr float kUtilisationHeight = 24;
    static constexpr float kGapLabelHeight = 20;  // above it, where there is room for that
    static constexpr float kCounterHeight = 36;
    static constexpr float kBandGap = 4;   // below each track, so that tracks stand apart
    static constexpr float kGroupGap = 6;  // above each group but the first

    TrackLayout() = default;
    // O(tracks log tracks). `counters` as counterLanes() gives them.
    [[nodiscard]] static TrackLayout build(const Trace& trace,
                                           std::span<const CounterLane> counters,
                                           std::span<const AnnotationRows> annotations = {});

    [[nodiscard]] std::span<const Band> bands() const { return m_bands; }
    [[nodiscard]] std::span<const Group> groups() const { return m_groups; }
    // The GPUs' utilisation: always in sight, above all tracks.
    [[nodiscard]] std::span<const Band> pinnedBands() const { return m_pinned; }
    // Below them the tracks that a person pinned, as indexes into bands(), top to bottom.
    [[nodiscard]] std::span<const std::uint32_t> pinnedTracks() const { return m_pinnedTracks; }
    [[nodiscard]] float stripsHeight() const { return m_stripsHeight; }
    // Of strips and pinned tracks.
    [[nodiscard]] float pinnedHeight() const { return m_pinnedHeight; }
    // Indexes of the bands that nothing hides and nobody pinned, top to bottom.
    [[nodiscard]] std::span<const std::uint32_t> visibleBands() const { return m_visible; }
    [[nodiscard]] double contentHeight() const { return m_contentHeight; }
    [[nodiscard]] float rowHeight() const { return m_isCompact ? kCompactHeight : kRowHeight; }
    [[nodiscard]] float rowPitch() const { return m_isCompact ? kCompactPitch : kRowPitch; }
    [[nodiscard]] bool isCompact() const { return m_isCompact; }

    // Every change is O(bands).
    void setCompact(bool compact);
    void setGroupCollapsed(std::size_t group, bool collapsed);
    void setBandCollapsed(std::size_t band, bool collapsed);
    // Leaves out the rows that only overlapping slices need; what lies there is not seen then.
    void setFolded(std::size_t band, bool folded);
    // Does nothing to a group's header.
    void setPinned(std::size_t band, bool pinned);
    void setHidden(std::size_t band, bool hidden);
    // How many bands a person hid, and the end of that.
    [[nodiscard]] std::size_t hiddenCount() const;
    void showHidden();
    // Puts a track before or behind another of its group, or its group before or behind another.
    // Does nothing where the two do not belong together.
    void move(std::size_t band, std::size_t neighbour, bool behind);
    // How many rows each pinned track has at most; 0: kMostPinnedRows.
    void setMostPinnedRows(std::uint16_t rows);
    [[nodiscard]] std::uint16_t mostPinnedRows() const { return m_mostPinnedRows; }
    // How many rows a band has that is neither pinned nor cut, collapsed ones and folded ones less.
    [[nodiscard]] std::uint16_t rowsOf(std::size_t band) const;
    // Shows only tracks and counters whose title, or that of whose group, has this in it, `*` for
    // any characters; letters of ASCII match either case. Empty: all.
    void setFilter(std::string_view text);
    [[nodiscard]] const std::string& filter() const { return m_filter; }
    // Shows only these tracks, by track; empty: all.
    void setOnly(std::vector<bool> tracks);
    // Opens whatever hides a track.
    void reveal(TrackId track);
    // Bands in the order in which they are shown, hidden ones too, each group from its header on.
    [[nodiscard]] std::span<const std::uint32_t> order() const { return m_order; }
    // Puts bands into this order as far as groups and order() allow: what is not named keeps its
    // place behind what is. O(bands log bands).
    void setOrder(std::span<const std::uint32_t> wanted);

    // The same with so many rows of each band: 0 leaves a band out, fewer than it has cuts its
    // deepest ones and says so beside its name. Groups of which nothing is left go too, headers
    // stay, counters have one. For pictures: nothing of it can be opened or closed.
    [[nodiscard]] TrackLayout reduced(std::span<const std::uint16_t> rowsOfBand) const;

    // Position in visibleBands() of the last band that begins at or above a content y; 0 above
    // all. O(log bands).
    [[nodiscard]] std::size_t visibleAt(double contentY) const;
    // Index of the band at a content y, or bands().size() between groups and beyond the ends.
    [[nodiscard]] std::size_t bandAt(double contentY) const;
    // Index of a track's band, or bands().size() for a track without one. O(1).
    [[nodiscard]] std::size_t bandOf(TrackId track) const;
    // Content y of a row's top; of the nearest row, or of the group's header, if it is collapsed
    // away.
    [[nodiscard]] double rowY(std::size_t band, std::uint16_t row) const;

private:
    void pinGpus(const Trace& trace);
    [[nodiscard]] bool hasStreams(const Trace& trace, const Group& group) const;
    void placeStrips();
    [[nodiscard]] bool isLetThrough(const Band& band) const;
    [[nodiscard]] float heightOf(const Band& band) const;
    void place();
    void placePinnedTracks();

    std::vector<Band> m_bands;
    std::vector<Group> m_groups;
    std::vector<std::uint16_t> m_allRows;      // per band
    std::vector<std::uint32_t> m_bandOfTrack;  // per track
    std::vector<std::uint32_t> m_order;
    std::vector<std::uint32_t> m_visible;
    std::vector<Band> m_pinned;
    std::vector<std::uint32_t> m_pinnedTracks;
    std::string m_filter;
    std::vector<bool> m_only;  // by track; empty: all
    bool m_isCompact = false;
    std::uint16_t m_mostPinnedRows = 0;
    float m_stripsHeight = 0;
    float m_pinnedHeight = 0;
    double m_contentHeight = 0;
};

}  // namespace gaplight
