// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <QColor>
#include <QObject>
#include <QQmlEngine>
#include <QQmlPropertyMap>
#include <QString>

#include "core/scene/display/theme.h"

namespace gaplight::ui {

// Colors, fonts and sizes in use. In QML it is the singleton `Theme` of each engine
// (`Theme.color.idleGap`: a role's name in camelCase; `Theme.smallSize`), in C++ the colors of
// display lists (`theme()`). A change updates everything that is bound to it.
//
// The window owns the object and gives it to its engine with `provideTo` before it loads a pane.
class ThemeObject : public QObject {
    Q_OBJECT
    QML_NAMED_ELEMENT(Theme)
    QML_SINGLETON
    Q_PROPERTY(QQmlPropertyMap* color READ color CONSTANT)
    Q_PROPERTY(bool dark READ dark WRITE setDark NOTIFY changed)
    Q_PROPERTY(QString fontFamily READ fontFamily CONSTANT)
    Q_PROPERTY(QString monospaceFamily READ monospaceFamily CONSTANT)
    // The user's choice of text size, 1 = 100 %. Fixed sizes of controls are multiplied by it.
    Q_PROPERTY(qreal scale READ scale WRITE setScale NOTIFY scaleChanged)
    // Font sizes in logical pixels, times `scale`.
    Q_PROPERTY(int smallSize READ smallSize NOTIFY scaleChanged)
    Q_PROPERTY(int textSize READ textSize NOTIFY scaleChanged)
    Q_PROPERTY(int largeSize READ largeSize NOTIFY scaleChanged)
    Q_PROPERTY(int titleSize READ titleSize NOTIFY scaleChanged)
    Q_PROPERTY(int displaySize READ displaySize NOTIFY scaleChanged)

public:
    // `dark` and `light`: results of parseTheme().
    ThemeObject(Theme dark, Theme light, QObject* parent = nullptr);

    // Makes this the singleton `Theme` of `engine`, which it must outlive.
    void provideTo(QQmlEngine& engine);
    // Called by QML for the singleton; null if provideTo() was not called for the engine.
    [[nodiscard]] static ThemeObject* create(QQmlEngine* engine, QJSEngine* scriptEngine);

    QQmlPropertyMap* color() { return &m_colors; }
    bool dark() const { return m_current == m_dark; }
    void setDark(bool dark);
    QString fontFamily() const;
    QString monospaceFamily() const;

    static constexpr qreal kMinScale = 0.8;
    static constexpr qreal kMaxScale = 2;
    qreal scale() const { return m_scale; }
    // The key in `color` of a role by its name: idle_host -> idleHost.
    Q_INVOKABLE static QString colorKey(const QString& roleName);
    // The color of a name by its hue in degrees (ColorRef); -1: of what has no name. It changes
    // with the theme.
    Q_INVOKABLE QColor nameColor(int hue) const;
    // Clamped to kMinScale..kMaxScale.
    void setScale(qreal scale);
    int smallSize() const { return scaled(11); }
    int textSize() const { return scaled(12); }
    int largeSize() const { return scaled(13); }
    int titleSize() const { return scaled(18); }
    int displaySize() const { return scaled(28); }

    const std::shared_ptr<const Theme>& theme() const { return m_current; }
    // One of both, whichever is in use.
    const Theme& theme(bool dark) const { return dark ? *m_dark : *m_light; }

Q_SIGNALS:
    void changed();
    void scaleChanged();

private:
    void updateColors();
    int scaled(int pixels) const { return qRound(pixels * m_scale); }

    std::shared_ptr<const Theme> m_dark;
    std::shared_ptr<const Theme> m_light;
    std::shared_ptr<const Theme> m_current;
    QQmlPropertyMap m_colors;
    qreal m_scale = 1;
};

}  // namespace gaplight::ui
