// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/window/desktop_motion.h"

#include <utility>

#include <QDBusArgument>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QFileInfo>
#include <QStringList>

namespace gaplight::ui {
namespace {

QString gnome() {
    return QStringLiteral("org.gnome.desktop.interface");
}
QString kde() {
    return QStringLiteral("org.kde.kdeglobals.KDE");
}
QString freedesktop() {
    return QStringLiteral("org.freedesktop.appearance");
}

// Connecting where there is no bus would start one.
bool hasSessionBus() {
    return qEnvironmentVariableIsSet("DBUS_SESSION_BUS_ADDRESS") ||
           QFileInfo::exists(qEnvironmentVariable("XDG_RUNTIME_DIR") + QStringLiteral("/bus"));
}

}  // namespace

bool requestsReducedMotion(const DesktopSettings& settings) {
    const QVariant animations = settings.value(gnome()).value(QStringLiteral("enable-animations"));
    const QVariant factor = settings.value(kde()).value(QStringLiteral("AnimationDurationFactor"));
    const QVariant shared = settings.value(freedesktop()).value(QStringLiteral("reduced-motion"));
    bool isNumber = false;
    const bool stands = factor.toDouble(&isNumber) == 0 && isNumber;
    return (animations.isValid() && !animations.toBool()) || stands || shared.toUInt() == 1;
}

void readDesktopMotion(QObject& context, std::function<void(bool)> answer) {
    if (!hasSessionBus()) {
        return;
    }
    QDBusMessage question = QDBusMessage::createMethodCall(
        QStringLiteral("org.freedesktop.portal.Desktop"),
        QStringLiteral("/org/freedesktop/portal/desktop"),
        QStringLiteral("org.freedesktop.portal.Settings"), QStringLiteral("ReadAll"));
    question << QStringList{gnome(), kde(), freedesktop()};
    auto* watcher =
        new QDBusPendingCallWatcher(QDBusConnection::sessionBus().asyncCall(question), &context);
    QObject::connect(
        watcher, &QDBusPendingCallWatcher::finished, &context,
        [watcher, answer = std::move(answer)] {
            watcher->deleteLater();
            const QDBusMessage reply = watcher->reply();
            if (reply.type() == QDBusMessage::ReplyMessage && !reply.arguments().isEmpty()) {
                answer(requestsReducedMotion(
                    qdbus_cast<DesktopSettings>(reply.arguments().constFirst())));
            }
        });
}

}  // namespace gaplight::ui
