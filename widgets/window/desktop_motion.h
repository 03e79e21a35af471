// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include <QMap>
#include <QObject>
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

}  // namespace gaplight::ui
