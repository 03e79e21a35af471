// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/figure/figure_contents.h"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/base/glob.h"
#include "core/base/quantity_text.h"
#include "core/base/result.h"

namespace gaplight {
namespace {

bool isNamed(const std::vector<std::string>& globs, const std::string& name) {
    return std::any_of(globs.begin(), globs.end(),
                       [&](const std::string& glob) { return matchesGlob(glob, name); });
}

// Deeper rows than that are shown down to the last mark only: below it lies how things were done.
constexpr std::uint16_t kUsualRows = 14;

// Whether a track takes part in what happens in a range: work begins on it. Python alone does not
// count, which waits in threads that help, nor what the profiler says of itself.
bool takesPart(const SceneModel& model, TrackId id, TimeRange range) {
    const Trace& trace = *model.trace;
    const Track& track = trace.tracks()[id.index()];
    const SliceTable& slices = trace.slices();
    const auto starts = slices.starts().subspan(track.firstSlice.index(), track.sliceCount);
    const auto first = std::lower_bound(starts.begin(), starts.end(), range.begin);
    for (auto at = first; at != starts.end() && *at < range.end; ++at) {
        const SliceKind kind = trace.kind(
            SliceId(track.firstSlice.index() + static_cast<std::size_t>(at - starts.begin())));
        if (kind != SliceKind::PythonFunction && kind != SliceKind::Overhead &&
            kind != SliceKind::TraceSpan) {
            return true;
        }
    }
    return false;
}

// The deepest row with a mark in a range, and one below it, by track.
std::vector<std::uint16_t> markedRows(const SceneModel& model, TimeRange range) {
    std::vector<std::uint16_t> rows(model.trace->tracks().size(), 0);
    const OverlaySpan shown = model.overlays->all();
    for (std::size_t at = 0; at < shown.size(); ++at) {
        const Overlay& overlay = model.overlays->place(shown.id(at));
        if (overlay.track.isValid() && overlay.range.overlaps(range)) {
            std::uint16_t& deepest = rows[overlay.track.index()];
            deepest = std::max<std::uint16_t>(deepest, static_cast<std::uint16_t>(overlay.row + 2));
        }
    }
    return rows;
}

// Rows of a track down to the last that has something in the range.
std::uint16_t rowsInRange(const SceneModel& model, TrackId track, TimeRange range) {
    for (std::uint16_t row = model.trace->tracks()[track.index()].rows; row > 0; --row) {
        const Row slices =
            model.rows->row(*model.trace, track, static_cast<std::uint16_t>(row - 1));
        const std::size_t after = slices.firstFrom(range.end);
        if (after > 0 && slices.end(after - 1) >= range.begin) {
            return row;
        }
    }
    return 0;
}

struct ChosenTracks {
    TrackLayout layout;
    std::size_t leftOut = 0;
};

Result<ChosenTracks> chosenTracks(const SceneModel& model, const FigureRequest& request,
                                  TimeRange range) {
    const TrackLayout all = TrackLayout::build(*model.trace, model.counters);
    const std::vector<std::uint16_t> marked = markedRows(model, range);
    const bool isAnyBusy =
        std::any_of(all.lanes().begin(), all.lanes().end(), [&](const Lane& lane) {
            return lane.kind == LaneKind::Slices && takesPart(model, lane.track, range);
        });
    const auto isUsual = [&](const Lane& lane) {
        return request.tracks.empty() && (!isAnyBusy || takesPart(model, lane.track, range));
    };
    std::vector<std::uint16_t> rows;
    ChosenTracks chosen;
    std::size_t room = kMaxFigureRows;
    const auto addRows = [&](std::size_t wanted) {
        const std::size_t shown = std::min(wanted, room);
        room -= shown;
        chosen.leftOut += wanted > 0 && shown == 0 ? 1 : 0;
        rows.push_back(static_cast<std::uint16_t>(shown));
    };
    bool isAnyNamed = request.tracks.empty();
    for (const Lane& lane : all.lanes()) {
        const bool isWanted = isNamed(request.tracks, lane.title) ||
                              isNamed(request.tracks, all.groups()[lane.group].title);
        isAnyNamed = isAnyNamed || isWanted;
        if (lane.kind == LaneKind::Slices && (isWanted || isUsual(lane))) {
            const std::uint16_t most = request.maxRows > 0
                                           ? request.maxRows
                                           : std::max(kUsualRows, marked[lane.track.index()]);
            addRows(std::min(most, rowsInRange(model, lane.track, range)));
        } else {
            addRows(lane.kind == LaneKind::Counter && isWanted ? 1 : 0);
        }
    }
    if (!isAnyNamed) {
        std::string known;
        for (std::size_t at = 0; at < std::min<std::size_t>(all.lanes().size(), 8); ++at) {
            appendItem(known, "'" + all.lanes()[at].title + "'");
        }
        return fail(ErrorCode::BadArgument, fmt::format("no track is called '{}'; there are {}{}",
                                                        joinedText(request.tracks, "' or '"), known,
                                                        all.lanes().size() > 8 ? ", ..." : ""));
    }
    chosen.layout = all.reduced(rows);
    if (chosen.layout.lanes().empty()) {
        return fail(ErrorCode::BadArgument, "none of the tracks has anything in this range");
    }
    return chosen;
}

OverlayTable shownOverlays(const SceneData& data, const FigureRequest& request) {
    OverlayFilter filter;
    filter.rules = 0;
    for (const OverlayRule& rule : data.rules()) {
        filter.rules |= rule.startsShown ? std::uint64_t{1} << rule.number : 0;
    }
    filter.finding = request.finding ? static_cast<std::int32_t>(*request.finding) : -1;
    return data.model().overlays->filtered(filter);
}

// The kernel that ends the longest gap in a range: its arrow shows who was late.
SliceId afterLongestGap(const Session& session, TimeRange range) {
    const Gap* longest = nullptr;
    for (const DeviceAnalysis& device : session.analysis.devices) {
        for (const Gap& gap : device.gaps) {
            const bool ends = range.contains(gap.range().end);
            if (ends && (longest == nullptr || gap.length() > longest->length())) {
                longest = &gap;
            }
        }
    }
    return longest == nullptr ? SliceId{} : longest->activity;
}

// Flags without words: callouts have these.
std::vector<Note> withoutTexts(std::vector<Note> notes) {
    for (Note& note : notes) {
        note.text.clear();
    }
    return notes;
}

}  // namespace

std::string FigureContents::leftOutText() const {
    return tracksLeftOut == 0 ? std::string()
                              : fmt::format("{} not shown: a figure has at most {}.",
                                            countText(tracksLeftOut, "track is", "tracks are"),
                                            countText(kMaxFigureRows, "row", "rows"));
}

Result<FigureContents> figureContents(const SceneData& data, const FigureRequest& request,
                                      TimeRange range) {
    FigureContents view;
    view.overlays = shownOverlays(data, request);
    ChosenTracks tracks = TRY(chosenTracks(view.modelOf(data), request, range));
    view.layout = std::move(tracks.layout);
    view.tracksLeftOut = tracks.leftOut;
    view.state.showOverlays = request.annotate.findings;
    view.state.pixelRatio = request.pixelRatio;
    if (request.annotate.arrows) {
        view.state.selected =
            request.selected.isValid() ? request.selected : afterLongestGap(data.session(), range);
    }
    if (request.annotate.notes) {
        view.state.notes = withoutTexts(request.notes);
    }
    return view;
}

}  // namespace gaplight
