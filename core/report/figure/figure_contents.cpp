// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/figure/figure_contents.h"

#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "core/base/printable_text.h"
#include "core/base/quantity_text.h"
#include "core/base/result.h"
#include "core/base/share.h"
#include "core/base/text_pattern.h"
#include "core/detectors/engine/finding_groups.h"
#include "core/report/facts/gpu_time_shares.h"
#include "core/report/facts/report_sections.h"
#include "core/report/facts/report_subject.h"
#include "core/report/figure/figure_plan.h"
#include "core/report/text/escaped_text.h"
#include "core/session/session_overlays.h"

namespace gaplight {
namespace {

// Whether a list of the models does not say which GPU is which.
bool hasSeveralModels(const Session& session) {
    const auto& devices = session.analysis.devices;
    return std::any_of(devices.begin(), devices.end(), [&](const DeviceAnalysis& device) {
        return device.properties != nullptr && devices.front().properties != nullptr &&
               device.properties->name != devices.front().properties->name;
    });
}

// How a GPU spends the part of its window inside a range; without shares if there is none.
FigureBar barOf(const Session& session, const DeviceAnalysis& device, TimeRange range) {
    FigureBar bar;
    bar.title = printable(hasSeveralModels(session) ? deviceTitle(*session.trace, device)
                                                    : session.trace->gpuLabel(device.totals.gpu));
    const ReportSubject subject{*session.trace, session.analysis, session.findings, {}};
    for (const GpuTimeShare& share : gpuTimeShares(subject, {device.totals.gpu, range})) {
        bar.shares.push_back({fmt::format("{} {} ({})", share.label, percentText(share.share),
                                          durationText(share.time)),
                              share.share, share.color,
                              share.idleClass || share.color == ColorRef(Role::IdleRank)});
    }
    return bar;
}

// Finds the place of a finding that a callout points at.
class CalloutFinder {
public:
    CalloutFinder(const Session& session, TimeRange range, const TrackLayout& layout)
        : m_session(session), m_range(range), m_layout(layout) {}

    // The occurrence in the range that shows most; gaps before all else. Null if there is none.
    const Evidence* best(const Finding& finding) const {
        const Evidence* found = nullptr;
        for (const Evidence& evidence : finding.evidence) {
            if (evidence.range.overlaps(m_range) && isShown(evidence) &&
                (found == nullptr || sizeOf(evidence) > sizeOf(*found))) {
                found = &evidence;
            }
        }
        return found;
    }
    // "12 of 27 occurrences", "27 occurrences" of those in the range; empty for at most one.
    std::string occurrences(const Finding& finding) const {
        const std::vector<std::size_t> places = findingPlaces(finding);
        const auto shown = static_cast<std::size_t>(
            std::count_if(places.begin(), places.end(), [&](std::size_t place) {
                const Evidence& evidence = finding.evidence[place];
                return evidence.range.overlaps(m_range) && isShown(evidence);
            }));
        const std::string all = countText(places.size(), "occurrence", "occurrences");
        return places.size() < 2 || shown == 0 ? std::string()
               : shown == places.size()        ? all
                                               : countText(shown) + " of " + all;
    }
    FigureCallout calloutAt(const Evidence& evidence) const {
        FigureCallout callout;
        callout.range = evidence.range;
        if (evidence.shape == EvidenceShape::Gap) {
            callout.gpu = evidence.gpu;
            return callout;
        }
        const Trace& trace = *m_session.trace;
        callout.track = evidence.slice.isValid() ? trace.trackOf(evidence.slice) : evidence.track;
        const SliceId slice = evidence.slice.isValid()
                                  ? evidence.slice
                                  : sliceOfInterval(trace, evidence.track, evidence.range);
        callout.row = slice.isValid() ? trace.slices().row(slice) : std::uint16_t{0};
        return callout;
    }

private:
    bool isShown(const Evidence& evidence) const {
        if (evidence.shape == EvidenceShape::Gap) {
            return std::any_of(m_layout.groups().begin(), m_layout.groups().end(),
                               [&](const Group& group) { return group.gpu == evidence.gpu; });
        }
        const TrackId track =
            evidence.slice.isValid() ? m_session.trace->trackOf(evidence.slice) : evidence.track;
        return m_layout.laneOf(track) < m_layout.lanes().size();
    }
    std::tuple<bool, Duration> sizeOf(const Evidence& evidence) const {
        return {evidence.shape == EvidenceShape::Gap,
                std::min(evidence.range.end, m_range.end) -
                    std::max(evidence.range.begin, m_range.begin)};
    }

    const Session& m_session;
    TimeRange m_range;
    const TrackLayout& m_layout;
};

std::string detailOf(const Finding& finding, const std::string& occurrences) {
    std::string detail = finding.where.python.empty() ? finding.where.op : finding.where.python;
    if (!occurrences.empty()) {
        appendItem(detail, occurrences, " · ");
    }
    return printable(detail);
}

// Whether a finding saves less than 0.1 % of the window and is a note, too little for a callout.
bool isSmallNote(const Session& session, const Finding& finding) {
    constexpr std::int64_t kSmallPpm = 1'000;
    return finding.severity == Severity::Info && finding.cost.saving &&
           !reachesPpm(*finding.cost.saving, session.findings.replay.pricedWindow, kSmallPpm);
}

void addFindings(const Session& session, const FigureRequest& request, const CalloutFinder& places,
                 const CalloutLimits& limits, std::vector<FigureCallout>& callouts) {
    const std::vector<Finding>& findings = session.findings.findings;
    for (std::size_t rank = 0; rank < findings.size() && callouts.size() < limits.maxCount;
         ++rank) {
        const bool isWanted = request.finding ? *request.finding == rank
                                              : findings[rank].severity <= limits.minSeverity &&
                                                    !isSmallNote(session, findings[rank]);
        const Evidence* evidence = isWanted ? places.best(findings[rank]) : nullptr;
        if (evidence != nullptr) {
            FigureCallout callout = places.calloutAt(*evidence);
            // The title of a figure of one finding is that finding's title.
            const bool isInTitle = request.finding && request.title.value_or("").empty();
            callout.text = printable(plainProse(isInTitle ? evidenceLabel(findings[rank], *evidence)
                                                          : titleWithSaving(findings[rank])));
            callout.detail = detailOf(findings[rank], places.occurrences(findings[rank]));
            callouts.push_back(std::move(callout));
        }
    }
}

// At a slice where it is shown, else at the note's begin on the ruler. Notes without a text are
// left out.
void addNotes(const Session& session, const std::vector<Note>& notes, TimeRange range,
              const TrackLayout& layout, std::vector<FigureCallout>& callouts) {
    for (const Note& note : notes) {
        const bool isInView = note.range.begin < range.end && note.range.end >= range.begin;
        if (!isInView || note.text.empty()) {
            continue;
        }
        FigureCallout callout;
        callout.text = printable(note.text);
        callout.range = {std::max(note.range.begin, range.begin), {}};
        callout.range.end = callout.range.begin;
        if (note.slice.isValid()) {
            const TrackId track = session.trace->trackOf(note.slice);
            if (layout.laneOf(track) < layout.lanes().size()) {
                callout.track = track;
                callout.row = session.trace->slices().row(note.slice);
                callout.range = note.range;
            }
        }
        callouts.push_back(std::move(callout));
    }
}

FigureAnswer answerOf(const ChecklistItem& item) {
    const FigureStatus status = item.status == ChecklistStatus::Healthy     ? FigureStatus::Good
                                : item.status == ChecklistStatus::Unhealthy ? FigureStatus::Bad
                                                                            : FigureStatus::Unknown;
    return {std::string(checklistText(item.question)), printable(item.value), status};
}

}  // namespace

std::vector<FigureCallout> figureCallouts(const Session& session, const FigureRequest& request,
                                          TimeRange range, const TrackLayout& layout,
                                          const CalloutLimits& limits) {
    std::vector<FigureCallout> callouts;
    if (request.annotate.findings) {
        addFindings(session, request, CalloutFinder(session, range, layout), limits, callouts);
    }
    if (request.annotate.notes) {
        addNotes(session, request.notes, range, layout, callouts);
    }
    return callouts;
}

std::vector<FigureBar> figureBars(const Session& session, TimeRange range) {
    std::vector<FigureBar> bars;
    for (const DeviceAnalysis& device : session.analysis.devices) {
        if (device.totals.window.overlaps(range) && !device.graphsUnderRecorded) {
            bars.push_back(barOf(session, device, range));
        }
    }
    return bars;
}

std::vector<FigureAnswer> figureAnswers(const Session& session) {
    std::vector<FigureAnswer> answers;
    for (const ChecklistItem& item : session.findings.checklist) {
        answers.push_back(answerOf(item));
    }
    return answers;
}

FigureTexts figureTexts(const Session& session, const FigureRequest& request, TimeRange range) {
    FigureTexts texts;
    const std::vector<Finding>& findings = session.findings.findings;
    texts.title = request.title ? *request.title
                  : request.finding
                      ? printable(plainProse(titleWithSaving(findings[*request.finding])))
                      : figureFileName(session);
    texts.subtitle = figureGpus(session);
    appendItem(texts.subtitle, figureRangeText(session, range), " · ");
    texts.caption = request.caption;
    if (request.withProvenance) {
        texts.provenance = figureProvenance(session, request.command);
    }
    if (request.annotate.idle) {
        texts.bars = figureBars(session, range);
    }
    if (request.annotate.checklist) {
        texts.checklist = figureAnswers(session);
    }
    return texts;
}

namespace {

bool isNamed(const std::vector<std::string>& globs, const std::string& name) {
    return std::any_of(globs.begin(), globs.end(),
                       [&](const std::string& glob) { return matchesGlob(glob, name); });
}

// Deeper rows than that are shown down to the last mark only: below it is how things were done.
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
