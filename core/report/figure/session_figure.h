// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/scene/figure/figure_scene.h"
#include "core/scene/model/note.h"
#include "core/scene/timeline/replay_scene.h"
#include "core/session/scene_data.h"

namespace gaplight {

enum class FigureFormat : std::uint8_t { Png, Svg, Pdf };

// Annotations of a figure.
struct FigureAnnotations {
    bool findings = true;  // marks on the timeline, and numbered callouts
    bool idle = true;      // how each GPU spent the time
    bool checklist = false;
    bool arrows = false;  // of `selected`
    bool notes = false;
};

struct FigureRequest {
    std::optional<TimeRange> range;      // empty: around `finding`, else the whole trace
    std::optional<std::size_t> finding;  // rank from 0 of the only finding shown; empty: all
    // Names of tracks, processes or GPUs with * and ?, in any case; empty: all tracks on which work
    // begins in the range (not Python alone, which waits in threads that help). Counters are shown
    // only where a name fits.
    std::vector<std::string> tracks;
    std::uint16_t maxRows = 0;  // of a track; 0: as in the window, and down to the last callout
    float width = 1100;         // logical pixels
    float height = 0;           // 0: as high as needed
    float pixelRatio = 1;
    FigureAnnotations annotate;
    std::optional<std::string> title;  // empty: generated from the contents
    std::string caption;
    bool withProvenance = true;
    std::string command;      // makes the figure again; empty: not shown
    SliceId selected;         // whose arrows are drawn; invalid: of the longest gap in view
    std::vector<Note> notes;  // by start; marks and numbered callouts
    std::shared_ptr<const ReplayIntervals> replay;  // result of a replay; null: none
};

// A figure of a part of a trace. Pure; O(pixels of its tracks + overlays + gaps).
// Errors: BadArgument (no such finding, no track of that name, nothing in the range, too small).
[[nodiscard]] Result<Figure> sessionFigure(const SceneData& data, const FigureRequest& request,
                                           const TextMeasure& measure);

// The range that a request shows. Errors: BadArgument (no such finding, an empty trace).
[[nodiscard]] Result<TimeRange> figureRange(const Session& session, const FigureRequest& request);

}  // namespace gaplight
