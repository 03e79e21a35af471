// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/files/source_search.h"

#include <algorithm>
#include <array>

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

namespace gaplight::ui {
namespace {

constexpr std::array kEndings{".py", ".pyi", ".pyx", ".pxd"};
constexpr qsizetype kMinParts = 2;  // of a path that is looked for below other folders

bool isPythonSource(const QString& file) {
    return std::any_of(kEndings.begin(), kEndings.end(), [&file](const char* ending) {
        return file.endsWith(QLatin1String(ending));
    });
}

// Not a folder, a device or a pipe.
QString regularFile(const QString& path) {
    const QFileInfo info(path);
    return info.isFile() && info.isReadable() ? info.absoluteFilePath() : QString();
}

QString fileBelow(const QStringList& folders, const QString& name) {
    for (const QString& folder : folders) {
        if (folder.isEmpty()) {
            continue;
        }
        if (const QString found = regularFile(QDir(folder).absoluteFilePath(name));
            !found.isEmpty()) {
            return found;
        }
    }
    return {};
}

// "root/lib/python3.11/site-packages" for every version.
QStringList librariesOf(const QString& root, const QString& name) {
    QStringList folders;
    const QDir libraries(root + QStringLiteral("/lib"));
    for (const QString& version :
         libraries.entryList({QStringLiteral("python3*")}, QDir::Dirs | QDir::NoDotAndDotDot)) {
        folders << libraries.filePath(version + u'/' + name) << libraries.filePath(version);
    }
    return folders;
}

}  // namespace

std::optional<SourceLine> sourceLineOf(const QString& source) {
    const qsizetype colon = source.lastIndexOf(u':');
    bool isNumber = false;
    const int line = colon < 0 ? 0 : QStringView(source).mid(colon + 1).toInt(&isNumber);
    const QString file = source.left(std::max<qsizetype>(colon, 0));
    const bool isPlain =
        std::none_of(file.begin(), file.end(), [](QChar each) { return !each.isPrint(); });
    return isNumber && line >= 0 && isPlain && isPythonSource(file)
               ? std::optional(SourceLine{file, line})
               : std::nullopt;
}

QString findSource(const QString& file, const QStringList& folders) {
    QStringList parts = file.split(u'/', Qt::SkipEmptyParts);
    if (parts.contains(QStringLiteral(".."))) {
        return {};
    }
    const bool isAbsolute = QDir::isAbsolutePath(file);
    if (isAbsolute) {
        if (const QString found = regularFile(file); !found.isEmpty()) {
            return found;
        }
    }
    for (bool isWhole = !isAbsolute && !parts.isEmpty(); isWhole || parts.size() >= kMinParts;
         isWhole = false) {
        if (const QString found = fileBelow(folders, parts.join(u'/')); !found.isEmpty()) {
            return found;
        }
        parts.removeFirst();
    }
    return {};
}

QStringList packageFolders() {
    QStringList folders;
    const QString environment = qEnvironmentVariable("VIRTUAL_ENV");
    if (!environment.isEmpty()) {
        folders << librariesOf(environment, QStringLiteral("site-packages"));
    }
    folders << librariesOf(QStringLiteral("/usr/local"), QStringLiteral("dist-packages"))
            << QStringLiteral("/usr/lib/python3/dist-packages")
            << librariesOf(QStringLiteral("/usr"), QStringLiteral("dist-packages"));
    return folders;
}

}  // namespace gaplight::ui
