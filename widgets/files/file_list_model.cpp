// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/files/file_list_model.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <QCollator>
#include <QDirIterator>
#include <QFileInfo>
#include <QMap>
#include <QRegularExpression>

#include "core/session/sidecar_file.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {
namespace {

bool isNamedAsWanted(const QString& name, const QStringList& endings) {
    return endings.isEmpty() ||
           (!isNamedAsSidecar(name.toStdString()) &&
            std::any_of(endings.begin(), endings.end(), [&name](const QString& ending) {
                return name.endsWith(ending, Qt::CaseInsensitive);
            }));
}

// Dates are shown to the minute at most: files of one have no other order that is seen.
qint64 minuteOf(const QDateTime& time) {
    constexpr qint64 kSeconds = 60;
    return time.toSecsSinceEpoch() / kSeconds;
}

QCollator numberCollator() {
    QCollator collator;
    collator.setNumericMode(true);
    collator.setCaseSensitivity(Qt::CaseInsensitive);
    return collator;
}

std::vector<FileEntry> entriesOf(const QString& folder, const QStringList& endings) {
    std::vector<FileEntry> entries;
    QDirIterator at(folder, QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden);
    while (at.hasNext() && entries.size() < FileListModel::kMaxEntries) {
        at.next();
        const QFileInfo info = at.fileInfo();
        const bool isFolder = info.isDir();
        entries.push_back({info.fileName(), isFolder,
                           !isFolder && isNamedAsWanted(info.fileName(), endings), info.size(),
                           info.lastModified()});
    }
    const auto rank = [](const FileEntry& entry) {
        return entry.isWanted ? 0 : entry.isFolder ? 1 : 2;
    };
    const QCollator byNumber = numberCollator();
    std::sort(entries.begin(), entries.end(), [&](const FileEntry& a, const FileEntry& b) {
        if (rank(a) != rank(b)) {
            return rank(a) < rank(b);
        }
        if (a.isWanted && minuteOf(a.modified) != minuteOf(b.modified)) {
            return minuteOf(a.modified) > minuteOf(b.modified);
        }
        const int order = byNumber.compare(a.name, b.name);
        return order != 0 ? order < 0 : a.name < b.name;
    });
    return entries;
}

}  // namespace

FileListModel::FileListModel(QObject* parent)
    : RowListModel({{"name", [](const FileEntry& entry) { return withoutBidiMarks(entry.name); }},
                    {"isFolder", [](const FileEntry& entry) { return entry.isFolder; }},
                    {"isWanted", [](const FileEntry& entry) { return entry.isWanted; }},
                    {"size",
                     [](const FileEntry& entry) {
                         return entry.isFolder ? QString()
                                               : bytesText(static_cast<std::uint64_t>(entry.bytes));
                     }},
                    {"modified",
                     [](const FileEntry& entry) {
                         return dateText(entry.modified, QDateTime::currentDateTime());
                     }}},
                   parent),
      m_work([this](const std::vector<FileEntry>& entries) {
          m_entries = entries;
          m_isLoading = false;
          match();
      }) {}

void FileListModel::setEndings(QStringList endings) {
    m_endings = std::move(endings);
}

void FileListModel::setFolder(const QString& folder) {
    m_entries.clear();
    m_isLoading = true;
    match();
    m_work.start([folder, endings = m_endings] { return entriesOf(folder, endings); });
}

void FileListModel::setFilter(const QString& text) {
    if (text != m_filter) {
        m_filter = text;
        match();
    }
}

void FileListModel::setShowsAll(bool all) {
    if (all != m_showsAll) {
        m_showsAll = all;
        match();
    }
}

void FileListModel::match() {
    const bool showsHidden = m_filter.startsWith(u'.');
    std::vector<FileEntry> matches;
    for (const FileEntry& entry : m_entries) {
        const bool isListed = entry.isFolder || entry.isWanted || m_showsAll;
        if (isListed && (showsHidden || !entry.name.startsWith(u'.')) &&
            entry.name.contains(m_filter, Qt::CaseInsensitive)) {
            matches.push_back(entry);
        }
    }
    resetRows(std::move(matches));
    Q_EMIT listed();
}

QString FileListModel::completed(const QString& text) const {
    QString common;
    int found = 0;
    bool isFolder = false;
    for (const FileEntry& entry : m_entries) {
        const bool isListed = entry.isFolder || entry.isWanted || m_showsAll;
        const bool isHidden = entry.name.startsWith(u'.') && !text.startsWith(u'.');
        if (!isListed || isHidden || !entry.name.startsWith(text)) {
            continue;
        }
        isFolder = entry.isFolder;
        if (found++ == 0) {
            common = entry.name;
            continue;
        }
        const auto [end, other] =
            std::mismatch(common.begin(), common.end(), entry.name.begin(), entry.name.end());
        common.truncate(end - common.begin());
    }
    if (found == 0) {
        return text;
    }
    return found == 1 && isFolder ? common + u'/' : common;
}

QString rankPatternOf(const QString& name) {
    static const QRegularExpression kNumber(QStringLiteral("\\d+"));
    static const QRegularExpression kRank(QStringLiteral("rank|worker|gpu|device"),
                                          QRegularExpression::CaseInsensitiveOption);
    return name.contains(kRank) ? QString(name).replace(kNumber, QStringLiteral("#")) : QString();
}

QString rankSetName(const QStringList& names) {
    QString common = names.front();
    for (const QString& name : names) {
        const auto [end, other] =
            std::mismatch(common.begin(), common.end(), name.begin(), name.end());
        common.truncate(end - common.begin());
    }
    while (!common.isEmpty() && common.back().isDigit()) {
        common.chop(1);
    }
    return common + u'#';
}

void sortByNumber(QStringList& names) {
    std::sort(names.begin(), names.end(), numberCollator());
}

std::vector<QStringList> FileListModel::alike() const {
    QMap<QString, QStringList> byPattern;
    for (const FileEntry& entry : m_entries) {
        const QString pattern =
            entry.isWanted && !entry.isFolder ? rankPatternOf(entry.name) : QString();
        if (!pattern.isEmpty()) {
            byPattern[pattern] << entry.name;
        }
    }
    std::vector<QStringList> sets;
    for (QStringList names : std::as_const(byPattern)) {
        if (names.size() > 1) {
            sortByNumber(names);
            sets.push_back(std::move(names));
        }
    }
    std::stable_sort(sets.begin(), sets.end(), [](const QStringList& a, const QStringList& b) {
        return a.size() > b.size();
    });
    return sets;
}

}  // namespace gaplight::ui
