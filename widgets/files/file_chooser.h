// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <QList>
#include <QObject>
#include <QQmlEngine>
#include <QString>
#include <QStringList>
#include <QUrl>

#include "widgets/files/file_list_model.h"
#include "widgets/session/pool_work.h"

namespace gaplight::ui {

// Whether a library is a platform theme of Qt with a file dialog of the desktop: GTK, the desktop
// portal, KDE. Qt has no public function for it; without such a theme QtQuick.Dialogs shows a
// fallback of its own.
[[nodiscard]] bool isThemeWithFileDialog(std::string_view library);
// Paths of the libraries that this process has loaded.
[[nodiscard]] std::vector<std::string> loadedLibraries();
// Whether the desktop's file dialog is available. Valid once the application object exists.
[[nodiscard]] bool hasDesktopFileDialog();

// Facts of a file, read on another thread: its format by its first bytes, and for a file of up to
// kMaxBytes what is in it. Another file cancels the reading.
class FilePreview : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("part of the file chooser")
    // Lines of text; empty without a file.
    Q_PROPERTY(QString text READ text NOTIFY changed)
    Q_PROPERTY(QString path READ path NOTIFY changed)
    Q_PROPERTY(bool loading READ loading NOTIFY changed)

public:
    // Largest file that is previewed, on disk; a trace of this size loads in about a second.
    static constexpr qint64 kMaxBytes = 16'000'000;

    explicit FilePreview(QObject* parent = nullptr);
    ~FilePreview() override;

    // Empty: no file.
    void setPath(const QString& path);
    QString path() const { return m_path; }
    QString text() const { return m_text; }
    bool loading() const { return m_isLoading; }

Q_SIGNALS:
    void changed();

private:
    QString m_path;
    QString m_text;
    bool m_isLoading = false;
    std::stop_source m_stop;
    PoolWork<QString> m_work;
};

// The choice of a file, in the desktop's dialog or in FilePage.qml.
//
// In the page one types a path: "../run4/tra" lists the names of ../run4 that contain "tra". Return
// opens the selected row, else what is typed; a folder is entered, but of a listed one the ranks
// are opened that are offered first. Paths are relative to `folder`,
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
    Q_PROPERTY(bool takesSeveral READ takesSeveral NOTIFY openChanged)
    Q_PROPERTY(QString title READ title NOTIFY openChanged)
    Q_PROPERTY(QString action READ action NOTIFY openChanged)  // of the button: "Open"
    Q_PROPERTY(QStringList nameFilters READ nameFilters NOTIFY openChanged)
    Q_PROPERTY(QString suffix READ suffix NOTIFY openChanged)  // of the file to write
    Q_PROPERTY(QString folder READ folder NOTIFY folderChanged)
    Q_PROPERTY(QUrl folderUrl READ folderUrl NOTIFY folderChanged)
    // The folder whose files are listed: that of what is typed.
    Q_PROPERTY(QString listedFolder READ listedFolder NOTIFY textChanged)
    Q_PROPERTY(QString text READ text WRITE setText NOTIFY textChanged)
    // Row of the list; -1: what is typed counts.
    Q_PROPERTY(int row READ row WRITE setRow NOTIFY rowChanged)
    // Names of the files that are to be opened together.
    Q_PROPERTY(QStringList marked READ marked NOTIFY markedChanged)
    // "8 ranks of one run here: open them all", of several sets "4 ranks of ddp_rank#: open them
    // all"; the largest first. Empty: there are none.
    Q_PROPERTY(QStringList rankOffers READ rankOffers NOTIFY markedChanged)
    // "This is one of 8 ranks in its folder", of the open trace; empty: it is none, or the user
    // does not want them.
    Q_PROPERTY(QString besideOffer READ besideOffer NOTIFY besideChanged)
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
    // Marks the file of a row, or takes its mark away.
    Q_INVOKABLE void toggleMark(int row);
    // Marks the files from the selected row to this one.
    Q_INVOKABLE void markTo(int row);
    Q_INVOKABLE void clearMarks();
    // Opens the marked files as ranks of one run, or those of an offer; compares two marked ones.
    Q_INVOKABLE void openTogether(int offer = 0);
    Q_INVOKABLE void compareMarked();
    // The desktop's dialogs, of files and of a folder, were accepted. Several traces are opened as
    // dropped ones are: two are compared, more are the ranks of one run.
    Q_INVOKABLE void acceptUrls(const QList<QUrl>& urls);
    // Shows the desktop's dialog of folders, for the ranks of a run; without one FilePage.qml.
    Q_INVOKABLE void beginFolder();
    // Offers the files beside a rank's that differ from it in numbers alone, whichever way it was
    // opened; an empty path takes the offer back.
    void offerBeside(const QString& path);
    Q_INVOKABLE void openBeside();
    Q_INVOKABLE void dismissBeside() { offerBeside({}); }
    // Answers the question about `replaced`.
    Q_INVOKABLE void replace(bool agreed);
    Q_INVOKABLE void goUp();
    // Completes what is typed. False: there is nothing to add.
    Q_INVOKABLE bool complete();

    bool isOpen() const { return m_isOpen; }
    bool isDesktopOpen() const { return m_isDesktopOpen; }
    void setDesktopOpen(bool open);
    bool saves() const { return m_purpose == SaveFigure; }
    // Whether the desktop's dialog takes several files.
    bool takesSeveral() const { return m_purpose == OpenTrace; }
    QString title() const;
    QString action() const;
    QStringList nameFilters() const;
    QString suffix() const { return m_suffix; }
    QString folder() const { return m_folder; }
    QUrl folderUrl() const { return QUrl::fromLocalFile(m_folder); }
    QString listedFolder() const { return m_listedFolder; }
    QString text() const { return m_text; }
    void setText(const QString& text);
    int row() const { return m_row; }
    void setRow(int row);
    const QStringList& marked() const { return m_marked; }
    QStringList rankOffers() const;
    QString besideOffer() const;
    QString problem() const { return m_problem; }
    QString replaced() const { return m_replaced; }
    FileListModel* files() { return &m_files; }
    FilePreview* preview() { return &m_preview; }

Q_SIGNALS:
    void openChanged();
    void folderChanged();
    void textChanged();
    void rowChanged();
    void problemChanged();
    void markedChanged();
    void besideChanged();
    // Show the desktop's dialog, of files or of folders.
    void desktopRequested();
    void desktopFolderRequested();
    void chosen(gaplight::ui::FileChooser::Purpose purpose, const QString& path);
    // Ranks of one run, or several files as they would be dropped.
    void ranksChosen(const QStringList& paths);
    void severalChosen(const QStringList& paths);

private:
    // Whether what is typed is the listed folder itself.
    bool isAtListedFolder() const;
    // What is typed, as an absolute path.
    QString typedPath() const;
    void setPurpose(Purpose purpose, const QString& suffix);
    // `name`: proposed for a file to write.
    void showPage(const QString& name);
    void enter(const QString& folder);
    void choose(const QString& path);
    void finish(const QString& path);
    void setQuestion(const QString& problem, const QString& replaced);
    void showRow();
    QStringList pathsOf(const QStringList& names) const;

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
    bool m_isAwaited = false;  // Return was pressed before the folder was read
    QStringList m_marked;
    QStringList m_beside;  // paths; empty: no offer
    FileListModel m_files;
    FilePreview m_preview;
};

}  // namespace gaplight::ui
