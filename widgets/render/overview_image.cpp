// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/render/overview_image.h"

#include <QPainter>

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

}  // namespace gaplight::ui
