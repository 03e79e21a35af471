// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/export_command.h"

#include <string>

#include "app/exit_code.h"
#include "app/export_plan.h"
#include "app/figure_painting.h"
#include "app/interrupt_watch.h"
#include "app/memory_command.h"
#include "app/memory_loading.h"
#include "app/trace_loading.h"
#include "core/io/output_file.h"
#include "core/scene/display/theme_files.h"
#include "core/session/comparison_of.h"

namespace gaplight::ui {
namespace {

Result<std::string> figureFileOf(const ExportRequest& request, const ExportedTraces& traces) {
    const Result<FigurePlan> plan = exportPlan(request, traces);
    if (!plan) {
        return tl::unexpected<Error>(plan.error());
    }
    const Result<Theme> theme = builtInTheme(request.dark);
    if (!theme) {
        return tl::unexpected<Error>(theme.error());
    }
    if (request.format == FigureFormat::Svg) {
        return figureSvg(*plan, *theme);
    }
#ifdef GAPLIGHT_HAS_WINDOW
    return paintedFigure(*plan, *theme, request.format, request.scale);
#else
    return fail(ErrorCode::BadArgument, "this build can write .svg only: it has no window");
#endif
}

Result<std::shared_ptr<const Session>> load(const std::string& path, const ExportRequest& request) {
    const Result<TraceSettings> settings = settingsWith(path, request.reading);
    if (!settings) {
        return fail(ErrorCode::BadArgument, settings.error().message);
    }
    const InterruptWatch interrupts;
    return loadTrace(path, settings->settings, request.reading, interrupts.token());
}

}  // namespace

int runExport(const ExportRequest& request) {
    if (isSnapshotFile(request.tracePath)) {
        return exportSnapshot(request);
    }
    ExportedTraces traces;
    const Result<std::shared_ptr<const Session>> session = load(request.tracePath, request);
    if (!session) {
        return failWith(exitCodeOf(session.error()), session.error().message);
    }
    traces.session = *session;
    traces.data = SceneData::build(*session);
    if (!request.otherPath.empty()) {
        const Result<std::shared_ptr<const Session>> other = load(request.otherPath, request);
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
    const Result<std::string> file = figureFileOf(request, traces);
    if (!file) {
        return failWith(exitCodeOf(file.error()), file.error().message);
    }
    const Result<void> written = writeOutputFile(request.outPath, *file);
    return written ? kExitFine : failWith(exitCodeOf(written.error()), written.error().message);
}

}  // namespace gaplight::ui
