// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QQmlEngine>
#include <QSettings>
#include <QString>

#include "widgets/convert/row_list_model.h"

namespace gaplight::ui {

// A query that can be chosen.
struct LibraryRow {
    QString section;  // "Saved", "Ready to run", "History"
    QString title;
    QString description;
    QString sql;
    QString file;  // of a saved one; empty: another
};

// The queries of the window: saved ones, each a file below the settings' folder, shipped ones, and
// those that ran last, in the settings. Roles: `section`, `title`, `description`, `isSaved`.
class QueryLibrary : public RowListModel<LibraryRow> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    // Why the last query could not be saved or removed; empty: it was.
    Q_PROPERTY(QString error READ error NOTIFY changed)

public:
    static constexpr int kMaxHistory = 50;

    // `configDirectory`: of the user's settings; empty: nothing is saved.
    explicit QueryLibrary(QString configDirectory, QObject* parent = nullptr);

    QString error() const { return m_error; }
    Q_INVOKABLE QString sqlOf(int row) const;
    // Of a query of the history: nothing.
    Q_INVOKABLE QString titleOf(int row) const;
    // The title of a saved or shipped query of this text; empty: none has it.
    Q_INVOKABLE QString titleOfText(const QString& sql) const;
    // Writes the text to a file named by its title, also over another; its first line becomes the
    // title.
    Q_INVOKABLE void save(const QString& title, const QString& sql);
    Q_INVOKABLE void remove(int row);
    // Adds a query that has run to the history, or moves it to its begin.
    Q_INVOKABLE void remember(const QString& sql);
    // Reads the saved queries again.
    Q_INVOKABLE void reload();

Q_SIGNALS:
    void changed();

private:
    QString folder() const;
    void fail(const QString& why);

    QString m_configDirectory;
    QString m_error;
    QSettings m_settings;
};

}  // namespace gaplight::ui
