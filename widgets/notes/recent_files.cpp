// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/notes/recent_files.h"

#include <utility>

#include <QDir>
#include <QFileInfo>
#include <QSaveFile>
#include <QUrl>

#include "core/base/text_hash.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/quantity_string.h"

namespace gaplight::ui {
namespace {

QString key() {
    return QStringLiteral("recentFiles");
}
QString reopensKey() {
    return QStringLiteral("window/reopensLastFile");
}

}  // namespace

RecentFiles::RecentFiles(QString dataDirectory, QObject* parent)
    : RowListModel(
          {{"path", [](const QString& path) { return path; }},
           {"name",
            [](const QString& path) { return withoutBidiMarks(QFileInfo(path).fileName()); }},
           {"folder",
            [](const QString& path) {
                return QFileInfo(path).path().replace(QDir::homePath(), QStringLiteral("~"));
            }},
           {"size",
            [](const QString& path) {
                return bytesText(static_cast<std::uint64_t>(QFileInfo(path).size()));
            }},
           {"picture",
            [this](const QString& path) {
                const QString preview = previewPath(path);
                return savesPreviews() && QFileInfo(preview).isFile() ? QUrl::fromLocalFile(preview)
                                                                      : QUrl();
            }}},
          parent),
      m_dataDirectory(std::move(dataDirectory)) {
    std::vector<QString> found;
    for (const QString& path : m_settings.value(key()).toStringList()) {
        if (QFileInfo(path).isFile()) {
            found.push_back(path);
        }
    }
    resetRows(std::move(found));
}

void RecentFiles::add(const QString& path) {
    const QFileInfo file(path);
    if (!file.isFile()) {
        return;  // standard input
    }
    QStringList paths(rows().begin(), rows().end());
    paths.removeAll(file.absoluteFilePath());
    paths.prepend(file.absoluteFilePath());
    paths = paths.mid(0, kMaxFiles);
    resetRows({paths.begin(), paths.end()});
    m_settings.setValue(key(), paths);
    Q_EMIT countChanged();
}

bool RecentFiles::reopens() const {
    return m_settings.value(reopensKey(), false).toBool();
}

void RecentFiles::setReopens(bool reopens) {
    if (reopens != this->reopens()) {
        m_settings.setValue(reopensKey(), reopens);
        Q_EMIT reopensChanged();
    }
}

QString RecentFiles::fileToReopen() const {
    return reopens() && count() > 0 ? rows().front() : QString();
}

QString RecentFiles::previewPath(const QString& path) const {
    const auto name = hashText(QFileInfo(path).absoluteFilePath().toStdString());
    return QStringLiteral("%1/pictures/%2.png").arg(m_dataDirectory, QString::number(name, 16));
}

void RecentFiles::savePreview(const QString& path, const QImage& image) {
    const QString target = previewPath(path);
    if (!savesPreviews() || !QDir().mkpath(QFileInfo(target).path())) {
        return;
    }
    // It shows the content of a trace, which other users need not be able to read.
    QSaveFile file(target);
    const bool isPrivate = file.open(QIODevice::WriteOnly) &&
                           file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    if (isPrivate && image.save(&file, "PNG")) {
        file.commit();  // a list without one is as good
    }
}

}  // namespace gaplight::ui
