// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/scene/layout/track_arrangement.h"
#include "core/scene/model/note.h"
#include "core/trace/trace.h"

namespace gaplight {

// A part of a timeline that a bookmark or the last session refers to.
struct SavedPlace {
    TimeRange range;     // between the edges of the tracks
    double scrollY = 0;  // pixels
    friend bool operator==(const SavedPlace&, const SavedPlace&) = default;
};

// A search whose hits are a track.
struct SavedSearch {
    std::string query;  // core/index/search.h
    bool isRegex = false;
    bool argKeys = false;  // slices with a matching key in their args are hits too
    friend bool operator==(const SavedSearch&, const SavedSearch&) = default;
};

// Notes, bookmarks, cursors, last place, track arrangement and searches of one trace. Times are on
// the trace's clock.
struct SavedView {
    static constexpr std::size_t kBookmarks = 9;

    std::vector<Note> notes;                                      // by start
    std::array<std::optional<SavedPlace>, kBookmarks> bookmarks;  // of the keys 1 to 9
    std::optional<SavedPlace> place;                              // shown last
    TrackArrangement tracks;
    std::array<std::optional<Time>, 2> cursors;  // A and B
    std::vector<SavedSearch> searches;           // in the order of their tracks
    friend bool operator==(const SavedView&, const SavedView&) = default;

    bool isEmpty() const { return *this == SavedView{}; }
};

// A SavedView as JSON, version 1: the sidecar file of a trace. Times are ns from the trace's start;
// the slice of a note is identified by name, track and times, since its number may change. Unknown
// members are skipped; a note whose slice does not exist keeps its range. Errors of
// reading: BadArgument (no such JSON, or written by a newer version).
[[nodiscard]] std::string savedViewText(const Trace& trace, const SavedView& view);
[[nodiscard]] Result<SavedView> parseSavedView(const Trace& trace, std::string_view text);

// The slice with these properties, or an invalid id. O(tracks + log slices of the track).
struct SliceTraits {
    std::string name;
    std::string track;  // trackKey()
    TimeRange range;
};
[[nodiscard]] SliceId findSlice(const Trace& trace, const SliceTraits& traits);

}  // namespace gaplight
