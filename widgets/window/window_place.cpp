// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/window/window_place.h"

#include <QGuiApplication>
#include <QQuickWindow>
#include <QScreen>
#include <QSettings>

namespace gaplight::ui {
namespace {

QString geometryKey() {
    return QStringLiteral("window/geometry");
}
QString maximizedKey() {
    return QStringLiteral("window/maximized");
}

}  // namespace

void restorePlace(QQuickWindow& window) {
    const QSettings settings;
    const QRect kept = settings.value(geometryKey()).toRect();
    if (kept.isValid()) {
        for (const QScreen* screen : QGuiApplication::screens()) {
            if (screen->availableGeometry().contains(kept.center())) {
                window.setGeometry(kept);
                break;
            }
        }
    }
    if (settings.value(maximizedKey(), false).toBool()) {
        window.showMaximized();
    }
}

void savePlace(const QQuickWindow& window) {
    QSettings settings;
    const bool maximized = window.visibility() == QWindow::Maximized;
    settings.setValue(maximizedKey(), maximized);
    if (window.visibility() == QWindow::Windowed) {
        settings.setValue(geometryKey(), window.geometry());
    }
}

}  // namespace gaplight::ui
