// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <QObject>
#include <QQmlEngine>
#include <QQmlPropertyMap>
#include <QString>

#include "core/scene/display/theme.h"

namespace gaplight::ui {

// The colors in use, for QML (`theme.color.idleGap`, a role's name in camelCase) and for the
// pictures (`theme()`). Switching it repaints all that is bound to it.
class ThemeObject : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(QQmlPropertyMap* color READ color CONSTANT)
    Q_PROPERTY(bool dark READ dark WRITE setDark NOTIFY changed)
    Q_PROPERTY(QString fontFamily READ fontFamily CONSTANT)
    Q_PROPERTY(QString monospaceFamily READ monospaceFamily CONSTANT)

public:
    // `dark` and `light` as parseTheme() made them.
    ThemeObject(Theme dark, Theme light, QObject* parent = nullptr);

    [[nodiscard]] QQmlPropertyMap* color() { return &m_colors; }
    [[nodiscard]] bool dark() const { return m_current == m_dark; }
    void setDark(bool dark);
    [[nodiscard]] QString fontFamily() const;
    [[nodiscard]] QString monospaceFamily() const;

    [[nodiscard]] const std::shared_ptr<const Theme>& theme() const { return m_current; }

Q_SIGNALS:
    void changed();

private:
    void publish();

    std::shared_ptr<const Theme> m_dark;
    std::shared_ptr<const Theme> m_light;
    std::shared_ptr<const Theme> m_current;
    QQmlPropertyMap m_colors;
};

}  // namespace gaplight::ui
