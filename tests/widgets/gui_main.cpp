// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <QGuiApplication>
#include <QSettings>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include "widgets/window/graphics_choice.h"

// Tests that need an application object, with settings that are thrown away. Listing the tests,
// which the build does, needs no display.
int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    if (GTEST_FLAG_GET(list_tests)) {
        return RUN_ALL_TESTS();
    }
    QGuiApplication application(argc, argv);
    QTemporaryDir settings;
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
    QCoreApplication::setOrganizationName(QStringLiteral("gaplight-tests"));
    QCoreApplication::setApplicationName(QStringLiteral("gaplight-tests"));
    gaplight::ui::chooseGraphics();
    return RUN_ALL_TESTS();
}
