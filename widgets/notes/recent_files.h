// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractListModel>
#include <QImage>
#include <QQmlEngine>
#include <QSettings>
#include <QStringList>

namespace gaplight::ui {

// Recently opened files, latest first, stored in the user's settings. Missing files are not listed.
class RecentFiles : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY countChanged)
    // The last one is opened when the program starts without one. Kept in the settings; off unless
    // the person wants it.
    Q_PROPERTY(bool reopens READ reopens WRITE setReopens NOTIFY reopensChanged)

public:
    enum ItemRole { PathRole = Qt::UserRole, NameRole, FolderRole, SizeRole, PictureRole };
    static constexpr int kMost = 8;

    // `dataDirectory`: where their pictures are kept; empty: there are none.
    explicit RecentFiles(QString dataDirectory = {}, QObject* parent = nullptr);

    void add(const QString& path);
    [[nodiscard]] bool reopens() const;
    void setReopens(bool reopens);
    // What to open at the start; empty: the start page.
    [[nodiscard]] QString fileToReopen() const;
    // Stores a preview image of a file.
    void keepPicture(const QString& path, const QImage& picture);
    [[nodiscard]] bool keepsPictures() const { return !m_dataDirectory.isEmpty(); }
    [[nodiscard]] int count() const { return static_cast<int>(m_paths.size()); }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;

Q_SIGNALS:
    void countChanged();
    void reopensChanged();

private:
    [[nodiscard]] QString picturePath(const QString& path) const;

    QString m_dataDirectory;
    QSettings m_settings;
    QStringList m_paths;
};

}  // namespace gaplight::ui
