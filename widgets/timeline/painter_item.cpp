// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/painter_item.h"

#include <QPainter>

#include "widgets/raster/painter_player.h"

namespace gaplight::ui {

PainterItem::PainterItem(QQuickItem& parent) : QQuickPaintedItem(&parent) {
    setOpaquePainting(false);
}

void PainterItem::show(const DisplayList* list, std::shared_ptr<const Theme> theme) {
    m_list = list;
    m_theme = std::move(theme);
    update();
}

void PainterItem::paint(QPainter* painter) {
    if (m_list != nullptr && m_theme) {
        paintDisplayList(*m_list, *m_theme, m_faces, *painter);
    }
}

}  // namespace gaplight::ui
