// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <QQmlEngine>
#include <QSettings>
#include <QString>

#include "widgets/convert/row_list_model.h"

namespace gaplight::ui {

// Recently opened files by path, latest first, stored in the user's settings. Missing files are not
// listed.
class RecentFiles : public RowListModel<QString> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY countChanged)
    // Whether a start without a file opens the latest one. Stored in the settings; off by default.
    Q_PROPERTY(bool reopens READ reopens WRITE setReopens NOTIFY reopensChanged)

public:
    static constexpr int kMaxFiles = 8;

    // `dataDirectory`: folder of the preview images; empty: none are stored.
    explicit RecentFiles(QString dataDirectory = {}, QObject* parent = nullptr);

    void add(const QString& path);
    [[nodiscard]] bool reopens() const;
    void setReopens(bool reopens);
    // The file to open at the start; empty: none, the start page is shown.
    [[nodiscard]] QString fileToReopen() const;
    // Stores a preview image of a file.
    void savePreview(const QString& path, const QImage& image);
    [[nodiscard]] bool savesPreviews() const { return !m_dataDirectory.isEmpty(); }

Q_SIGNALS:
    void countChanged();
    void reopensChanged();

private:
    [[nodiscard]] QString previewPath(const QString& path) const;

    QString m_dataDirectory;
    QSettings m_settings;
};

}  // namespace gaplight::ui
