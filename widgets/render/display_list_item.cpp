// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/render/display_list_item.h"

#include <QFocusEvent>
#include <QQuickWindow>

namespace gaplight::ui {

DisplayListItem::DisplayListItem(QQuickItem* parent) : QQuickItem(parent) {}

DisplayListItem::~DisplayListItem() = default;

const TextMeasure& DisplayListItem::measure() const {
    if (!m_fonts) {
        m_fonts = std::make_unique<const Fonts>();
    }
    return m_fonts->measure;
}

void DisplayListItem::componentComplete() {
    QQuickItem::componentComplete();
    QQmlEngine* engine = qmlEngine(this);
    m_theme = engine == nullptr ? nullptr : ThemeObject::create(engine, nullptr);
    if (m_theme) {
        connect(m_theme, &ThemeObject::changed, this, [this] {
            polish();
            Q_EMIT themeChanged();
        });
        connect(m_theme, &ThemeObject::scaleChanged, this, &DisplayListItem::updateScale);
        updateScale();
    }
    polish();
    Q_EMIT themeChanged();
}

void DisplayListItem::updateScale() {
    if (m_theme->scale() != m_listScale) {
        m_listScale = m_theme->scale();
        m_listView.reset();
        resizeList();
        polish();
    }
}

float DisplayListItem::listPixelRatio() const {
    const double ratio = window() == nullptr ? 1 : window()->effectiveDevicePixelRatio();
    return static_cast<float>(ratio * m_listScale);
}

void DisplayListItem::focusInEvent(QFocusEvent* event) {
    setVisualFocus(event->reason() == Qt::TabFocusReason ||
                   event->reason() == Qt::BacktabFocusReason);
    QQuickItem::focusInEvent(event);
}

void DisplayListItem::focusOutEvent(QFocusEvent* event) {
    setVisualFocus(false);
    QQuickItem::focusOutEvent(event);
}

void DisplayListItem::setVisualFocus(bool focus) {
    if (focus != m_visualFocus) {
        m_visualFocus = focus;
        Q_EMIT visualFocusChanged();
    }
}

void DisplayListItem::geometryChange(const QRectF& now, const QRectF& before) {
    QQuickItem::geometryChange(now, before);
    if (m_listView) {
        m_listView->item().setSize(size());
    }
    polish();
}

void DisplayListItem::itemChange(ItemChange change, const ItemChangeData& data) {
    if (change == ItemSceneChange) {
        m_listView.reset();
        polish();
    }
    QQuickItem::itemChange(change, data);
}

void DisplayListItem::updatePolish() {
    if (!m_theme || window() == nullptr || width() <= 0 || height() <= 0) {
        return;
    }
    if (!m_listView) {
        m_listView = createDisplayListView(*this, m_listScale);
        m_listView->item().setSize(size());
    }
    build(m_list);
    m_listView->show(&m_list, m_theme->theme());
}

}  // namespace gaplight::ui
