// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <QPointer>
#include <QQmlEngine>
#include <QQuickItem>

#include "core/scene/overlay.h"
#include "widgets/theme/theme_object.h"
#include "widgets/timeline/picture.h"

namespace gaplight::ui {

// The key of a kind of mark, for PatternItem::kind.
[[nodiscard]] QString patternOf(OverlayKind kind);

// A field in the look of one kind of GPU time or of mark, told apart by pattern as well as by
// colour: the parts of the bar in the header and the swatches of legends.
class PatternItem : public QQuickItem {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(
        gaplight::ui::ThemeObject* theme READ theme WRITE setTheme NOTIFY themeChanged REQUIRED)
    // A key of IdleSegmentModel, or of patternOf().
    Q_PROPERTY(QString kind READ kind WRITE setKind NOTIFY kindChanged REQUIRED)

public:
    explicit PatternItem(QQuickItem* parent = nullptr);
    ~PatternItem() override;

    [[nodiscard]] ThemeObject* theme() const { return m_theme; }
    void setTheme(ThemeObject* theme);
    [[nodiscard]] QString kind() const { return m_kind; }
    void setKind(const QString& kind);

Q_SIGNALS:
    void themeChanged();
    void kindChanged();

protected:
    void geometryChange(const QRectF& now, const QRectF& before) override;
    void itemChange(ItemChange change, const ItemChangeData& data) override;
    void updatePolish() override;

private:
    QPointer<ThemeObject> m_theme;
    QString m_kind;
    DisplayList m_list;
    std::unique_ptr<Picture> m_picture;
};

}  // namespace gaplight::ui
