// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/figures/figures.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>
#include <vector>

#include "app/process/message_line.h"
#include "core/analysis/slices/slice_text.h"
#include "core/base/result.h"
#include "core/detectors/engine/rules.h"
#include "core/io/config_directory.h"
#include "core/report/figure/report_figures.h"
#include "core/session/efficiency_of.h"
#include "core/session/place_text.h"
#include "core/session/session_replay.h"
#include "core/session/sidecar_file.h"

namespace gaplight::ui {
namespace {

// The rank of a finding given by number or by rule.
Result<std::size_t> findingRank(const std::string& word, const FindingSet& set) {
    std::size_t number = 0;
    const char* end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, number);
    if (error == std::errc{} && stop == end && number > 0) {
        return number - 1;  // sessionFigure reports a rank that does not exist
    }
    if (findRule(word, set.ownRules.get()) == nullptr) {
        return fail(ErrorCode::BadArgument, "--finding '" + word +
                                                "' is neither a number from 1 on nor a rule; "
                                                "'gaplight rules' lists them");
    }
    const auto found = std::find_if(set.findings.begin(), set.findings.end(),
                                    [&](const Finding& one) { return one.rule == word; });
    if (found == set.findings.end()) {
        return fail(ErrorCode::BadArgument,
                    "--finding " + word + ": the rule found nothing in this trace");
    }
    return static_cast<std::size_t>(found - set.findings.begin());
}

Result<TimeRange> rangeIn(const std::string& text, const Session& session) {
    Result<TimeRange> range = rangeFromText(text, *session.trace, session.analysis);
    if (!range) {
        return fail(ErrorCode::BadArgument, "--" + range.error().message);
    }
    return range;
}

// "RANGE", or of two traces "RANGE=RANGE". Names of annotations may hold the sign.
Result<void> takeRange(const ExportRequest& request, const ExportedTraces& traces,
                       CompareFigureRequest& figure) {
    if (request.range.empty()) {
        return {};
    }
    const Result<TimeRange> range = rangeIn(request.range, *traces.session);
    const std::size_t equals = request.range.find('=');
    if (range || traces.other == nullptr || equals == std::string::npos) {
        return range.map([&](TimeRange found) { figure.figure.range = found; });
    }
    return rangeIn(request.range.substr(0, equals), *traces.session).and_then([&](TimeRange a) {
        figure.figure.range = a;
        return rangeIn(request.range.substr(equals + 1), traces.other->session())
            .map([&](TimeRange b) { figure.otherRange = b; });
    });
}

Result<std::vector<Note>> notesOf(const Session& session) {
    SidecarFile file(session.trace->facts().path, dataDirectory());
    Result<SavedView> view = file.read(*session.trace);
    if (view && !file.notice().empty()) {
        printLine(file.notice());
    }
    return view.map([](const SavedView& saved) { return saved.notes; });
}

Result<void> takeNotes(const ExportedTraces& traces, CompareFigureRequest& figure) {
    if (!figure.figure.annotate.notes) {
        return {};
    }
    std::vector<Note> notes = TRY(notesOf(*traces.session));
    figure.figure.notes = std::move(notes);
    if (traces.other == nullptr) {
        return {};
    }
    return notesOf(traces.other->session()).map([&](const std::vector<Note>& others) {
        figure.otherNotes = others;
    });
}

Result<void> takeReplay(const ExportRequest& request, const ExportedTraces& traces,
                        FigureRequest& figure) {
    if (request.whatIf.empty() && !request.criticalPath) {
        return {};
    }
    const WhatIfRun run = SessionReplay(traces.session).run(request.whatIf);
    if (run.error) {
        return fail(ErrorCode::BadArgument, "--what-if " + run.error->message);
    }
    figure.replay = std::make_shared<const ReplayIntervals>(
        replayIntervals(*traces.session->trace, run, !request.whatIf.empty() && !request.noOutlines,
                        request.criticalPath));
    return {};
}

// The command below a figure; nothing where it shows no provenance.
std::optional<std::string> commandShown(const ExportRequest& request) {
    return request.figure.withProvenance ? std::optional(request.figure.command) : std::nullopt;
}

Result<FigurePlan> rooflinePlan(const ExportRequest& request,
                                std::shared_ptr<const Session> session) {
    if (!request.otherPath.empty()) {
        return fail(ErrorCode::BadArgument, "--roofline is of one trace");
    }
    if (!request.range.empty()) {
        const Result<TimeRange> range =
            rangeFromText(request.range, *session->trace, session->analysis);
        if (!range) {
            return fail(ErrorCode::BadArgument, "--" + range.error().message);
        }
        std::shared_ptr<const Session> part =
            TRY(reassess(*session, {session->settings, *range, {}}));
        session = std::move(part);
    }
    auto kernels = std::make_shared<const SessionEfficiency>(efficiencyOf(*session));
    RooflineFigureSize size;
    size.width = request.figure.width > 0 ? request.figure.width : size.width;
    size.height = request.figure.height > 0 ? request.figure.height : size.height;
    return rooflineFigurePlan(std::move(session), std::move(kernels), std::nullopt, size,
                              request.figure.title.value_or(""), commandShown(request));
}

}  // namespace

Result<FigurePlan> exportPlan(const ExportRequest& request, const ExportedTraces& traces) {
    if (request.roofline) {
        return rooflinePlan(request, traces.session);
    }
    CompareFigureRequest figure;
    figure.figure = request.figure;
    figure.ownScales = request.ownScales;
    TRY(takeRange(request, traces, figure));
    if (!request.finding.empty()) {
        const std::size_t rank = TRY(findingRank(request.finding, traces.session->findings));
        figure.figure.finding = rank;
    }
    if (!request.selected.empty()) {
        const Result<SliceId> slice = sliceFromText(request.selected, *traces.session->trace);
        if (!slice) {
            return fail(ErrorCode::BadArgument, "--select " + slice.error().message);
        }
        figure.figure.selected = *slice;
    }
    TRY(takeNotes(traces, figure).and_then([&] {
        return takeReplay(request, traces, figure.figure);
    }));
    return traces.other == nullptr
               ? figurePlan(*traces.data, std::move(figure.figure))
               : figurePlan(ComparedScenes{*traces.data, *traces.other, *traces.comparison},
                            std::move(figure));
}

}  // namespace gaplight::ui
