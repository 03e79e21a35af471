// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <QString>
#include <QStringList>

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

}  // namespace gaplight::ui
