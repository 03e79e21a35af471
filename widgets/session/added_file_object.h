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

// A file beside the window's trace: a memory snapshot, a kernel report. It lies on the shown trace
// and goes with it, or it is alone, on a page of its own, until a trace is opened.
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
    // Opens the file of this kind among dropped files, and the trace beside it. False if there is
    // none.
    Q_INVOKABLE bool openDropped(const QList<QUrl>& urls);
    Q_INVOKABLE virtual void close() = 0;

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] bool alone() const { return m_state != Empty && m_isAlone; }
    // Whether its page fills the window.
    [[nodiscard]] bool isPageShown() const {
        return alone() && m_state == Ready && m_session.state() == SessionObject::Empty;
    }
    [[nodiscard]] QString path() const { return m_path; }
    [[nodiscard]] QString fileName() const;
    [[nodiscard]] const SessionObject& session() const { return m_session; }

Q_SIGNALS:
    void stateChanged();
    // A file was opened alone; for the list of recent files.
    void opened(const QString& path);

protected:
    // `session` must outlive it. `isOfKind`: whether a regular file begins as files of this kind
    // do.
    AddedFileObject(SessionObject& session, bool (*isOfKind)(const QString& path), QObject* parent);

    [[nodiscard]] SessionObject& shownSession() { return m_session; }
    // The file is at `path` from now on, and lies on `trace`; null: it is alone.
    void setPlace(const QString& path, std::shared_ptr<const Trace> trace);
    void clearPlace();
    void setPath(const QString& path) { m_path = path; }
    // That it lies on; null: none.
    [[nodiscard]] const std::shared_ptr<const Trace>& trace() const { return m_trace; }
    [[nodiscard]] bool isAlone() const { return m_isAlone; }
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
