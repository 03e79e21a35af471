// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/files/source_editor.h"

#include <algorithm>
#include <array>

#include <QClipboard>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QProcess>
#include <QRegularExpression>
#include <QSettings>
#include <QStandardPaths>

#include "widgets/convert/qt_convert.h"

namespace gaplight::ui {
namespace {

constexpr std::array kEndings{".py", ".pyi", ".pyx", ".pxd"};
constexpr qsizetype kMinParts = 2;  // of a path that is looked for below other folders

bool isPythonSource(const QString& file) {
    return std::any_of(kEndings.begin(), kEndings.end(), [&file](const char* ending) {
        return file.endsWith(QLatin1String(ending));
    });
}

// Not a folder, a device or a pipe.
QString regularFile(const QString& path) {
    const QFileInfo info(path);
    return info.isFile() && info.isReadable() ? info.absoluteFilePath() : QString();
}

QString fileBelow(const QStringList& folders, const QString& name) {
    for (const QString& folder : folders) {
        if (folder.isEmpty()) {
            continue;
        }
        if (const QString found = regularFile(QDir(folder).absoluteFilePath(name));
            !found.isEmpty()) {
            return found;
        }
    }
    return {};
}

// "root/lib/python3.11/site-packages" for every version.
QStringList librariesOf(const QString& root, const QString& name) {
    QStringList folders;
    const QDir libraries(root + QStringLiteral("/lib"));
    for (const QString& version :
         libraries.entryList({QStringLiteral("python3*")}, QDir::Dirs | QDir::NoDotAndDotDot)) {
        folders << libraries.filePath(version + u'/' + name) << libraries.filePath(version);
    }
    return folders;
}

}  // namespace

std::optional<SourceLine> sourceLineOf(const QString& source) {
    const qsizetype colon = source.lastIndexOf(u':');
    bool isNumber = false;
    const int line = colon < 0 ? 0 : QStringView(source).mid(colon + 1).toInt(&isNumber);
    const QString file = source.left(std::max<qsizetype>(colon, 0));
    const bool isPlain =
        std::none_of(file.begin(), file.end(), [](QChar each) { return !each.isPrint(); });
    return isNumber && line >= 0 && isPlain && isPythonSource(file)
               ? std::optional(SourceLine{file, line})
               : std::nullopt;
}

QString findSource(const QString& file, const QStringList& folders) {
    QStringList parts = file.split(u'/', Qt::SkipEmptyParts);
    if (parts.contains(QStringLiteral(".."))) {
        return {};
    }
    const bool isAbsolute = QDir::isAbsolutePath(file);
    if (isAbsolute) {
        if (const QString found = regularFile(file); !found.isEmpty()) {
            return found;
        }
    }
    for (bool isWhole = !isAbsolute && !parts.isEmpty(); isWhole || parts.size() >= kMinParts;
         isWhole = false) {
        if (const QString found = fileBelow(folders, parts.join(u'/')); !found.isEmpty()) {
            return found;
        }
        parts.removeFirst();
    }
    return {};
}

QStringList packageFolders() {
    QStringList folders;
    const QString environment = qEnvironmentVariable("VIRTUAL_ENV");
    if (!environment.isEmpty()) {
        folders << librariesOf(environment, QStringLiteral("site-packages"));
    }
    folders << librariesOf(QStringLiteral("/usr/local"), QStringLiteral("dist-packages"))
            << QStringLiteral("/usr/lib/python3/dist-packages")
            << librariesOf(QStringLiteral("/usr"), QStringLiteral("dist-packages"));
    return folders;
}

namespace {

// How editors are given the line.
enum class LineForm {
    None,
    Plus,    // +12 FILE
    Colon,   // FILE:12
    Goto,    // --goto FILE:12
    Option,  // --line 12 FILE
};

struct KnownEditor {
    const char* name;
    LineForm form;
    bool isInTerminal = false;
};

constexpr std::array kEditors{
    KnownEditor{"code", LineForm::Goto},        KnownEditor{"codium", LineForm::Goto},
    KnownEditor{"code-oss", LineForm::Goto},    KnownEditor{"code-insiders", LineForm::Goto},
    KnownEditor{"cursor", LineForm::Goto},      KnownEditor{"subl", LineForm::Colon},
    KnownEditor{"zed", LineForm::Colon},        KnownEditor{"zeditor", LineForm::Colon},
    KnownEditor{"gvim", LineForm::Plus},        KnownEditor{"emacs", LineForm::Plus},
    KnownEditor{"emacsclient", LineForm::Plus}, KnownEditor{"gedit", LineForm::Plus},
    KnownEditor{"pluma", LineForm::Plus},       KnownEditor{"xed", LineForm::Plus},
    KnownEditor{"geany", LineForm::Colon},      KnownEditor{"gnome-text-editor", LineForm::Plus},
    KnownEditor{"kate", LineForm::Option},      KnownEditor{"kwrite", LineForm::Option},
    KnownEditor{"pycharm", LineForm::Option},   KnownEditor{"vi", LineForm::Plus, true},
    KnownEditor{"vim", LineForm::Plus, true},   KnownEditor{"nvim", LineForm::Plus, true},
    KnownEditor{"view", LineForm::Plus, true},  KnownEditor{"nano", LineForm::Plus, true},
    KnownEditor{"micro", LineForm::Plus, true}, KnownEditor{"joe", LineForm::Plus, true},
    KnownEditor{"kak", LineForm::Plus, true},   KnownEditor{"ne", LineForm::Plus, true},
    KnownEditor{"hx", LineForm::Colon, true},   KnownEditor{"helix", LineForm::Colon, true},
    KnownEditor{"less", LineForm::Plus, true},  KnownEditor{"ed", LineForm::None, true},
};

struct KnownTerminal {
    const char* name;
    const char* option;  // before a program with its arguments, which no shell sees
};

constexpr std::array kTerminals{
    KnownTerminal{"xdg-terminal-exec", ""},
    KnownTerminal{"gnome-terminal", "--"},
    KnownTerminal{"konsole", "-e"},
    KnownTerminal{"xfce4-terminal", "-x"},
    KnownTerminal{"kitty", ""},
    KnownTerminal{"alacritty", "-e"},
    KnownTerminal{"foot", ""},
    KnownTerminal{"xterm", "-e"},
};

KnownEditor editorNamed(const QString& program) {
    const QString name = QFileInfo(program).fileName();
    const auto found = std::find_if(
        kEditors.begin(), kEditors.end(),
        [&name](const KnownEditor& editor) { return name == QLatin1String(editor.name); });
    return found == kEditors.end() ? KnownEditor{"", LineForm::None} : *found;
}

QStringList fileArguments(LineForm form, const QString& path, int line) {
    const QString number = QString::number(line);
    switch (form) {
        case LineForm::Plus:
            return {u'+' + number, path};
        case LineForm::Colon:
            return {path + u':' + number};
        case LineForm::Goto:
            return {QStringLiteral("--goto"), path + u':' + number};
        case LineForm::Option:
            return {QStringLiteral("--line"), number, path};
        case LineForm::None:
            break;
    }
    return {path};
}

std::string quoted(const QString& text) {
    return '"' + text.toStdString() + '"';
}

Result<EditorCommand> inTerminal(const EditorChoice& choice, EditorCommand command) {
    for (const KnownTerminal& terminal : kTerminals) {
        const QString program = choice.findProgram(QLatin1String(terminal.name));
        if (!program.isEmpty()) {
            QStringList arguments;
            if (*terminal.option != '\0') {
                arguments << QLatin1String(terminal.option);
            }
            return EditorCommand{program, arguments << command.program << command.arguments};
        }
    }
    return fail(ErrorCode::NotFound,
                quoted(QFileInfo(command.program).fileName()) +
                    " needs a terminal, and none was found (xterm, konsole, gnome-terminal); "
                    "name another editor in Settings");
}

Result<EditorCommand> commandOf(const EditorChoice& choice, const QString& text, const char* origin,
                                const QString& path, int line) {
    QStringList arguments = QProcess::splitCommand(text);
    if (arguments.isEmpty() || arguments.front().isEmpty()) {
        return fail(ErrorCode::BadArgument,
                    std::string("the editor command of ") + origin + " names no program");
    }
    const QString name = arguments.takeFirst();
    EditorCommand command{choice.findProgram(name), {}};
    if (command.program.isEmpty()) {
        return fail(ErrorCode::NotFound, "the editor " + quoted(name) + " of " + origin +
                                             " is not installed; name another in Settings");
    }
    const bool placesFile =
        std::any_of(arguments.begin(), arguments.end(),
                    [](const QString& each) { return each.contains(QLatin1String("{file}")); });
    const KnownEditor editor = editorNamed(name);
    for (QString& argument : arguments) {
        // The line first: a file's name may have {line} in it.
        argument.replace(QLatin1String("{line}"), QString::number(line));
        argument.replace(QLatin1String("{file}"), path);
    }
    command.arguments = placesFile ? arguments : arguments + fileArguments(editor.form, path, line);
    const bool showsItself = arguments.contains(QStringLiteral("-g"));  // vim -g is gvim
    return editor.isInTerminal && !showsItself ? inTerminal(choice, command)
                                               : Result<EditorCommand>(command);
}

}  // namespace

Result<EditorCommand> editorCommand(const EditorChoice& choice, const QString& path, int line) {
    const std::array origins{std::pair{&choice.setting, "Settings"},
                             std::pair{&choice.visual, "$VISUAL"},
                             std::pair{&choice.editor, "$EDITOR"}};
    for (const auto& [text, origin] : origins) {
        if (!text->trimmed().isEmpty()) {
            return commandOf(choice, *text, origin, path, line);
        }
    }
    const QString desktop = choice.findProgram(QStringLiteral("xdg-open"));
    if (desktop.isEmpty()) {
        return fail(ErrorCode::NotFound,
                    "no editor is known: name one in Settings, or in $VISUAL or $EDITOR");
    }
    return EditorCommand{desktop, {path}};
}

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
