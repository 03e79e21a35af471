// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QQmlEngine>
#include <QSettings>

namespace gaplight::ui {

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

    [[nodiscard]] Choice choice() const { return m_choice; }
    void setChoice(Choice choice);
    [[nodiscard]] bool reduced() const {
        return m_choice == AsDesktop ? m_desktopReduces : m_choice == Reduced;
    }
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
