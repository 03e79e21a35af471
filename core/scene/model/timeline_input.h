// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/time.h"
#include "core/index/flow_index.h"
#include "core/index/launch_index.h"
#include "core/index/row_index.h"
#include "core/index/search_hits.h"
#include "core/scene/layout/annotation_rows.h"
#include "core/scene/layout/counter_curves.h"
#include "core/scene/layout/track_layout.h"
#include "core/scene/layout/viewport.h"
#include "core/scene/model/busy_profile.h"
#include "core/scene/model/hit_track.h"
#include "core/scene/model/name_table.h"
#include "core/scene/model/note.h"
#include "core/scene/model/overlay_table.h"
#include "core/scene/model/thread_load.h"
#include "core/trace/trace.h"

namespace gaplight {

// The data that a timeline draws: a loaded trace and everything derived from it. Immutable while
// shown. Pointers must outlive the call; only those that say so may be null.
struct SceneModel {
    const Trace* trace = nullptr;
    const RowIndex* rows = nullptr;
    const LaunchIndex* launches = nullptr;
    const FlowIndex* flows = nullptr;
    const NameTable* names = nullptr;
    const OverlayTable* overlays = nullptr;
    std::span<const CounterCurve> counters;
    std::span<const BusyProfile> busy;    // by device number
    std::span<const QueueCurve> queues;   // of GPUs with launches
    std::span<const ThreadLoad> threads;  // without GPU work: what the overview shows
    std::span<const AnnotationRows> annotations;
    std::span<const TimeRange> steps;        // in time order; without a loop one, the whole trace
    std::optional<TimeRange> mainRange;      // what a view begins with; empty: the whole trace
    const InstantIndex* instants = nullptr;  // null: none are drawn
    const SearchHits* hits = nullptr;        // null: no search is active
    std::span<const std::shared_ptr<const HitTrack>> hitTracks;  // none null
};

// Which arrows are drawn: those of the selected slice; also those reachable from it over several
// hops (flow_chain.h); those of all slices on its track; all with an end in the view.
enum class ArrowScope : std::uint8_t { Selection, Chain, Track, View };

// Zero of the ruler: the start of the trace; a full second or minute of UTC; the start of the step
// at the left edge. Traces without wall clock or steps always use their start.
enum class TimeFormat : std::uint8_t { Relative, Utc, Step };

// The end of a slice or of an idle gap as a handle: dragging it plays a shorter or longer one.
struct PlayedEnd {
    enum class Phase : std::uint8_t { Hovered, Dragged, Dropped };
    Phase phase = Phase::Hovered;
    SliceId slice;      // invalid: a gap of `gpu`
    GpuId gpu;          // of a gap
    TimeRange range{};  // as recorded
    Time end{};         // where the handle is
    std::string text;   // beside a dragged handle: what the replay predicts

    constexpr bool isGap() const { return !slice.isValid(); }
    friend bool operator==(const PlayedEnd&, const PlayedEnd&) = default;
};

// Interactive state of a timeline: selection, hover, cursor, notes and display options.
struct TimelineState {
    SliceId selected;
    SliceId hovered;
    std::optional<TimeRange> selectedRange;      // drag over the tracks
    std::vector<TrackId> selectedTracks;         // covered by selectedRange; empty: all
    std::optional<Time> cursor;                  // time under the pointer
    std::array<std::optional<Time>, 2> cursors;  // A and B, which the user sets to measure
    std::vector<Note> notes;                     // by start
    std::int32_t currentNote = -1;               // index of the note being edited; -1: none
    ArrowScope arrows = ArrowScope::Selection;
    TimeFormat timeFormat = TimeFormat::Relative;
    std::optional<PlayedEnd> played;
    std::optional<double> dropY;  // content y at which a dragged track would be dropped
    bool showOverlays = true;
    bool dimUnrelated = false;  // a flow is followed: all other slices at 45 % opacity
    bool onlyHits = false;      // only search hits are drawn
    bool showsReplay = false;   // addReplayStrips() draws on the strips of the hosts' lead
    float pixelRatio = 1;       // device pixels per logical pixel
    // The area behind the view already has the color Role::Background, so that the list does not
    // fill it. Filling the whole view takes a GPU longer than any other rect.
    bool isOnBackground = false;
};

struct TimelineInput {
    const SceneModel& model;
    const TrackLayout& layout;
    const Viewport& viewport;
    const TimelineState& state;
};

}  // namespace gaplight
