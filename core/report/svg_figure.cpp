// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/svg_figure.h"

#include "core/report/svg_player.h"
#include "core/scene/inter_text_measure.h"

namespace gaplight {

Result<std::string> svgFigure(const SceneData& data, const FigureRequest& request,
                              const Theme& theme) {
    const Result<Figure> figure = sessionFigure(data, request, InterTextMeasure());
    if (!figure) {
        return tl::unexpected<Error>(figure.error());
    }
    SvgOptions options;
    options.title = request.title.value_or("");
    for (const std::string& line : figureProvenance(data.session(), request.command)) {
        options.description += (options.description.empty() ? "" : "\n") + line;
    }
    return svgText(*figure, theme, options);
}

}  // namespace gaplight
