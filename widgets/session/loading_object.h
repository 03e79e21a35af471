// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <QObject>
#include <QQmlEngine>
#include <QString>

#include "core/base/result.h"
#include "core/session/session.h"

namespace gaplight::ui {

// "reading 12 of 40 MB · 83,112 slices", "sorting 283,738 slices", "measuring 283,738 slices".
[[nodiscard]] QString loadProgressText(const LoadProgress& progress);

// The part of the file that was read, 0 to 1; -1: its size is not known.
[[nodiscard]] double shareRead(const LoadProgress& progress);

// Loads files for an object of the window, each on a thread of its own. What a retired load gives
// is dropped; its thread is waited for when it has ended. The destructor cancels and waits (up to
// 100 ms).
class FileLoads {
public:
    // What is done with what was loaded, on the thread of the receiver.
    using Step = std::function<void()>;
    // On the loading thread: loads, with progress, stop and finishEarly of `options`. The step that
    // it returns is the last one; those passed to `early` come before it.
    using Early = std::function<void(Step)>;
    using Work = std::function<Result<Step>(const OpenOptions& options, const Early& early)>;
    // On the thread of the receiver.
    struct Callbacks {
        std::function<void(const LoadProgress&)> onProgress;  // empty: not called
        std::function<void(const Error&)> onFailed;
    };

    // `receiver` must outlive this object.
    explicit FileLoads(QObject& receiver) : m_receiver(receiver) {}

    // The number of the load, from 1 on. `path`: for errors.
    std::uint64_t start(const std::string& path, Work work, const Callbacks& callbacks);
    // Cancels a load. None of its steps and callbacks follow.
    void retire(std::uint64_t number);
    // Stops reading; what was read so far is the file.
    void finishEarly(std::uint64_t number);

private:
    struct Load {
        std::uint64_t number = 0;
        bool isRetired = false;
        std::atomic<bool> finishEarly = false;
        std::jthread thread;  // last: it uses the other members
    };
    [[nodiscard]] std::vector<std::unique_ptr<Load>>::iterator find(std::uint64_t number);
    void run(std::uint64_t number, bool isLast, const Step& step);

    QObject& m_receiver;
    std::uint64_t m_count = 0;
    std::vector<std::unique_ptr<Load>> m_loads;  // whose last step has not come
};

// What the window loads from a file: a trace, a snapshot, a report. What was shown before stays
// while a file is loading, and if that fails or is cancelled.
class LoadingObject : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(State state READ state NOTIFY stateChanged)
    Q_PROPERTY(QString path READ path NOTIFY stateChanged)
    Q_PROPERTY(QString fileName READ fileName NOTIFY stateChanged)
    Q_PROPERTY(QString errorText READ errorText NOTIFY stateChanged)
    Q_PROPERTY(QString progressText READ progressText NOTIFY progressChanged)
    Q_PROPERTY(double progressShare READ progressShare NOTIFY progressChanged)

public:
    enum State { Empty, Loading, Ready, Failed };
    Q_ENUM(State)

    // Cancels a running load.
    Q_INVOKABLE virtual void open(const QString& path) = 0;
    Q_INVOKABLE void cancel();
    // Leaves the error: back to what was shown before, if anything.
    Q_INVOKABLE void dismissError();
    // Cancels loading, or leaves the error; false if there is nothing to leave.
    bool leave();

    State state() const { return m_state; }
    // Path of the file that is being loaded, else of the shown or failed one.
    QString path() const { return m_path; }
    QString fileName() const;
    // Empty unless it failed.
    QString errorText() const { return m_state == Failed ? m_errorText : QString(); }
    virtual QString progressText() const { return loadProgressText(m_progress); }
    // 0 to 1; -1: the size is not known.
    double progressShare() const { return shareRead(m_progress); }

Q_SIGNALS:
    void stateChanged();
    void progressChanged();

protected:
    explicit LoadingObject(QObject* parent) : QObject(parent), m_loads(*this) {}

    // Whether something is shown that was loaded before.
    [[nodiscard]] virtual bool hasContent() const = 0;

    [[nodiscard]] FileLoads& loads() { return m_loads; }
    const LoadProgress& progress() const { return m_progress; }
    // Of the latest failure, also when it was left.
    const QString& lastError() const { return m_errorText; }

    // Loads a file in place of the one that is loading, in state Loading.
    void begin(const QString& path, FileLoads::Work work);
    // The same without a change of the state, until it is done.
    void start(const QString& path, FileLoads::Work work);
    virtual void receiveError(std::uint64_t load, const Error& error);
    void retireCurrent() { m_loads.retire(std::exchange(m_current, 0)); }
    // The load that begin() or start() began last; 0: it is done, or there is none.
    std::uint64_t current() const { return m_current; }
    // The running load goes on, as one of the caller's.
    std::uint64_t releaseCurrent() { return std::exchange(m_current, 0); }

    // `path` is shown from now on.
    void setShownPath(const QString& path) { m_path = m_shownPath = path; }
    const QString& shownPath() const { return m_shownPath; }
    void exchangePaths(LoadingObject& other);
    void setState(State state);
    void fail(const QString& text);

private:
    void goBack();

    State m_state = Empty;
    QString m_path;
    QString m_shownPath;
    QString m_errorText;
    LoadProgress m_progress;
    std::uint64_t m_current = 0;
    FileLoads m_loads;
};

}  // namespace gaplight::ui
