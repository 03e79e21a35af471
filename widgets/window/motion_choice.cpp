// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/window/motion_choice.h"

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

namespace {

QString choiceKey() {
    return QStringLiteral("window/motion");
}

MotionChoice::Choice known(int choice) {
    return choice == MotionChoice::Full || choice == MotionChoice::Reduced
               ? static_cast<MotionChoice::Choice>(choice)
               : MotionChoice::AsDesktop;
}

}  // namespace

MotionChoice::MotionChoice(QObject* parent)
    : QObject(parent), m_choice(known(m_settings.value(choiceKey(), AsDesktop).toInt())) {
    readDesktopMotion(*this, [this](bool reduced) { setDesktopReduces(reduced); });
}

void MotionChoice::setChoice(Choice choice) {
    if (choice != m_choice) {
        m_choice = choice;
        m_settings.setValue(choiceKey(), static_cast<int>(choice));
        Q_EMIT changed();
    }
}

void MotionChoice::setDesktopReduces(bool reduces) {
    if (reduces != m_desktopReduces) {
        m_desktopReduces = reduces;
        Q_EMIT changed();
    }
}

}  // namespace gaplight::ui
