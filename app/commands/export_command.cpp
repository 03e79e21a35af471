// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/commands/commands.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/commands/page_style.h"
#include "app/figures/figures.h"
#include "app/loading/loading.h"
#include "app/process/interrupt_watch.h"
#include "app/process/message_line.h"
#include "core/base/result.h"
#include "core/report/figure/memory_figure.h"
#include "core/report/ranks/rank_figures.h"
#include "core/scene/display/theme.h"
#include "core/session/comparison_of.h"

namespace gaplight::ui {
namespace {

Result<std::string> figureFileOf(const ExportRequest& request, const FigurePlan& plan) {
    const Theme theme = TRY(builtInTheme(request.dark));
    if (request.format == FigureFormat::Svg) {
        return figureSvg(plan, theme);
    }
#ifdef GAPLIGHT_HAS_WINDOW
    return paintedFigure(plan, theme, request.format, request.scale);
#else
    return fail(ErrorCode::BadArgument, "this build can write .svg only: it has no window");
#endif
}

DocumentUse useOf(const ExportRequest& request) {
    return request.otherPath.empty() ? DocumentUse::Export : DocumentUse::SideBySide;
}

// Appends the path where a pack of the trace is worth keeping.
Result<std::shared_ptr<const Session>> load(const std::string& path, const ExportRequest& request,
                                            std::vector<std::string>& toKeep) {
    const InterruptWatch interrupts;
    const NamedTrace trace =
        TRY(loadTrace(useOf(request), path, request.reading, interrupts.token()));
    if (trace.isToKeep) {
        toKeep.push_back(path);
    }
    return trace.session;
}

int writeFigure(const ExportRequest& request, const Result<FigurePlan>& plan) {
    return writeReport(
        plan.and_then([&](const FigurePlan& made) { return figureFileOf(request, made); }),
        request.outPath);
}

// One collective across the ranks of a run.
Result<FigurePlan> ranksPlan(const ExportRequest& request,
                             const std::shared_ptr<const RankSet>& set) {
    const std::optional<std::size_t> worth = collectiveToShow(set->analysis);
    if (!worth) {
        return fail(ErrorCode::BadArgument, "no communication of two ranks could be matched");
    }
    const Result<std::size_t> shown = request.collective.empty()
                                          ? Result<std::size_t>(*worth)
                                          : collectiveFromText(*set, request.collective);
    if (!shown) {
        return fail(ErrorCode::BadArgument, "--collective: " + shown.error().message);
    }
    CollectiveFigureRequest figure;
    figure.width = request.figure.width > 0 ? request.figure.width : figure.width;
    figure.height = request.figure.height;
    figure.title = request.figure.title;
    figure.caption = request.figure.caption;
    figure.command = request.figure.command;
    return collectiveFigurePlan(set, *shown, std::move(figure));
}

// Allocated memory over time. Its thresholds do not matter.
int exportSnapshot(const ExportRequest& request) {
    TraceReading reading = request.reading;
    reading.ignoresSettingsFiles = true;
    const auto loaded = loadSnapshot(request.tracePath, reading, request.range);
    if (!loaded) {
        return failWith(exitCodeOf(loaded.error()), loaded.error().message);
    }
    const MemorySubject subject{(*loaded)->snapshot(), (*loaded)->assessment(), {}, {}};
    MemoryFigureSize size;
    size.width = request.figure.width > 0 ? request.figure.width : size.width;
    size.height = request.figure.height > 0 ? request.figure.height : size.height;
    std::optional<std::string> command;
    if (request.figure.withProvenance) {
        command = request.figure.command;
    }
    return writeFigure(request, memoryFigurePlan(subject, size, request.figure.title.value_or(""),
                                                 {}, std::move(command)));
}

int exportRanks(const ExportRequest& request) {
    CachedOpening opening(request.reading);
    const Result<LoadedRanks> ranks = loadRanks(request.rankPaths, request.reading, opening);
    opening.keepOthers();
    return ranks ? writeFigure(request, ranksPlan(request, ranks->set))
                 : failWith(exitCodeOf(ranks.error()), ranks.error().message);
}

}  // namespace

int runExport(const ExportRequest& request) {
    if (!request.rankPaths.empty()) {
        return exportRanks(request);
    }
    if (request.otherPath.empty() && documentKindOf(request.tracePath) == DocumentKind::Snapshot) {
        return exportSnapshot(request);
    }
    ExportedTraces traces;
    std::vector<std::string> toKeep;
    const Result<std::shared_ptr<const Session>> session = load(request.tracePath, request, toKeep);
    if (!session) {
        return failWith(exitCodeOf(session.error()), session.error().message);
    }
    traces.session = *session;
    traces.data = SceneData::build(*session);
    if (!request.otherPath.empty()) {
        const Result<std::shared_ptr<const Session>> other =
            load(request.otherPath, request, toKeep);
        if (!other) {
            return failWith(exitCodeOf(other.error()), other.error().message);
        }
        traces.other = SceneData::build(*other);
        CompareOptions options;
        for (const PinArgs& pin : request.pins) {
            if (const auto added = addPin(**session, **other, pin.a, pin.b, options.pins); !added) {
                return failWith(kExitUsage, "--pin " + added.error().message);
            }
        }
        traces.comparison = compareSessions(**session, **other, options);
    }
    const int exitCode = writeFigure(request, exportPlan(request, traces));
    keepInBackground(toKeep);
    return exitCode;
}

}  // namespace gaplight::ui
