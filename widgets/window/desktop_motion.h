// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include <QMap>
#include <QObject>
#include <QString>
#include <QVariantMap>

namespace gaplight::ui {

// The settings of a desktop by namespace and key, as its portal gives them.
using DesktopSettings = QMap<QString, QVariantMap>;

// True if the settings request reduced motion: GNOME's switch for animations, the factor of KDE's,
// or the one that both are to have in common.
[[nodiscard]] bool asksForReducedMotion(const DesktopSettings& settings);

// Asks the desktop (org.freedesktop.portal.Settings) without waiting for it; `answer` is called
// later, or never if there is no desktop to ask or `context` is gone.
void askDesktopForMotion(QObject& context, std::function<void(bool reduced)> answer);

}  // namespace gaplight::ui
