// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <QList>
#include <QObject>
#include <QQmlEngine>
#include <QString>
#include <QUrl>

#include "widgets/session/session_object.h"

namespace gaplight::ui {

// A memory snapshot or a kernel report that the window has opened. If a trace is shown, it
// belongs to that trace and is closed with it. Otherwise the window shows a page for it alone, and
// it is closed when a trace is opened.
class AddedFileObject : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(State state READ state NOTIFY stateChanged)
    // Whether it is, or would be, the window's content; false: part of the shown trace.
    Q_PROPERTY(bool alone READ alone NOTIFY stateChanged)
    Q_PROPERTY(QString path READ path NOTIFY stateChanged)
    Q_PROPERTY(QString fileName READ fileName NOTIFY stateChanged)

public:
    enum State { Empty, Loading, Ready, Failed };
    Q_ENUM(State)

    // Onto the shown trace, else alone. Cancels a running load.
    Q_INVOKABLE virtual void open(const QString& path) = 0;
    // As open(), as soon as the next trace is shown.
    void openAfterTrace(const QString& path) { m_awaited = path; }
    // If one of the dropped files is of this kind, opens it and the trace dropped with it. False if
    // none is.
    Q_INVOKABLE bool openDropped(const QList<QUrl>& urls);
    Q_INVOKABLE virtual void close() = 0;

    State state() const { return m_state; }
    bool alone() const { return m_state != Empty && m_isAlone; }
    // Whether its page fills the window.
    bool isPageShown() const {
        return alone() && m_state == Ready && m_session.state() == SessionObject::Empty;
    }
    QString path() const { return m_path; }
    QString fileName() const;
    const SessionObject& session() const { return m_session; }

Q_SIGNALS:
    void stateChanged();
    // A file was opened alone; for the list of recent files.
    void opened(const QString& path);

protected:
    // `session` must outlive it. `isOfKind`: whether a regular file begins as files of this kind
    // do.
    AddedFileObject(SessionObject& session, bool (*isOfKind)(const QString& path), QObject* parent);

    [[nodiscard]] SessionObject& shownSession() { return m_session; }
    // Sets the file's path, and the trace that it belongs to; null if it is alone.
    void setPlace(const QString& path, std::shared_ptr<const Trace> trace);
    void clearPlace();
    void setPath(const QString& path) { m_path = path; }
    // The trace that it belongs to; null if it is alone.
    const std::shared_ptr<const Trace>& trace() const { return m_trace; }
    bool isAlone() const { return m_isAlone; }
    // Closes the trace that was opened while a file was read alone.
    void closeShownTrace();
    void setState(State state);

private:
    void followTrace();

    SessionObject& m_session;
    bool (*m_isOfKind)(const QString& path);
    State m_state = Empty;
    bool m_isAlone = false;
    QString m_path;
    QString m_awaited;  // opened once a trace is shown
    std::shared_ptr<const Trace> m_trace;
};

}  // namespace gaplight::ui
