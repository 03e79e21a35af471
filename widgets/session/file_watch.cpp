// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/session/file_watch.h"

#include <QFileInfo>

namespace gaplight::ui {
namespace {

constexpr int kSettleMilliseconds = 500;

}  // namespace

FileWatch::FileWatch(SessionObject& session, QObject* parent)
    : QObject(parent), m_session(session) {
    m_settle.setSingleShot(true);
    m_settle.setInterval(kSettleMilliseconds);
    connect(&m_settle, &QTimer::timeout, this, &FileWatch::checkFile);
    connect(&session, &SessionObject::opened, this, &FileWatch::watch);
    const auto later = [this] { m_settle.start(); };
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, later);
    // A program can also replace the file; only its folder notifies of that.
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, later);
}

void FileWatch::watch(const QString& path) {
    const QStringList before = m_watcher.files() + m_watcher.directories();
    if (!before.isEmpty()) {
        m_watcher.removePaths(before);
    }
    m_settle.stop();
    setChanged(false);
    const QFileInfo file(path);
    m_path = file.isFile() ? file.absoluteFilePath() : QString();  // standard input is none
    if (!m_path.isEmpty()) {
        m_writtenAt = file.lastModified();
        m_size = file.size();
        m_watcher.addPaths({m_path, file.absolutePath()});
    }
}

void FileWatch::checkFile() {
    const QFileInfo file(m_path);
    if (m_path.isEmpty() || !file.isFile()) {
        return;  // gone, for now
    }
    if (!m_watcher.files().contains(m_path)) {
        m_watcher.addPath(m_path);
    }
    setChanged(file.lastModified() != m_writtenAt || file.size() != m_size);
}

void FileWatch::reload() {
    if (!m_path.isEmpty()) {
        m_session.open(m_path);
    }
}

void FileWatch::setChanged(bool changed) {
    if (changed != m_changed) {
        m_changed = changed;
        Q_EMIT fileChangedChanged();
    }
}

}  // namespace gaplight::ui
