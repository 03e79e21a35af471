// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QQmlEngine>
#include <QString>

#include "widgets/session/session_object.h"

namespace gaplight::ui {

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

    [[nodiscard]] QString command() const;
    void setCommand(const QString& command);
    [[nodiscard]] QString folders() const;
    void setFolders(const QString& folders);
    [[nodiscard]] QString notice() const { return m_notice; }

    // Opens "a/module.py:12". An empty text: the selection has no Python frame.
    Q_INVOKABLE void open(const QString& source);
    Q_INVOKABLE void copy(const QString& source) const;
    Q_INVOKABLE void dismissNotice() { setNotice({}); }

Q_SIGNALS:
    void settingsChanged();
    void noticeChanged();

private:
    [[nodiscard]] QStringList searchedFolders() const;
    // Returns why it was not opened; empty: it was.
    [[nodiscard]] QString openLine(const QString& source) const;
    void setNotice(const QString& notice);

    const SessionObject& m_session;
    QString m_notice;
};

}  // namespace gaplight::ui
