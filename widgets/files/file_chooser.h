// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include <QObject>
#include <QQmlEngine>
#include <QString>
#include <QStringList>
#include <QUrl>

#include "widgets/files/file_list_model.h"
#include "widgets/files/file_preview.h"

namespace gaplight::ui {

// The choice of a file, in the desktop's dialog or in FilePage.qml.
//
// In the page one types a path: "../run4/tra" lists the names of ../run4 that contain "tra". Return
// opens the selected row, else what is typed; a folder is entered. Paths are relative to `folder`,
// "~" is the home folder. HOST:PATH is a trace on another machine.
class FileChooser : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    // Whether FilePage.qml is shown.
    Q_PROPERTY(bool open READ isOpen NOTIFY openChanged)
    // Whether the desktop's dialog is shown: the window acts on no key meanwhile.
    Q_PROPERTY(bool desktopOpen READ isDesktopOpen WRITE setDesktopOpen NOTIFY openChanged)
    Q_PROPERTY(bool saves READ saves NOTIFY openChanged)
    Q_PROPERTY(QString title READ title NOTIFY openChanged)
    Q_PROPERTY(QString action READ action NOTIFY openChanged)  // of the button: "Open"
    Q_PROPERTY(QStringList nameFilters READ nameFilters NOTIFY openChanged)
    Q_PROPERTY(QString suffix READ suffix NOTIFY openChanged)  // of the file to write
    Q_PROPERTY(QString folder READ folder NOTIFY folderChanged)
    Q_PROPERTY(QUrl folderUrl READ folderUrl NOTIFY folderChanged)
    Q_PROPERTY(QString text READ text WRITE setText NOTIFY textChanged)
    // Row of the list; -1: what is typed counts.
    Q_PROPERTY(int row READ row WRITE setRow NOTIFY rowChanged)
    Q_PROPERTY(QString problem READ problem NOTIFY problemChanged)
    // Name of an existing file that would be replaced; empty: there is no question.
    Q_PROPERTY(QString replaced READ replaced NOTIFY problemChanged)
    Q_PROPERTY(gaplight::ui::FileListModel* files READ files CONSTANT)
    Q_PROPERTY(gaplight::ui::FilePreview* preview READ preview CONSTANT)

public:
    enum Purpose { OpenTrace, CompareTrace, SaveFigure };
    Q_ENUM(Purpose)

    // `firstFolder`: where a choice begins, called for each. `hasDesktopDialog`: as
    // hasDesktopFileDialog().
    FileChooser(std::function<QString()> firstFolder, bool hasDesktopDialog,
                QObject* parent = nullptr);

    // Never shows the desktop's dialog from now on.
    void keepOwnPage() { m_hasDesktopDialog = false; }

    // `suffix`: of the file to write, without a dot; `name`: proposed for it.
    Q_INVOKABLE void begin(gaplight::ui::FileChooser::Purpose purpose, const QString& suffix = {},
                           const QString& name = QStringLiteral("timeline"));
    // The same in FilePage.qml, also where the desktop has a dialog: there one cannot type
    // HOST:PATH.
    void beginTyped(Purpose purpose);
    Q_INVOKABLE void cancel();
    // Return: enters a folder, or chooses a file.
    Q_INVOKABLE void accept();
    // The same for a row of the list.
    Q_INVOKABLE void acceptRow(int row);
    // The desktop's dialog was accepted.
    Q_INVOKABLE void acceptUrl(const QUrl& url);
    // Answers the question about `replaced`.
    Q_INVOKABLE void replace(bool agreed);
    Q_INVOKABLE void goUp();
    // Completes what is typed. False: there is nothing to add.
    Q_INVOKABLE bool complete();

    [[nodiscard]] bool isOpen() const { return m_isOpen; }
    [[nodiscard]] bool isDesktopOpen() const { return m_isDesktopOpen; }
    void setDesktopOpen(bool open);
    [[nodiscard]] bool saves() const { return m_purpose == SaveFigure; }
    [[nodiscard]] QString title() const;
    [[nodiscard]] QString action() const;
    [[nodiscard]] QStringList nameFilters() const;
    [[nodiscard]] QString suffix() const { return m_suffix; }
    [[nodiscard]] QString folder() const { return m_folder; }
    [[nodiscard]] QUrl folderUrl() const { return QUrl::fromLocalFile(m_folder); }
    [[nodiscard]] QString text() const { return m_text; }
    void setText(const QString& text);
    [[nodiscard]] int row() const { return m_row; }
    void setRow(int row);
    [[nodiscard]] QString problem() const { return m_problem; }
    [[nodiscard]] QString replaced() const { return m_replaced; }
    [[nodiscard]] FileListModel* files() { return &m_files; }
    [[nodiscard]] FilePreview* preview() { return &m_preview; }

Q_SIGNALS:
    void openChanged();
    void folderChanged();
    void textChanged();
    void rowChanged();
    void problemChanged();
    // Show the desktop's dialog.
    void desktopRequested();
    void chosen(gaplight::ui::FileChooser::Purpose purpose, const QString& path);

private:
    // What is typed, as an absolute path.
    [[nodiscard]] QString typedPath() const;
    void setPurpose(Purpose purpose, const QString& suffix);
    // `name`: proposed for a file to write.
    void showPage(const QString& name);
    void enter(const QString& folder);
    void choose(const QString& path);
    void finish(const QString& path);
    void setQuestion(const QString& problem, const QString& replaced);
    void showRow();

    std::function<QString()> m_firstFolder;
    bool m_hasDesktopDialog;
    bool m_isOpen = false;
    bool m_isDesktopOpen = false;
    Purpose m_purpose = OpenTrace;
    QString m_suffix;
    QString m_folder;
    QString m_listedFolder;  // that of what is typed
    QString m_text;
    QString m_problem;
    QString m_replaced;  // absolute path
    int m_row = -1;
    FileListModel m_files;
    FilePreview m_preview;
};

}  // namespace gaplight::ui
