// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QQmlEngine>
#include <QSettings>

namespace gaplight::ui {

// How two compared runs are laid out in the window; stored in the settings.
class RunLayout : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    // The second run is at the right of the first one, otherwise below it.
    Q_PROPERTY(bool beside READ beside WRITE setBeside NOTIFY changed)
    // Both runs have one scale of time, otherwise each the one at which it fits.
    Q_PROPERTY(bool oneScale READ oneScale WRITE setOneScale NOTIFY changed)

public:
    explicit RunLayout(QObject* parent = nullptr);

    [[nodiscard]] bool beside() const { return m_beside; }
    void setBeside(bool beside);
    [[nodiscard]] bool oneScale() const { return m_oneScale; }
    void setOneScale(bool oneScale);

Q_SIGNALS:
    void changed();

private:
    void set(bool& value, bool to, const QString& key);

    QSettings m_settings;
    bool m_beside;
    bool m_oneScale;
};

}  // namespace gaplight::ui
