// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/scene/counter_lanes.h"
#include "core/trace/trace.h"

namespace gaplight {

enum class BandKind : std::uint8_t {
    GroupHeader,  // a process or GPU: its name and a triangle
    Utilisation,  // pinned: share of time a GPU was busy, its gaps and their labels
    Slices,       // a track's rows
    Counter,
};
enum class GroupKind : std::uint8_t { Host, Gpu, Other };

// One horizontal strip of the timeline.
struct Band {
    BandKind kind = BandKind::Slices;
    bool collapsible = false;
    bool collapsed = false;
    std::uint32_t group = 0;        // into TrackLayout::groups()
    TrackId track;                  // Slices
    std::uint32_t counter = 0;      // Counter: into the counter lanes
    std::uint16_t visibleRows = 0;  // Slices: rows drawn; fewer than the track has if collapsed
    std::string title;
    std::string detail;  // secondary text: "12 threads", "2 overflow lanes"
    double y = 0;        // top, in pixels below the first band; of a pinned one, below the ruler
    float height = 0;    // 0 while its group is collapsed
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
    static constexpr float kHeaderHeight = 24;
    static constexpr float kUtilisationHeight = 24;
    static constexpr float kGapLabelHeight = 20;  // above it, where there is room for that
    static constexpr float kCounterHeight = 36;
    static constexpr float kBandGap = 4;   // below each track, so that tracks stand apart
    static constexpr float kGroupGap = 6;  // above each group but the first

    TrackLayout() = default;
    // O(tracks log tracks). `counters` as counterLanes() gives them.
    [[nodiscard]] static TrackLayout build(const Trace& trace,
                                           std::span<const CounterLane> counters);

    [[nodiscard]] std::span<const Band> bands() const { return m_bands; }
    [[nodiscard]] std::span<const Group> groups() const { return m_groups; }
    // The GPUs' utilisation: always in sight, above all tracks.
    [[nodiscard]] std::span<const Band> pinnedBands() const { return m_pinned; }
    [[nodiscard]] float pinnedHeight() const { return m_pinnedHeight; }
    // Indexes of the bands that no collapsed group hides, top to bottom.
    [[nodiscard]] std::span<const std::uint32_t> visibleBands() const { return m_visible; }
    [[nodiscard]] double contentHeight() const { return m_contentHeight; }

    void setGroupCollapsed(std::size_t group, bool collapsed);
    void setBandCollapsed(std::size_t band, bool collapsed);
    // Opens whatever hides a track.
    void reveal(TrackId track);

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
    void placePinned();
    void place();

    std::vector<Band> m_bands;
    std::vector<Group> m_groups;
    std::vector<std::uint16_t> m_allRows;      // per band
    std::vector<std::uint32_t> m_bandOfTrack;  // per track
    std::vector<std::uint32_t> m_visible;
    std::vector<Band> m_pinned;
    float m_pinnedHeight = 0;
    double m_contentHeight = 0;
};

}  // namespace gaplight
