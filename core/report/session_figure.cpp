// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/session_figure.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fnmatch.h>

#include "core/report/figure_words.h"
#include "core/report/findings_markdown.h"

namespace gaplight {
namespace {

// Of a finding's occurrence, at each side of it.
constexpr std::int64_t kContextPercent = 60;
constexpr Duration kLeastContext = std::chrono::microseconds(20);

bool isNamed(const std::vector<std::string>& globs, const std::string& name) {
    return std::any_of(globs.begin(), globs.end(), [&](const std::string& glob) {
        return ::fnmatch(glob.c_str(), name.c_str(), FNM_CASEFOLD) == 0;
    });
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
    for (const Overlay& overlay : model.overlays->all()) {
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

Result<TrackLayout> chosenTracks(const SceneModel& model, const FigureRequest& request,
                                 TimeRange range) {
    const TrackLayout all = TrackLayout::build(*model.trace, model.counters);
    const std::vector<std::uint16_t> marked = markedRows(model, range);
    const bool isAnyBusy =
        std::any_of(all.bands().begin(), all.bands().end(), [&](const Band& band) {
            return band.kind == BandKind::Slices && takesPart(model, band.track, range);
        });
    const auto isUsual = [&](const Band& band) {
        return request.tracks.empty() && (!isAnyBusy || takesPart(model, band.track, range));
    };
    std::vector<std::uint16_t> rows;
    bool isAnyNamed = request.tracks.empty();
    for (const Band& band : all.bands()) {
        const bool isWanted = isNamed(request.tracks, band.title) ||
                              isNamed(request.tracks, all.groups()[band.group].title);
        isAnyNamed = isAnyNamed || isWanted;
        if (band.kind == BandKind::Slices && (isWanted || isUsual(band))) {
            const std::uint16_t most = std::max(kUsualRows, marked[band.track.index()]);
            rows.push_back(std::min(most, rowsInRange(model, band.track, range)));
        } else {
            rows.push_back(band.kind == BandKind::Counter && isWanted ? 1 : 0);
        }
    }
    if (!isAnyNamed) {
        std::string known;
        for (std::size_t at = 0; at < std::min<std::size_t>(all.bands().size(), 8); ++at) {
            known += (known.empty() ? "'" : ", '") + all.bands()[at].title + "'";
        }
        return fail(ErrorCode::BadArgument, fmt::format("no track is called '{}'; there are {}{}",
                                                        fmt::join(request.tracks, "' or '"), known,
                                                        all.bands().size() > 8 ? ", ..." : ""));
    }
    TrackLayout chosen = all.reduced(rows);
    if (chosen.bands().empty()) {
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

}  // namespace

Result<TimeRange> figureRange(const Session& session, const FigureRequest& request) {
    const TimeRange whole = session.trace->range();
    const std::vector<Finding>& findings = session.findings.findings;
    if (request.finding && *request.finding >= findings.size()) {
        return fail(ErrorCode::BadArgument,
                    findings.empty() ? "there is no finding in this trace"
                                     : fmt::format("there is no finding {}: expected 1 to {}",
                                                   *request.finding + 1, findings.size()));
    }
    TimeRange range = request.range.value_or(whole);
    const Evidence* place = request.finding ? largestEvidence(findings[*request.finding]) : nullptr;
    if (!request.range && place != nullptr) {
        const Duration context =
            std::max(kLeastContext, place->range.length() * kContextPercent / 100);
        range = {place->range.begin - context, place->range.end + context};
    }
    range = {std::max(range.begin, whole.begin), std::min(range.end, whole.end)};
    if (range.begin >= range.end) {
        return fail(ErrorCode::BadArgument, "there is nothing to draw in this range");
    }
    return range;
}

Result<Figure> sessionFigure(const SceneData& data, const FigureRequest& request,
                             const TextMeasure& measure) {
    const Session& session = data.session();
    const Result<TimeRange> range = figureRange(session, request);
    if (!range) {
        return tl::unexpected<Error>(range.error());
    }
    SceneModel model = data.model();
    const OverlayTable overlays = shownOverlays(data, request);
    model.overlays = &overlays;
    const Result<TrackLayout> layout = chosenTracks(model, request, *range);
    if (!layout) {
        return tl::unexpected<Error>(layout.error());
    }
    TimelineState state;
    state.showOverlays = request.annotate.findings;
    state.pixelRatio = request.pixelRatio;
    if (request.annotate.arrows) {
        state.selected =
            request.selected.isValid() ? request.selected : afterLongestGap(session, *range);
    }
    const FigureWords words = figureWords(session, request, *range, *layout);
    return buildFigure({model, *layout, state, words, *range,
                        std::max(request.width, kNarrowestFigure), request.height},
                       measure);
}

}  // namespace gaplight
