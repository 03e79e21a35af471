// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/render/painter_item.h"

#include <QPainter>

#include "widgets/render/painter_player.h"

namespace gaplight::ui {

PainterItem::PainterItem(QQuickItem& parent) : QQuickPaintedItem(&parent) {
    setOpaquePainting(false);
    setVisible(false);
}

// Qt Quick rounds the size and would paint on nothing.
void PainterItem::geometryChange(const QRectF& now, const QRectF& before) {
    QQuickPaintedItem::geometryChange(now, before);
    setVisible(!now.size().toSize().isEmpty());
}

void PainterItem::show(const DisplayList* list, std::shared_ptr<const Theme> theme) {
    m_list = list;
    m_theme = std::move(theme);
    update();
}

// Hidden items are updated too.
QSGNode* PainterItem::updatePaintNode(QSGNode* before, UpdatePaintNodeData* data) {
    return size().toSize().isEmpty() ? before : QQuickPaintedItem::updatePaintNode(before, data);
}

void PainterItem::paint(QPainter* painter) {
    if (m_list != nullptr && m_theme) {
        paintDisplayList(*m_list, *m_theme, m_faces, *painter);
    }
}

}  // namespace gaplight::ui
