// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/export_command.h"

#include <algorithm>
#include <charconv>

#include "app/exit_code.h"
#include "app/figure_painting.h"
#include "app/interrupt_watch.h"
#include "app/trace_loading.h"
#include "core/detectors/rules.h"
#include "core/io/output_file.h"
#include "core/report/svg_figure.h"
#include "core/scene/theme_files.h"
#include "core/session/range_text.h"

namespace gaplight::ui {
namespace {

// The rank of a finding that is told by number or by its rule.
Result<std::size_t> findingRank(const std::string& word, const FindingSet& set) {
    std::size_t number = 0;
    const char* end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, number);
    if (error == std::errc{} && stop == end && number > 0) {
        return number - 1;  // sessionFigure tells if there is none
    }
    if (findDetector(word) == nullptr) {
        return fail(ErrorCode::BadArgument, "--finding '" + word +
                                                "' is neither a number from 1 on nor a rule; "
                                                "'gaplight detectors' lists them");
    }
    const auto found = std::find_if(set.findings.begin(), set.findings.end(),
                                    [&](const Finding& one) { return one.detector == word; });
    if (found == set.findings.end()) {
        return fail(ErrorCode::BadArgument,
                    "--finding " + word + ": the rule found nothing in this trace");
    }
    return static_cast<std::size_t>(found - set.findings.begin());
}

// The part of the request that only the trace can answer.
Result<FigureRequest> completed(const ExportRequest& request, const Session& session) {
    FigureRequest figure = request.figure;
    if (!request.range.empty()) {
        const Result<TimeRange> range =
            rangeFromText(request.range, *session.trace, session.analysis);
        if (!range) {
            return fail(ErrorCode::BadArgument, "--" + range.error().message);
        }
        figure.range = *range;
    }
    if (!request.finding.empty()) {
        const Result<std::size_t> rank = findingRank(request.finding, session.findings);
        if (!rank) {
            return tl::unexpected<Error>(rank.error());
        }
        figure.finding = *rank;
    }
    return figure;
}

Result<std::string> pictureOf(const ExportRequest& request, const SceneData& data) {
    const Result<FigureRequest> figure = completed(request, data.session());
    if (!figure) {
        return tl::unexpected<Error>(figure.error());
    }
    const Result<Theme> theme = builtInTheme(request.dark);
    if (!theme) {
        return tl::unexpected<Error>(theme.error());
    }
    if (request.format == FigureFormat::Svg) {
        return svgFigure(data, *figure, *theme);
    }
#ifdef GAPLIGHT_HAS_WINDOW
    return paintedFigure(data, *figure, *theme, request.format, request.scale);
#else
    return fail(ErrorCode::BadArgument, "this build can write .svg only: it has no window");
#endif
}

}  // namespace

int runExport(const ExportRequest& request) {
    const Result<Settings> settings = settingsWith(request.tracePath, request.settings);
    if (!settings) {
        return failWith(kExitUsage, settings.error().message);
    }
    const InterruptWatch interrupts;
    const Result<std::shared_ptr<const Session>> session =
        loadTrace(request.tracePath, *settings, request.quiet, interrupts.token());
    if (!session) {
        return failWith(exitCodeOf(session.error()), session.error().message);
    }
    const auto data = SceneData::build(*session);
    const Result<std::string> picture = pictureOf(request, *data);
    if (!picture) {
        return failWith(exitCodeOf(picture.error()), picture.error().message);
    }
    const Result<void> written = writeOutputFile(request.outPath, *picture);
    return written ? kExitFine : failWith(kExitUsage, written.error().message);
}

}  // namespace gaplight::ui
