// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <QPointer>
#include <QQmlEngine>
#include <QQuickItem>

#include "widgets/render/picture.h"
#include "widgets/render/theme_object.h"

namespace gaplight::ui {

// An item that shows a display list, which is built when the item or the theme changed.
class PictureItem : public QQuickItem {
    Q_OBJECT
    QML_ANONYMOUS
    Q_PROPERTY(
        gaplight::ui::ThemeObject* theme READ theme WRITE setTheme NOTIFY themeChanged REQUIRED)

public:
    explicit PictureItem(QQuickItem* parent = nullptr);
    ~PictureItem() override;

    [[nodiscard]] ThemeObject* theme() const { return m_theme; }
    void setTheme(ThemeObject* theme);
    // What was built last.
    [[nodiscard]] const DisplayList& displayList() const { return m_list; }

Q_SIGNALS:
    void themeChanged();

protected:
    // Called where the item is not empty.
    virtual void build(DisplayList& list) = 0;

    void geometryChange(const QRectF& now, const QRectF& before) override;
    void itemChange(ItemChange change, const ItemChangeData& data) override;
    void updatePolish() override;

private:
    QPointer<ThemeObject> m_theme;
    DisplayList m_list;
    std::unique_ptr<Picture> m_picture;
};

}  // namespace gaplight::ui
