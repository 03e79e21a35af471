// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/render/figure_file.h"

#include <cmath>

#include <QBuffer>
#include <QImageWriter>
#include <QPainter>
#include <QPdfWriter>

#include "core/report/text/tool_version.h"
#include "core/report/trace/report.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/render/painter_player.h"
#include "widgets/render/qt_text_measure.h"

namespace gaplight::ui {

QImage drawOverviewImage(const SceneModel& model, const Theme& theme, QSize size) {
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    const TimeRange all = model.trace->range();
    Viewport view;
    view.namesWidth = 0;
    view.width = static_cast<float>(size.width());
    view.begin = all.begin;
    view.nsPerPixel = static_cast<double>(ns(all.length())) / size.width();
    const TimelineState state;
    const TextFaces faces;
    const QtTextMeasure measure(faces);
    DisplayList list;
    buildOverview(
        {model, view, state, static_cast<float>(size.width()), static_cast<float>(size.height())},
        measure, list);
    QPainter painter(&image);
    paintDisplayList(list, theme, faces, painter);
    return image;
}

namespace {

constexpr double kPixelsPerInch = 96;
constexpr double kPointsPerInch = 72;
constexpr double kMetersPerInch = 0.0254;

Error tooLarge(double width, double height) {
    return {ErrorCode::BadArgument,
            "an image of " + std::to_string(std::llround(width)) + "x" +
                std::to_string(std::llround(height)) +
                " pixels is too large: expected a smaller size or scale",
            std::nullopt};
}

// Where it comes from, then the command that makes it again.
QString provenanceLine(const FigureMetadata& metadata, std::size_t number) {
    return number < metadata.provenance.size() ? toQString(metadata.provenance[number]) : QString();
}

QString creator() {
    return QStringLiteral("Gaplight ") + toQString(toolVersion());
}

}  // namespace

Result<QImage> figureImage(const DisplayList& list, const Theme& theme, const TextFaces& faces,
                           double scale) {
    constexpr double kMaxSide = 32'000;  // limit of QPainter
    const double width = std::ceil(list.width * scale);
    const double height = std::ceil(list.height * scale);
    if (width * height > kMaxFigurePixels || std::max(width, height) > kMaxSide) {
        return tl::unexpected<Error>(tooLarge(width, height));
    }
    QImage image(static_cast<int>(width), static_cast<int>(height), QImage::Format_RGB32);
    if (image.isNull()) {
        return tl::unexpected<Error>(tooLarge(width, height));
    }
    image.fill(toQColor(theme[Role::Background]));
    QPainter painter(&image);
    painter.scale(scale, scale);
    paintDisplayList(list, theme, faces, painter);
    painter.end();
    const auto dots = static_cast<int>(std::lround(kPixelsPerInch * scale / kMetersPerInch));
    image.setDotsPerMeterX(dots);
    image.setDotsPerMeterY(dots);
    return image;
}

Result<QByteArray> figurePng(const DisplayList& list, const Theme& theme, const TextFaces& faces,
                             double scale, const FigureMetadata& metadata) {
    const Result<QImage> image = figureImage(list, theme, faces, scale);
    if (!image) {
        return tl::unexpected<Error>(image.error());
    }
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QImageWriter writer(&buffer, "PNG");
    writer.setText(QStringLiteral("Title"), toQString(metadata.title));
    writer.setText(QStringLiteral("Source"), provenanceLine(metadata, 0));
    writer.setText(QStringLiteral("Command"), provenanceLine(metadata, 1));
    writer.setText(QStringLiteral("Software"), creator());
    if (!writer.write(*image)) {
        return fail(ErrorCode::WriteFailed,
                    "the image cannot be written as PNG: " + toStdString(writer.errorString()));
    }
    return bytes;
}

Result<QByteArray> figurePdf(const DisplayList& list, const Theme& theme, const TextFaces& faces,
                             double scale, const FigureMetadata& metadata) {
    // A page of more is not shown by common readers (PDF 1.7, annex C).
    constexpr double kLongestPage = 14'400;
    const QSizeF points(list.width * scale * kPointsPerInch / kPixelsPerInch,
                        list.height * scale * kPointsPerInch / kPixelsPerInch);
    if (std::max(points.width(), points.height()) > kLongestPage) {
        return tl::unexpected<Error>(tooLarge(list.width * scale, list.height * scale));
    }
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(toQString(metadata.title));
    writer.setCreator(creator() + QStringLiteral(" · ") + provenanceLine(metadata, 0));
    // Finer than any printer, so that nothing is rounded to a visible place.
    constexpr int kDotsPerInch = 1200;
    writer.setResolution(kDotsPerInch);
    writer.setPageSize(QPageSize(points, QPageSize::Point, QString(), QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    QPainter painter(&writer);
    if (!painter.isActive()) {
        return fail(ErrorCode::WriteFailed, "the figure cannot be written as PDF");
    }
    const double factor = scale * kDotsPerInch / kPixelsPerInch;
    painter.scale(factor, factor);
    paintDisplayList(list, theme, faces, painter);
    painter.end();
    return bytes;
}

}  // namespace gaplight::ui
