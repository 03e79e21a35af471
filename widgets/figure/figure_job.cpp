// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/figure/figure_job.h"

#include "core/report/svg_figure.h"
#include "widgets/raster/figure_file.h"
#include "widgets/text/qt_text_measure.h"

namespace gaplight::ui {

Result<QByteArray> figureBytes(const FigureJob& job) {
    if (job.format == FigureFormat::Svg) {
        return svgFigure(*job.data, job.request, job.theme).map([](const std::string& text) {
            return QByteArray::fromStdString(text);
        });
    }
    const TextFaces faces;
    const Result<Figure> figure = sessionFigure(*job.data, job.request, QtTextMeasure(faces));
    if (!figure) {
        return tl::unexpected<Error>(figure.error());
    }
    const Session& session = job.data->session();
    const FigureMetadata metadata{job.request.title.value_or(session.trace->facts().path),
                                  figureProvenance(session, job.request.command)};
    return job.format == FigureFormat::Pdf
               ? figurePdf(figure->list, job.theme, faces, job.scale, metadata)
               : figurePng(figure->list, job.theme, faces, job.scale, metadata);
}

Result<QImage> figurePicture(const FigureJob& job) {
    const TextFaces faces;
    return sessionFigure(*job.data, job.request, QtTextMeasure(faces))
        .and_then([&](const Figure& figure) {
            return figureImage(figure.list, job.theme, faces, job.scale);
        });
}

}  // namespace gaplight::ui
