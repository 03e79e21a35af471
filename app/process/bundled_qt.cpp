// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/process/bundled_qt.h"

#include <algorithm>
#include <filesystem>
#include <string>

#include <QCoreApplication>
#include <QFileInfo>
#include <QStringList>
#include <QtGlobal>

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

std::string offscreenRefusal() {
    const QStringList folders = QCoreApplication::libraryPaths();
    const bool isThere = std::any_of(folders.begin(), folders.end(), [](const QString& folder) {
        return QFileInfo::exists(folder + QStringLiteral("/platforms/libqoffscreen.so"));
    });
    return isThere
               ? ""
               : "Qt's plugin platforms/libqoffscreen.so, with which images are painted, is not "
                 "installed; figures in SVG and reports need none";
}

QString bundledQmlDirectory() {
    return bundledFolder("qml");
}

namespace {

constexpr const char* kTemporary = "TMPDIR";

}  // namespace

NoRuntimeFolder::NoRuntimeFolder()
    : m_wasSet(qEnvironmentVariableIsSet(kTemporary)), m_before(qgetenv(kTemporary)) {
    qputenv(kTemporary, "/dev/null");  // nothing can be made in what is no folder
}

NoRuntimeFolder::~NoRuntimeFolder() {
    if (m_wasSet) {
        qputenv(kTemporary, m_before);
    } else {
        qunsetenv(kTemporary);
    }
}

}  // namespace gaplight::ui
