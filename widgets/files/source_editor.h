// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

#include <QObject>
#include <QQmlEngine>
#include <QString>
#include <QStringList>

#include "core/base/result.h"
#include "widgets/session/session_object.h"

namespace gaplight::ui {

// A line of a source file, as a trace names it.
struct SourceLine {
    QString file;  // may be relative, or of another machine
    int line = 0;
};
// Splits "a/module.py:12". Empty for any other text, for a name that is no Python source, and for
// one with control characters.
[[nodiscard]] std::optional<SourceLine> sourceLineOf(const QString& source);

// The absolute path of an existing regular file: the named one if its name is absolute, else below
// the first of `folders` that has it. A file that was recorded on another machine is also looked
// for by the last parts of its path, at least two. Names are untrusted: those that leave a folder
// ("..") are not looked for. Empty: there is none.
[[nodiscard]] QString findSource(const QString& file, const QStringList& folders);

// Folders that Python packages are in: of the virtual environment in use, and of the system.
[[nodiscard]] QStringList packageFolders();

// A program with its arguments, started without a shell.
struct EditorCommand {
    QString program;  // an absolute path
    QStringList arguments;
    friend bool operator==(const EditorCommand&, const EditorCommand&) = default;
};

// What the choice of an editor depends on.
struct EditorChoice {
    QString setting;  // "code --goto {file}:{line}", or the program alone; empty: not set
    QString visual;   // $VISUAL
    QString editor;   // $EDITOR
    // The absolute path of a program by name; empty: there is none.
    std::function<QString(const QString&)> findProgram;
};

// The command that opens a file at a line: the first of setting, $VISUAL, $EDITOR and xdg-open that
// is set. A command is split at spaces, with quotes, as on a command line, but nothing is expanded:
// {file} and {line} are replaced inside the arguments after that, so that a file's name never
// becomes more than one argument. Without {file} the file and, as the editor expects it, the line
// come last. An editor of the terminal is started in one.
// Errors: NotFound (no such program, no terminal, no editor), BadArgument (an empty command).
[[nodiscard]] Result<EditorCommand> editorCommand(const EditorChoice& choice, const QString& path,
                                                  int line);

// Opens lines of Python sources in the user's editor. Files are looked for as findSource() does: in
// the folders of the settings, beside the trace, in the working directory, among Python packages.
class SourceEditor : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    // Command of the editor; empty: $VISUAL, $EDITOR or the desktop's. Kept in the settings.
    Q_PROPERTY(QString command READ command WRITE setCommand NOTIFY settingsChanged)
    // Folders of sources, separated by ":". Kept in the settings.
    Q_PROPERTY(QString folders READ folders WRITE setFolders NOTIFY settingsChanged)
    // Why the last line was not opened; empty: it was.
    Q_PROPERTY(QString notice READ notice NOTIFY noticeChanged)

public:
    // `session` must outlive it.
    explicit SourceEditor(const SessionObject& session, QObject* parent = nullptr);

    QString command() const;
    void setCommand(const QString& command);
    QString folders() const;
    void setFolders(const QString& folders);
    QString notice() const { return m_notice; }

    // Opens "a/module.py:12". An empty text: the selection has no Python frame.
    Q_INVOKABLE void open(const QString& source);
    Q_INVOKABLE void copy(const QString& source) const;
    Q_INVOKABLE void dismissNotice() { setNotice({}); }

Q_SIGNALS:
    void settingsChanged();
    void noticeChanged();

private:
    QStringList searchedFolders() const;
    // Returns why it was not opened; empty: it was.
    QString openLine(const QString& source) const;
    void setNotice(const QString& notice);

    const SessionObject& m_session;
    QString m_notice;
};

}  // namespace gaplight::ui
