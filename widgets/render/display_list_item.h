// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <QPointer>
#include <QQmlEngine>
#include <QQuickItem>

#include "widgets/render/display_list_view.h"
#include "widgets/render/qt_text_measure.h"
#include "widgets/render/theme_object.h"

namespace gaplight::ui {

// Base of items that show a display list, which is rebuilt when the item or the theme changes. The
// theme is that of the QML engine (`ThemeObject::provideTo`). The list is built in pixels of 100 %
// text size and shown at the theme's: all lengths and positions in it, and what asks for them, are
// "of the list".
class DisplayListItem : public QQuickItem {
    Q_OBJECT
    QML_ANONYMOUS
    // Whether it has keyboard focus that was given by a key.
    Q_PROPERTY(bool visualFocus READ visualFocus NOTIFY visualFocusChanged)

public:
    explicit DisplayListItem(QQuickItem* parent = nullptr);
    ~DisplayListItem() override;

    // Null until QML has completed the item.
    ThemeObject* theme() const { return m_theme; }
    // The latest display list.
    const DisplayList& displayList() const { return m_list; }
    bool visualFocus() const { return m_visualFocus; }
    // Text widths in the fonts of the window, which are loaded by the first call.
    const TextMeasure& measure() const;

Q_SIGNALS:
    // The theme is known, or has other colors.
    void themeChanged();
    void visualFocusChanged();

protected:
    // Called with an empty list if the item has an area.
    virtual void build(DisplayList& list) = 0;
    // Called when the theme's text size has changed.
    virtual void resizeList() {}
    // Size of the item, and points of it, in pixels of the list.
    double listScale() const { return m_listScale; }
    float listWidth() const { return static_cast<float>(width() / m_listScale); }
    float listHeight() const { return static_cast<float>(height() / m_listScale); }
    QPointF toList(QPointF at) const { return at / m_listScale; }
    QPointF fromList(QPointF at) const { return at * m_listScale; }
    // Device pixels of a pixel of the list.
    float listPixelRatio() const;
    // Makes `now` the object that an item shows, and disconnects the one before. False: it was
    // shown already.
    template <class Source>
    bool replaceSource(QPointer<Source>& source, Source* now) {
        if (now == source) {
            return false;
        }
        if (source) {
            source->disconnect(this);
        }
        source = now;
        return true;
    }

    void componentComplete() override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void geometryChange(const QRectF& now, const QRectF& before) override;
    void itemChange(ItemChange change, const ItemChangeData& data) override;
    void updatePolish() override;

private:
    struct Fonts {
        TextFaces faces;
        QtTextMeasure measure{faces};
    };

    void setVisualFocus(bool focus);
    void updateScale();

    QPointer<ThemeObject> m_theme;
    DisplayList m_list;
    std::unique_ptr<DisplayListView> m_listView;
    mutable std::unique_ptr<const Fonts> m_fonts;
    double m_listScale = 1;
    bool m_visualFocus = false;
};

}  // namespace gaplight::ui
