// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QDateTime>
#include <QImage>
#include <QQmlEngine>
#include <QSettings>
#include <QString>
#include <QUrl>

#include "widgets/convert/row_list_model.h"

namespace gaplight::ui {

// Facts of a trace when it was opened. Texts of a trace are untrusted: each is stored and read with
// at most RecentFiles::kMaxCharacters.
struct RecentFacts {
    QString hardware;  // "NVIDIA H200"
    QString busy;      // "busy 9.8 %"; empty without GPU work
    QString duration;  // "345 ms"
    QString verdict;   // the verdict's text
};

struct RecentFile {
    QString path;  // absolute
    QDateTime openedAt;
    RecentFacts facts;
};

// Recently opened files, latest first, with what they showed; stored in the user's settings.
// Missing files are not listed.
class RecentFiles : public RowListModel<RecentFile> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY countChanged)
    // Whether a start without a file opens the latest one. Stored in the settings; off by default.
    Q_PROPERTY(bool reopens READ reopens WRITE setReopens NOTIFY reopensChanged)

public:
    static constexpr int kMaxFiles = 20;
    static constexpr int kMaxCharacters = 240;

    // `dataDirectory`: folder of the preview images; empty: none are stored.
    explicit RecentFiles(QString dataDirectory = {}, QObject* parent = nullptr);

    void add(const QString& path, const RecentFacts& facts = {});
    bool reopens() const;
    void setReopens(bool reopens);
    // The file to open at the start; empty: none, the start page is shown.
    QString fileToReopen() const;
    // Folder of the latest file; empty: there is none.
    QString latestFolder() const;
    // Stores a preview image of a listed file for the dark or the light theme, and deletes the
    // images of files that are not listed.
    void savePreview(const QString& path, bool dark, const QImage& image);
    bool savesPreviews() const { return !m_dataDirectory.isEmpty(); }

Q_SIGNALS:
    void countChanged();
    void reopensChanged();

private:
    [[nodiscard]] std::vector<RecentFile> load();
    void store();
    QString previewFolder() const;
    // Empty: there is no such file.
    QUrl previewUrl(const QString& file) const;
    void removeOldPreviews() const;

    QString m_dataDirectory;
    QSettings m_settings;
};

}  // namespace gaplight::ui
