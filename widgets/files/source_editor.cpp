// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/files/source_editor.h"

#include <QClipboard>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QProcess>
#include <QSettings>
#include <QStandardPaths>

#include "widgets/convert/qt_convert.h"
#include "widgets/files/editor_command.h"
#include "widgets/files/source_search.h"

namespace gaplight::ui {
namespace {

QString commandKey() {
    return QStringLiteral("editor/command");
}
QString foldersKey() {
    return QStringLiteral("editor/folders");
}

QString programNamed(const QString& name) {
    const QString found = QStandardPaths::findExecutable(name);
    return found.isEmpty() ? found : QFileInfo(found).absoluteFilePath();
}

}  // namespace

SourceEditor::SourceEditor(const SessionObject& session, QObject* parent)
    : QObject(parent), m_session(session) {
    connect(&session, &SessionObject::traceChanged, this, &SourceEditor::dismissNotice);
}

QString SourceEditor::command() const {
    return QSettings().value(commandKey()).toString();
}

void SourceEditor::setCommand(const QString& command) {
    QSettings().setValue(commandKey(), command);
    Q_EMIT settingsChanged();
}

QString SourceEditor::folders() const {
    return QSettings().value(foldersKey()).toString();
}

void SourceEditor::setFolders(const QString& folders) {
    QSettings().setValue(foldersKey(), folders);
    Q_EMIT settingsChanged();
}

void SourceEditor::setNotice(const QString& notice) {
    if (notice != m_notice) {
        m_notice = notice;
        Q_EMIT noticeChanged();
    }
}

QStringList SourceEditor::searchedFolders() const {
    QStringList found;
    for (const QString& each : folders().split(u':', Qt::SkipEmptyParts)) {
        found << (each.startsWith(QLatin1String("~/")) ? QDir::homePath() + each.mid(1) : each);
    }
    if (!m_session.path().isEmpty()) {
        found << QFileInfo(m_session.path()).absolutePath();
    }
    return found << QDir::currentPath() << packageFolders();
}

void SourceEditor::open(const QString& source) {
    setNotice(openLine(source));
}

void SourceEditor::copy(const QString& source) const {
    QGuiApplication::clipboard()->setText(source);
}

QString SourceEditor::openLine(const QString& source) const {
    if (source.isEmpty()) {
        return QStringLiteral(
            "No Python frame is around the selection. Frames are recorded with "
            "with_stack=True.");
    }
    const auto wanted = sourceLineOf(source);
    if (!wanted) {
        return QStringLiteral("%1 is no Python source.").arg(source);
    }
    const QString path = findSource(wanted->file, searchedFolders());
    if (path.isEmpty()) {
        return QStringLiteral(
                   "%1 is not on this machine. Name the folder of its sources in "
                   "Settings.")
            .arg(wanted->file);
    }
    const EditorChoice choice{command(), qEnvironmentVariable("VISUAL"),
                              qEnvironmentVariable("EDITOR"), programNamed};
    const Result<EditorCommand> editor = editorCommand(choice, path, wanted->line);
    if (!editor) {
        const QString error = toQString(editor.error().message);
        return error.left(1).toUpper() + error.mid(1) + u'.';
    }
    return QProcess::startDetached(editor->program, editor->arguments, QDir::homePath())
               ? QString()
               : QStringLiteral("%1 could not be started.").arg(editor->program);
}

}  // namespace gaplight::ui
