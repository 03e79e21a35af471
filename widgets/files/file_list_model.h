// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QDateTime>
#include <QObject>
#include <QQmlEngine>
#include <QString>
#include <QStringList>

#include "widgets/convert/row_list_model.h"
#include "widgets/session/pool_work.h"

namespace gaplight::ui {

// What names of the files of one run's ranks have in common; empty: it is named for no rank.
[[nodiscard]] QString rankPatternOf(const QString& name);
// What the names of one set of ranks have in common, with # for numbers: "ranks_even_rank#".
[[nodiscard]] QString rankSetName(const QStringList& names);
// "rank2" before "rank10".
void sortByNumber(QStringList& names);

struct FileEntry {
    QString name;
    bool isFolder = false;
    bool isWanted = false;  // its name ends as those that are looked for; no notes beside a trace
    qint64 bytes = 0;
    QDateTime modified;
};

// Files and folders of a folder whose name contains a text: wanted files first, the latest first,
// those of one minute by name; then folders and other files by name. Read on another thread;
// O(entries log entries).
class FileListModel : public RowListModel<FileEntry> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("part of the file chooser")
    Q_PROPERTY(int count READ count NOTIFY listed)
    // Entries of the folder, also those that do not match.
    Q_PROPERTY(int total READ total NOTIFY listed)
    Q_PROPERTY(bool loading READ loading NOTIFY listed)
    Q_PROPERTY(bool showsAll READ showsAll WRITE setShowsAll NOTIFY listed)

public:
    // More entries than these are not listed.
    static constexpr int kMaxEntries = 20'000;

    explicit FileListModel(QObject* parent = nullptr);

    // Endings of wanted names, in lower case: ".json". Empty: folders and all files are wanted.
    void setEndings(QStringList endings);
    // Begins to read a folder; the list is empty meanwhile.
    void setFolder(const QString& folder);
    // Case is ignored; files that begin with a dot only match a text that does.
    void setFilter(const QString& text);
    bool showsAll() const { return m_showsAll; }
    // Whether files that are not wanted are listed too.
    void setShowsAll(bool all);

    bool loading() const { return m_isLoading; }
    int total() const { return static_cast<int>(m_entries.size()); }
    // The longest text that all names have in common which begin with `text`; `text` if none does.
    // A single folder ends with a slash.
    QString completed(const QString& text) const;
    // Of the wanted files named for a rank, worker or GPU, those whose names differ in numbers
    // alone, by number: at least two each, the largest set first.
    std::vector<QStringList> alike() const;

Q_SIGNALS:
    void listed();

private:
    void match();

    QString m_filter;
    QStringList m_endings;
    std::vector<FileEntry> m_entries;
    bool m_showsAll = false;
    bool m_isLoading = false;
    PoolWork<std::vector<FileEntry>> m_work;
};

}  // namespace gaplight::ui
