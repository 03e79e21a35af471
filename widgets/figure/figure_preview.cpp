// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/figure/figure_preview.h"

#include <algorithm>

#include <QPaintDevice>
#include <QPainter>

namespace gaplight::ui {

void FigurePreview::setImage(const QImage& image) {
    m_image = image;
    update();
    Q_EMIT imageChanged();
}

void FigurePreview::paint(QPainter* painter) {
    if (m_image.isNull() || width() <= 0 || height() <= 0) {
        return;
    }
    const QSizeF fitted = QSizeF(m_image.size()).scaled(size(), Qt::KeepAspectRatio);
    const QSizeF shown = fitted.width() > m_image.width() ? QSizeF(m_image.size()) : fitted;
    const QRectF place((width() - shown.width()) / 2, (height() - shown.height()) / 2,
                       shown.width(), shown.height());
    // QPainter looks at four pixels for each, which loses thin lines of an image shrunk to less
    // than half; scaled() looks at all.
    const double ratio = painter->device()->devicePixelRatioF();
    const QImage small =
        m_image.scaled((shown * ratio).toSize(), Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    painter->drawImage(place, small);
}

}  // namespace gaplight::ui
