// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/notes/recent_files.h"

#include <algorithm>
#include <utility>

#include <QDir>
#include <QFileInfo>
#include <QSaveFile>
#include <QSet>

#include "core/base/text_hash.h"
#include "core/remote/remote_path.h"
#include "core/session/document.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {
namespace {

// Array of the files, and the list of paths that earlier versions wrote.
QString filesKey() {
    return QStringLiteral("recent");
}
QString pathsKey() {
    return QStringLiteral("recentFiles");
}
QString reopensKey() {
    return QStringLiteral("window/reopensLastFile");
}

// On one line, without marks that reorder it, of bounded length.
QString boundedText(const QString& text) {
    QString line = withoutBidiMarks(text.left(RecentFiles::kMaxCharacters));
    for (QChar& at : line) {
        const QChar::Category kind = at.category();
        const bool isBreak = kind == QChar::Other_Control || kind == QChar::Separator_Line ||
                             kind == QChar::Separator_Paragraph;
        at = isBreak ? QChar(u' ') : at;
    }
    return line;
}

bool isRemote(const QString& path) {
    return isRemotePath(toStdString(path));
}

// As it is stored: that of a file on another machine is absolute as it is.
QString wholePath(const QString& path) {
    return isRemote(path) ? path : QFileInfo(path).absoluteFilePath();
}

QString previewName(const QString& path, bool dark) {
    const auto name = hashText(toStdString(wholePath(path)));
    return QStringLiteral("%1-%2.png")
        .arg(QString::number(name, 16), dark ? QStringLiteral("dark") : QStringLiteral("light"));
}

// "NVIDIA H200 · busy 9.8 % · 345 ms · 1.93 MB".
QString factsText(const RecentFile& file) {
    const auto bytes = static_cast<std::uint64_t>(QFileInfo(file.path).size());
    QStringList parts{file.facts.hardware, file.facts.busy, file.facts.duration,
                      isRemote(file.path) ? QString() : bytesText(bytes)};
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

// "memory snapshot": of a file that is no trace, which has no picture; empty for a trace.
QString kindText(const RecentFile& file) {
    const DocumentKind kind =
        isRemote(file.path) ? DocumentKind::Trace : documentKindOf(toStdString(file.path));
    return kind == DocumentKind::Trace ? QString() : toQString(documentFacts(kind).name);
}

}  // namespace

RecentFiles::RecentFiles(QString dataDirectory, QObject* parent)
    : RowListModel({{"path", [](const RecentFile& file) { return file.path; }},
                    {"name",
                     [](const RecentFile& file) {
                         return withoutBidiMarks(QFileInfo(file.path).fileName());
                     }},
                    {"folder",
                     [](const RecentFile& file) {
                         return withoutBidiMarks(QFileInfo(file.path).path().replace(
                             QDir::homePath(), QStringLiteral("~")));
                     }},
                    {"facts", factsText},
                    {"kind", kindText},
                    {"verdict", [](const RecentFile& file) { return file.facts.verdict; }},
                    {"openedAt",
                     [](const RecentFile& file) {
                         return dateText(file.openedAt, QDateTime::currentDateTime());
                     }},
                    {"darkPreview",
                     [this](const RecentFile& file) {
                         return previewUrl(previewFolder() + previewName(file.path, true));
                     }},
                    {"lightPreview",
                     [this](const RecentFile& file) {
                         return previewUrl(previewFolder() + previewName(file.path, false));
                     }}},
                   parent),
      m_dataDirectory(std::move(dataDirectory)) {
    resetRows(load());
}

std::vector<RecentFile> RecentFiles::load() {
    std::vector<RecentFile> found;
    const int stored = std::min(m_settings.beginReadArray(filesKey()), kMaxFiles);
    for (int at = 0; at < stored; ++at) {
        m_settings.setArrayIndex(at);
        const auto text = [this](const char* key) {
            return boundedText(m_settings.value(QLatin1String(key)).toString());
        };
        found.push_back({m_settings.value(QStringLiteral("path")).toString(),
                         m_settings.value(QStringLiteral("openedAt")).toDateTime(),
                         {text("hardware"), text("busy"), text("duration"), text("verdict")}});
    }
    m_settings.endArray();
    if (found.empty()) {
        for (const QString& path : m_settings.value(pathsKey()).toStringList().mid(0, kMaxFiles)) {
            found.push_back({path, {}, {}});
        }
    }
    std::erase_if(found, [](const RecentFile& file) {
        return !QFileInfo(file.path).isFile() && !isRemote(file.path);
    });
    return found;
}

void RecentFiles::store() {
    m_settings.remove(pathsKey());
    m_settings.remove(filesKey());
    m_settings.beginWriteArray(filesKey(), count());
    for (int at = 0; at < count(); ++at) {
        const RecentFile& file = rows()[static_cast<std::size_t>(at)];
        m_settings.setArrayIndex(at);
        m_settings.setValue(QStringLiteral("path"), file.path);
        m_settings.setValue(QStringLiteral("openedAt"), file.openedAt.toString(Qt::ISODate));
        m_settings.setValue(QStringLiteral("hardware"), file.facts.hardware);
        m_settings.setValue(QStringLiteral("busy"), file.facts.busy);
        m_settings.setValue(QStringLiteral("duration"), file.facts.duration);
        m_settings.setValue(QStringLiteral("verdict"), file.facts.verdict);
    }
    m_settings.endArray();
}

void RecentFiles::add(const QString& path, const RecentFacts& facts) {
    if (!QFileInfo(path).isFile() && !isRemote(path)) {
        return;  // standard input
    }
    const QString absolute = wholePath(path);
    std::vector<RecentFile> files = rows();
    std::erase_if(files, [&](const RecentFile& file) { return file.path == absolute; });
    files.insert(files.begin(), {absolute,
                                 QDateTime::currentDateTime(),
                                 {boundedText(facts.hardware), boundedText(facts.busy),
                                  boundedText(facts.duration), boundedText(facts.verdict)}});
    files.resize(std::min<std::size_t>(files.size(), kMaxFiles));
    resetRows(std::move(files));
    store();
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
    return reopens() && count() > 0 ? rows().front().path : QString();
}

QString RecentFiles::latestFolder() const {
    const auto local = std::find_if(rows().begin(), rows().end(),
                                    [](const RecentFile& file) { return !isRemote(file.path); });
    return local != rows().end() ? QFileInfo(local->path).path() : QString();
}

QString RecentFiles::previewFolder() const {
    return m_dataDirectory + QStringLiteral("/pictures/");
}

QUrl RecentFiles::previewUrl(const QString& file) const {
    return savesPreviews() && QFileInfo(file).isFile() ? QUrl::fromLocalFile(file) : QUrl();
}

void RecentFiles::removeOldPreviews() const {
    QSet<QString> kept;
    for (const RecentFile& file : rows()) {
        kept << previewName(file.path, true) << previewName(file.path, false);
    }
    QDir folder(previewFolder());
    for (const QString& name : folder.entryList({QStringLiteral("*.png")}, QDir::Files)) {
        if (!kept.contains(name)) {
            folder.remove(name);
        }
    }
}

void RecentFiles::savePreview(const QString& path, bool dark, const QImage& image) {
    if (!savesPreviews() || !QDir().mkpath(previewFolder())) {
        return;
    }
    removeOldPreviews();
    // It shows the content of a trace, which other users need not be able to read.
    QSaveFile file(previewFolder() + previewName(path, dark));
    const bool isPrivate = file.open(QIODevice::WriteOnly) &&
                           file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    if (isPrivate && image.save(&file, "PNG")) {
        file.commit();  // a list without one is as good
    }
}

}  // namespace gaplight::ui
