// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include <QQmlEngine>
#include <QString>

#include "widgets/convert/row_list_model.h"
#include "widgets/input/action.h"

namespace gaplight::ui {

// The table of actions, for the help page and the start page.
class ActionListModel : public RowListModel<const ActionRow*> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")

public:
    explicit ActionListModel(QObject* parent = nullptr);
};

// A trace that the command palette offers to open.
struct OfferedFile {
    QString path;
    QString name;
    QString kind;  // "Recent file", "Sample"
};

// A row of the command palette: an action, or a file where `row` is null.
struct Command {
    const ActionRow* row = nullptr;
    OfferedFile file;
};

// Actions and files whose title, section, keys or synonyms ("bubble" for an idle gap) contain all
// words of a filter, the best match first; all of them without a filter.
class CommandListModel : public RowListModel<Command> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(QString filter READ filter WRITE setFilter NOTIFY filterChanged)
    Q_PROPERTY(int count READ count NOTIFY filterChanged)

public:
    using FileSource = std::function<std::vector<OfferedFile>()>;

    // Whether an action has chosen what is shown at present.
    using ChoiceTest = std::function<bool(Action)>;

    // `files`: files to offer, called for each filter.
    explicit CommandListModel(FileSource files = {}, ChoiceTest isChosen = {},
                              QObject* parent = nullptr);

    QString filter() const { return m_filter; }
    void setFilter(const QString& filter);
    // The action of a row that is no file.
    Action actionAt(int row) const;
    // Emits the signal of a row.
    Q_INVOKABLE void run(int row);
    // Lists files and actions anew.
    Q_INVOKABLE void match();

Q_SIGNALS:
    void filterChanged();
    void actionChosen(gaplight::ui::Action action);
    void fileChosen(const QString& path);

private:
    FileSource m_files;
    QString m_filter;
};

}  // namespace gaplight::ui
