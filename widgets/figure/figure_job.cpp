// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/figure/figure_job.h"

#include "widgets/render/figure_file.h"
#include "widgets/render/qt_text_measure.h"

namespace gaplight::ui {

Result<QByteArray> figureBytes(const FigureJob& job) {
    if (job.format == FigureFormat::Svg) {
        return figureSvg(job.plan, job.theme).map([](const std::string& text) {
            return QByteArray::fromStdString(text);
        });
    }
    const TextFaces faces;
    const FigureMetadata metadata{job.plan.title, {job.plan.source, job.plan.command}};
    return job.plan.build(QtTextMeasure(faces)).and_then([&](const Figure& figure) {
        return job.format == FigureFormat::Pdf
                   ? figurePdf(figure.list, job.theme, faces, job.scale, metadata)
                   : figurePng(figure.list, job.theme, faces, job.scale, metadata);
    });
}

Result<QImage> drawFigureImage(const FigureJob& job) {
    const TextFaces faces;
    return job.plan.build(QtTextMeasure(faces)).and_then([&](const Figure& figure) {
        return figureImage(figure.list, job.theme, faces, job.scale);
    });
}

}  // namespace gaplight::ui
