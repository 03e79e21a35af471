// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include <QString>
#include <QStringList>

#include "core/base/result.h"

namespace gaplight::ui {

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

}  // namespace gaplight::ui
