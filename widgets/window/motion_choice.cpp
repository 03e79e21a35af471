// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/window/motion_choice.h"

#include "widgets/window/desktop_motion.h"

namespace gaplight::ui {
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
