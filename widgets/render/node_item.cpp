// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/render/node_item.h"

#include <QQuickWindow>

#include "widgets/render/qsg_player.h"

namespace gaplight::ui {

NodeItem::NodeItem(QQuickItem& parent) : QQuickItem(&parent) {
    setFlag(ItemHasContents);
}

void NodeItem::show(const DisplayList* list, std::shared_ptr<const Theme> theme) {
    m_list = list;
    m_theme = std::move(theme);
    update();
}

QSGNode* NodeItem::updatePaintNode(QSGNode* old, UpdatePaintNodeData*) {
    if (m_list == nullptr || !m_theme) {
        delete old;
        return nullptr;
    }
    auto* player = old != nullptr ? static_cast<QsgPlayer*>(old) : new QsgPlayer(m_faces);
    player->play(*m_list, *m_theme, *window());
    return player;
}

}  // namespace gaplight::ui
