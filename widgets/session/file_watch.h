// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDateTime>
#include <QFileSystemWatcher>
#include <QObject>
#include <QQmlEngine>
#include <QTimer>

#include "widgets/session/session_object.h"

namespace gaplight::ui {

// Watches the file of the open trace for being rewritten or replaced. The shown trace stays until
// the user reloads it.
class FileWatch : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(bool fileChanged READ fileChanged NOTIFY fileChangedChanged)

public:
    // `session` must outlive it.
    explicit FileWatch(SessionObject& session, QObject* parent = nullptr);

    bool fileChanged() const { return m_changed; }
    // Loads the file again; the view is restored.
    Q_INVOKABLE void reload();

Q_SIGNALS:
    void fileChangedChanged();

private:
    void watch(const QString& path);
    void checkFile();
    void setChanged(bool changed);

    SessionObject& m_session;
    QFileSystemWatcher m_watcher;
    QTimer m_settle;  // delays the check: a file is written in several steps
    QString m_path;
    QDateTime m_writtenAt;
    qint64 m_size = 0;
    bool m_changed = false;
};

}  // namespace gaplight::ui
