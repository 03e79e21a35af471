// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/process/bundled_qt.h"

#include <filesystem>
#include <string>

#include <QCoreApplication>
#include <QStringList>

#include "app/process/program_path.h"

namespace gaplight::ui {

namespace {

// Empty where no bundle runs.
QString bundledFolder(const char* name) {
    if (launcherPath().empty()) {
        return {};
    }
    const std::filesystem::path folder = programFolder() / "../lib/qt6" / name;
    return QString::fromStdString(folder.lexically_normal().string());
}

}  // namespace

void findBundledPlugins() {
    if (const QString folder = bundledFolder("plugins"); !folder.isEmpty()) {
        QCoreApplication::setLibraryPaths({folder});
    }
}

QString bundledQmlDirectory() {
    return bundledFolder("qml");
}

}  // namespace gaplight::ui
