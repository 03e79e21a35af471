// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <QPointer>
#include <QQmlEngine>
#include <QQuickItem>

#include "widgets/render/display_list_view.h"
#include "widgets/render/theme_object.h"

namespace gaplight::ui {

// Base of items that show a display list, which is rebuilt when the item or the theme changes. The
// theme is that of the QML engine (`ThemeObject::provideTo`).
class DisplayListItem : public QQuickItem {
    Q_OBJECT
    QML_ANONYMOUS
    // Whether it has keyboard focus that was given by a key.
    Q_PROPERTY(bool visualFocus READ visualFocus NOTIFY visualFocusChanged)

public:
    explicit DisplayListItem(QQuickItem* parent = nullptr);
    ~DisplayListItem() override;

    // Null until QML has completed the item.
    [[nodiscard]] ThemeObject* theme() const { return m_theme; }
    // The latest display list.
    [[nodiscard]] const DisplayList& displayList() const { return m_list; }
    [[nodiscard]] bool visualFocus() const { return m_visualFocus; }

Q_SIGNALS:
    // The theme is known, or has other colors.
    void themeChanged();
    void visualFocusChanged();

protected:
    // Called with an empty list if the item has an area.
    virtual void build(DisplayList& list) = 0;

    void componentComplete() override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void geometryChange(const QRectF& now, const QRectF& before) override;
    void itemChange(ItemChange change, const ItemChangeData& data) override;
    void updatePolish() override;

private:
    void setVisualFocus(bool focus);

    QPointer<ThemeObject> m_theme;
    DisplayList m_list;
    std::unique_ptr<DisplayListView> m_listView;
    bool m_visualFocus = false;
};

}  // namespace gaplight::ui
