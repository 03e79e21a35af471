// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/time.h"
#include "core/index/flow_index.h"
#include "core/index/instant_index.h"
#include "core/index/launch_index.h"
#include "core/index/row_index.h"
#include "core/index/search_hits.h"
#include "core/scene/layout/annotation_rows.h"
#include "core/scene/layout/counter_lanes.h"
#include "core/scene/layout/track_layout.h"
#include "core/scene/layout/viewport.h"
#include "core/scene/model/busy_profile.h"
#include "core/scene/model/name_table.h"
#include "core/scene/model/note.h"
#include "core/scene/model/overlay_table.h"
#include "core/trace/trace.h"

namespace gaplight {

// What a timeline draws from: a loaded trace and what was derived from it. Immutable while shown.
// All pointers must outlive the call; none may be null but the last two.
struct SceneModel {
    const Trace* trace = nullptr;
    const RowIndex* rows = nullptr;
    const LaunchIndex* launches = nullptr;
    const FlowIndex* flows = nullptr;
    const NameTable* names = nullptr;
    const OverlayTable* overlays = nullptr;
    std::span<const CounterLane> counters;
    std::span<const BusyProfile> busy;  // by device number
    std::span<const AnnotationRows> annotations;
    std::span<const TimeRange> steps;        // in time order
    const InstantIndex* instants = nullptr;  // null: none are drawn
    const SearchHits* hits = nullptr;        // null: nothing is searched for
};

// Whose arrows are drawn: the selected slice's; also those that lead on from there, and lead there
// (flow_chain.h); those of all on its track; all that end in sight.
enum class ArrowScope : std::uint8_t { Selection, Chain, Track, View };

// What the ruler counts from: the trace's begin; a full second or minute of UTC; the begin of the
// step at the left edge. Where a trace does not tell the last two, from its begin.
enum class TimeFormat : std::uint8_t { Relative, Utc, Step };

// What the person did to it.
struct TimelineState {
    SliceId selected;
    SliceId hovered;
    std::optional<TimeRange> selectedRange;  // drag over the tracks
    std::vector<TrackId> selectedTracks;     // that it covers; none: all
    std::optional<Time> cursor;              // where the pointer is
    std::vector<Note> notes;                 // by begin
    std::int32_t currentNote = -1;           // the one that is edited
    ArrowScope arrows = ArrowScope::Selection;
    TimeFormat timeFormat = TimeFormat::Relative;
    std::optional<double> dropY;  // content y where a track that is dragged would go
    bool showOverlays = true;
    bool dimUnrelated = false;  // while a flow is followed: all else at 45 %
    bool onlyHits = false;      // of a search: all other slices are left out
    float pixelRatio = 1;       // device pixels per logical pixel: how fine detail may be
};

struct TimelineInput {
    const SceneModel& model;
    const TrackLayout& layout;
    const Viewport& viewport;
    const TimelineState& state;
};

}  // namespace gaplight
