// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include <QMap>
#include <QObject>
#include <QQmlEngine>
#include <QSettings>
#include <QString>
#include <QVariantMap>

namespace gaplight::ui {

// The settings of a desktop by namespace and key, as returned by its portal.
using DesktopSettings = QMap<QString, QVariantMap>;

// Whether the settings request reduced motion: the animation switch of GNOME, the animation speed
// of KDE, or the setting of the portal for both.
[[nodiscard]] bool requestsReducedMotion(const DesktopSettings& settings);

// Reads the setting of the desktop (org.freedesktop.portal.Settings) asynchronously. `answer` is
// called later; never if there is no portal or `context` is destroyed first.
void readDesktopMotion(QObject& context, std::function<void(bool reduced)> answer);

// Whether view changes are animated: the preference of the desktop, unless set by the user. Saved
// in the settings.
class MotionChoice : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(Choice choice READ choice WRITE setChoice NOTIFY changed)
    Q_PROPERTY(bool reduced READ reduced NOTIFY changed)

public:
    enum Choice { AsDesktop, Full, Reduced };
    Q_ENUM(Choice)

    explicit MotionChoice(QObject* parent = nullptr);

    Choice choice() const { return m_choice; }
    void setChoice(Choice choice);
    bool reduced() const { return m_choice == AsDesktop ? m_desktopReduces : m_choice == Reduced; }
    // The desktop's preference.
    void setDesktopReduces(bool reduces);

Q_SIGNALS:
    void changed();

private:
    QSettings m_settings;
    Choice m_choice;
    bool m_desktopReduces = false;
};

}  // namespace gaplight::ui
