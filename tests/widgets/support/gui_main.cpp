// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <QGuiApplication>
#include <QSettings>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include "core/base/exhaustion.h"
#include "widgets/window/graphics_choice.h"

#if defined(__SANITIZE_ADDRESS__)
// What Qt and its platform plugins keep until the process ends. The name is the sanitizer's.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
    return "leak:libQt6\nleak:libdbus\nleak:libfontconfig\nleak:libGL\nleak:libEGL\nleak:_dri.so\n";
}
#endif
#if defined(__SANITIZE_THREAD__)
// Qt is not instrumented: posted events and the frame's synchronization are not seen, so everything
// that passes through it would be reported. What remains checked are the threads that load.
extern "C" const char* __tsan_default_suppressions();
extern "C" const char* __tsan_default_suppressions() {
    return "race:libQt6\nrace:_dri.so\nrace:libglib\n";
}
#endif

namespace {

// Warnings about the test: its platform, and its events outside the window.
bool isOfTest(const QString& text) {
    return text.contains(QLatin1String("does not support propagateSizeHints")) ||
           text.contains(QLatin1String("outside target window"));
}

// What Qt and QML warn of appears on the standard error of the program: it fails the test.
void failOnWarning(QtMsgType type, const QMessageLogContext&, const QString& message) {
    const std::string text = message.toStdString();
    const bool isWarning = type == QtWarningMsg || type == QtCriticalMsg;
    if (isWarning && !isOfTest(message)) {
        ADD_FAILURE() << text;
    } else {
        std::fprintf(stderr, "%s\n", text.c_str());
    }
}

}  // namespace

// Tests that need an application object, with settings that are thrown away. Listing the tests,
// which the build does, needs no display.
int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    if (GTEST_FLAG_GET(list_tests)) {
        return RUN_ALL_TESTS();
    }
    gaplight::setHeapLimits();  // as the program does
    QGuiApplication application(argc, argv);
    QTemporaryDir settings;
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
    QCoreApplication::setOrganizationName(QStringLiteral("gaplight-tests"));
    QCoreApplication::setApplicationName(QStringLiteral("gaplight-tests"));
    gaplight::ui::chooseGraphics();
    qInstallMessageHandler(failOnWarning);
    return RUN_ALL_TESTS();
}
