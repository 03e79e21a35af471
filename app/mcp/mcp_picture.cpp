// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/mcp_picture.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "app/figures/export_plan.h"
#include "app/figures/figure_painting.h"
#include "app/mcp/mcp_arguments.h"
#include "core/report/figure/session_figure.h"
#include "core/scene/display/theme_files.h"

namespace gaplight::ui {

Result<std::string> paintedPicture(std::shared_ptr<const Session> session,
                                   const McpJson& arguments) {
#ifdef GAPLIGHT_HAS_WINDOW
    constexpr std::int64_t kMinWidth = 400;
    constexpr std::int64_t kWidth = 1'100;
    constexpr std::int64_t kMaxWidth = 2'400;
    ExportRequest request;
    request.range = textArgument(arguments, "range");
    request.finding = textArgument(arguments, "finding");
    request.figure.width = static_cast<float>(
        std::max(kMinWidth, numberArgument(arguments, "width", kWidth, kMaxWidth)));
    const ExportedTraces traces{session, SceneData::build(session), nullptr, std::nullopt};
    const Result<FigurePlan> plan = exportPlan(request, traces);
    const Result<Theme> theme = builtInTheme(false);
    if (!plan || !theme) {
        return tl::unexpected<Error>(plan ? theme.error() : plan.error());
    }
    return paintedFigure(*plan, *theme, FigureFormat::Png, 1);
#else
    (void)session;
    (void)arguments;
    return fail(ErrorCode::BadArgument, "this build paints no images: it has no window");
#endif
}

}  // namespace gaplight::ui
