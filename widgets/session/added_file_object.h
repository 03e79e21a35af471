// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include <QObject>
#include <QQmlEngine>
#include <QString>

#include "core/session/document.h"
#include "widgets/session/session_object.h"

namespace gaplight::ui {

// A file that is no trace: a memory snapshot, a kernel report, what says where kernels come from.
// If a trace is shown, it belongs to that trace and is closed with it. Otherwise the window shows a
// page for it alone, and it is closed when a trace is opened.
class AddedFileObject : public LoadingObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    // Whether it is, or would be, the window's content; false: part of the shown trace.
    Q_PROPERTY(bool alone READ alone NOTIFY stateChanged)
    // "reading ncu_run.ncu-rep"; what was found in the trace; why it was refused; empty without
    // one.
    Q_PROPERTY(QString statusText READ statusText NOTIFY stateChanged)

public:
    // Onto the shown trace, else alone. What was shown stays until the file is read.
    void open(const QString& path) override;
    // As open(), as soon as the next trace is shown.
    void openAfterTrace(const QString& path) {
        afterTrace([this, path] { open(path); });
    }
    // Cancels a running load.
    Q_INVOKABLE void close();

    bool alone() const { return state() != Empty && m_isAlone; }
    // Whether its page fills the window.
    bool isPageShown() const {
        return alone() && state() == Ready && m_session.state() == SessionObject::Empty;
    }
    QString statusText() const;
    QString progressText() const override;
    const SessionObject& session() const { return m_session; }

Q_SIGNALS:
    // A file was opened alone; for the list of recent files.
    void opened(const QString& path);

protected:
    // Opens a file on the loading thread; the step takes what it gives.
    using Opener =
        std::function<Result<FileLoads::Step>(const std::string& path, const DocumentContext&)>;

    // `session` must outlive it.
    AddedFileObject(SessionObject& session, Opener open, QObject* parent);

    // Forgets what the file gave.
    virtual void drop() = 0;

    [[nodiscard]] SessionObject& shownSession() { return m_session; }
    // `shown`: null: alone.
    void openOn(const LoadedTrace& shown, const QString& path, const Opener& open);
    void openOn(const LoadedTrace& shown, const QString& path) { openOn(shown, path, m_open); }
    void afterTrace(std::function<void()> opens) { m_awaited = std::move(opens); }
    // The trace that it belongs to; null if it is alone.
    const std::shared_ptr<const Trace>& trace() const { return m_trace; }
    void setFoundText(const QString& text) { m_foundText = text; }
    const QString& foundText() const { return m_foundText; }

private:
    void followTrace();

    SessionObject& m_session;
    Opener m_open;
    bool m_isAlone = false;
    QString m_foundText;
    std::function<void()> m_awaited;  // once a trace is shown
    std::shared_ptr<const Trace> m_trace;
};

}  // namespace gaplight::ui
