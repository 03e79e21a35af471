// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/render/theme_object.h"

#include <algorithm>

#include <QFontDatabase>
#include <QJSEngine>

#include "widgets/convert/qt_convert.h"
#include "widgets/render/text_faces.h"

namespace gaplight::ui {
namespace {

// Under which an engine keeps its theme.
constexpr const char* kEngineProperty = "gaplightTheme";

}  // namespace

ThemeObject::ThemeObject(Theme dark, Theme light, QObject* parent)
    : QObject(parent),
      m_dark(std::make_shared<const Theme>(std::move(dark))),
      m_light(std::make_shared<const Theme>(std::move(light))),
      m_current(m_dark) {
    updateColors();
}

QString ThemeObject::colorKey(const QString& roleName) {
    QString key;
    bool upper = false;
    for (const QChar letter : roleName) {
        if (letter == u'_') {
            upper = true;
            continue;
        }
        key += upper ? letter.toUpper() : letter;
        upper = false;
    }
    return key;
}

void ThemeObject::provideTo(QQmlEngine& engine) {
    engine.setProperty(kEngineProperty, QVariant::fromValue(this));
}

ThemeObject* ThemeObject::create(QQmlEngine* engine, QJSEngine* /*scriptEngine*/) {
    auto* theme = engine->property(kEngineProperty).value<ThemeObject*>();
    if (theme != nullptr) {
        QJSEngine::setObjectOwnership(theme, QJSEngine::CppOwnership);
    }
    return theme;
}

void ThemeObject::setScale(qreal scale) {
    scale = std::clamp(scale, kMinScale, kMaxScale);
    if (!qFuzzyCompare(scale, m_scale)) {
        m_scale = scale;
        Q_EMIT scaleChanged();
    }
}

void ThemeObject::setDark(bool dark) {
    const auto& wanted = dark ? m_dark : m_light;
    if (wanted == m_current) {
        return;
    }
    m_current = wanted;
    updateColors();
    Q_EMIT changed();
}

QString ThemeObject::fontFamily() const {
    return TextFaces::family();
}

QString ThemeObject::monospaceFamily() const {
    return QFontDatabase::systemFont(QFontDatabase::FixedFont).family();
}

void ThemeObject::updateColors() {
    for (std::uint16_t role = 0; role < static_cast<std::uint16_t>(Role::Count_); ++role) {
        m_colors.insert(colorKey(toQString(roleName(static_cast<Role>(role)))),
                        toQColor((*m_current)[static_cast<Role>(role)]));
    }
}

QColor ThemeObject::nameColor(int hue) const {
    return toQColor((*m_current)[hue < 0 ? ColorRef::neutralSlice()
                                         : ColorRef::hue(static_cast<std::uint16_t>(hue))]);
}

}  // namespace gaplight::ui
