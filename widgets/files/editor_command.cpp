// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/files/editor_command.h"

#include <algorithm>
#include <array>

#include <QFileInfo>
#include <QProcess>

namespace gaplight::ui {
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

}  // namespace gaplight::ui
