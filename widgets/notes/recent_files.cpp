// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/notes/recent_files.h"

#include <utility>

#include <QDir>
#include <QFileInfo>
#include <QUrl>

#include "core/base/text_hash.h"
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
    : QAbstractListModel(parent), m_dataDirectory(std::move(dataDirectory)) {
    for (const QString& path : m_settings.value(key()).toStringList()) {
        if (QFileInfo(path).isFile()) {
            m_paths.push_back(path);
        }
    }
}

void RecentFiles::add(const QString& path) {
    const QFileInfo file(path);
    if (!file.isFile()) {
        return;  // standard input
    }
    beginResetModel();
    m_paths.removeAll(file.absoluteFilePath());
    m_paths.prepend(file.absoluteFilePath());
    m_paths = m_paths.mid(0, kMost);
    endResetModel();
    m_settings.setValue(key(), m_paths);
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
    return reopens() && !m_paths.isEmpty() ? m_paths.front() : QString();
}

QString RecentFiles::picturePath(const QString& path) const {
    const auto name = hashText(QFileInfo(path).absoluteFilePath().toStdString());
    return QStringLiteral("%1/pictures/%2.png").arg(m_dataDirectory, QString::number(name, 16));
}

void RecentFiles::keepPicture(const QString& path, const QImage& picture) {
    const QString target = picturePath(path);
    if (keepsPictures() && QDir().mkpath(QFileInfo(target).path())) {
        picture.save(target);  // a list without one is as good
    }
}

int RecentFiles::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QVariant RecentFiles::data(const QModelIndex& index, int role) const {
    const QFileInfo file(m_paths[index.row()]);
    switch (role) {
        case PathRole:
            return file.filePath();
        case NameRole:
            return file.fileName();
        case FolderRole:
            return QString(file.path()).replace(QDir::homePath(), QStringLiteral("~"));
        case SizeRole:
            return bytesText(static_cast<std::uint64_t>(file.size()));
        case PictureRole: {
            const QString picture = picturePath(file.filePath());
            return keepsPictures() && QFileInfo(picture).isFile() ? QUrl::fromLocalFile(picture)
                                                                  : QUrl();
        }
        default:
            return {};
    }
}

QHash<int, QByteArray> RecentFiles::roleNames() const {
    return {{PathRole, "path"},
            {NameRole, "name"},
            {FolderRole, "folder"},
            {SizeRole, "size"},
            {PictureRole, "picture"}};
}

}  // namespace gaplight::ui
