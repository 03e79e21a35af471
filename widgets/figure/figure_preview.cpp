// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/figure/figure_preview.h"

#include <algorithm>

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
    painter->setRenderHint(QPainter::SmoothPixmapTransform);
    painter->drawImage(place, m_image);
}

}  // namespace gaplight::ui
