// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/render/picture_item.h"

namespace gaplight::ui {

PictureItem::PictureItem(QQuickItem* parent) : QQuickItem(parent) {}

PictureItem::~PictureItem() = default;

void PictureItem::setTheme(ThemeObject* theme) {
    if (theme == m_theme) {
        return;
    }
    if (m_theme) {
        m_theme->disconnect(this);
    }
    m_theme = theme;
    if (m_theme) {
        connect(m_theme, &ThemeObject::changed, this, &QQuickItem::polish);
    }
    polish();
    Q_EMIT themeChanged();
}

void PictureItem::geometryChange(const QRectF& now, const QRectF& before) {
    QQuickItem::geometryChange(now, before);
    if (m_picture) {
        m_picture->item().setSize(size());
    }
    polish();
}

void PictureItem::itemChange(ItemChange change, const ItemChangeData& data) {
    if (change == ItemSceneChange) {
        m_picture.reset();
        polish();
    }
    QQuickItem::itemChange(change, data);
}

void PictureItem::updatePolish() {
    if (!m_theme || window() == nullptr || width() <= 0 || height() <= 0) {
        return;
    }
    if (!m_picture) {
        m_picture = createPicture(*this);
        m_picture->item().setSize(size());
    }
    build(m_list);
    m_picture->show(&m_list, m_theme->theme());
}

}  // namespace gaplight::ui
