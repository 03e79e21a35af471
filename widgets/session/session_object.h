// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include <QObject>
#include <QQmlEngine>
#include <QString>
#include <QUrl>

#include "widgets/session/trace_load.h"

namespace gaplight::ui {

// Starts loads, each on its own thread, with the thresholds of the settings files that apply to its
// trace.
class SessionLoads {
public:
    // Called on the thread of the receiver, also for retired loads: compare the number of the load.
    struct Callbacks {
        std::function<void(std::uint64_t load, const LoadProgress&)> onProgress;
        // As OpenOptions::onReadable.
        std::function<void(std::uint64_t load, const LoadedTrace&)> onReadable;
        // The last call for a load.
        std::function<void(std::uint64_t load, const LoadResult&)> onDone;
    };
    // What was found about the settings files of a trace.
    struct SettingsReport {
        QString error;
        QString notice;
    };
    struct Load {
        std::uint64_t number = 0;
        std::unique_ptr<TraceLoad> load;
        std::shared_ptr<SettingsReport> settings;  // written by the loading thread
        bool choosesFile = false;                  // the trace's own path is shown
    };
    // Whether onReadable is called.
    enum class EarlyDrawing : bool { Off, On };

    // `configDirectory`: folder of the user's gaplight.toml; empty: none. `receiver` must outlive
    // this object.
    SessionLoads(QString configDirectory, QObject& receiver, Callbacks callbacks)
        : m_configDirectory(std::move(configDirectory)),
          m_receiver(receiver),
          m_callbacks(std::move(callbacks)) {}

    // False: no gaplight.toml is read from now on.
    void setReadsSettingsFiles(bool reads) { m_readsSettingsFiles = reads; }
    bool readsSettingsFiles() const { return m_readsSettingsFiles; }
    const QString& configDirectory() const { return m_configDirectory; }

    // Starts a thread that opens `path` with `open` and the thresholds that apply to it.
    [[nodiscard]] Load start(const TraceOpener& open, const QString& path,
                             const AddedCounters& counters = {},
                             EarlyDrawing early = EarlyDrawing::Off);
    // Cancels a load and keeps it until its thread has ended.
    void retire(Load& load);

private:
    TraceOpener withSettings(const TraceOpener& open, std::shared_ptr<SettingsReport> report) const;
    void finish(std::uint64_t load, const LoadResult& result);

    QString m_configDirectory;
    QObject& m_receiver;
    Callbacks m_callbacks;
    bool m_readsSettingsFiles = true;
    std::uint64_t m_count = 0;
    std::vector<Load> m_retired;  // thread not yet finished
};

// The trace of a window: loads it and computes its findings on other threads. The previous trace
// stays while another one loads, and if loading fails or is cancelled. A large trace is shown as
// soon as it can be drawn; its findings follow as an update.
class SessionObject : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(State state READ state NOTIFY stateChanged)
    Q_PROPERTY(QString path READ path NOTIFY stateChanged)
    Q_PROPERTY(QString fileName READ fileName NOTIFY stateChanged)
    Q_PROPERTY(QString errorText READ errorText NOTIFY stateChanged)
    Q_PROPERTY(bool hasTrace READ hasTrace NOTIFY traceChanged)
    Q_PROPERTY(QString progressText READ progressText NOTIFY progressChanged)
    Q_PROPERTY(double progressShare READ progressShare NOTIFY progressChanged)
    Q_PROPERTY(bool canShowPartial READ canShowPartial NOTIFY progressChanged)
    Q_PROPERTY(bool updatingFindings READ updatingFindings NOTIFY updatingFindingsChanged)
    // What is shown in place of measures and findings that the trace does not have yet; empty: it
    // has them.
    Q_PROPERTY(QString analysisNotice READ analysisNotice NOTIFY analysisNoticeChanged)
    // Error of the settings files; default thresholds are used then.
    Q_PROPERTY(QString settingsError READ settingsError NOTIFY traceChanged)
    // The settings file beside the trace, and what it sets or why it is ignored; empty: none.
    Q_PROPERTY(QString settingsNotice READ settingsNotice NOTIFY traceChanged)

public:
    enum State { Empty, Loading, Ready, Failed };
    Q_ENUM(State)

    // `configDirectory`: folder of the user's gaplight.toml; empty: none.
    explicit SessionObject(TraceOpener open = defaultOpener(), QString configDirectory = {},
                           QObject* parent = nullptr);
    ~SessionObject() override;

    // False: no gaplight.toml is read from now on.
    void setReadsSettingsFiles(bool reads) { m_loads.setReadsSettingsFiles(reads); }
    bool readsSettingsFiles() const { return m_loads.readsSettingsFiles(); }

    // Cancels a running load. Of a folder: emits folderRequested() only.
    Q_INVOKABLE void open(const QString& path);
    Q_INVOKABLE void openUrl(const QUrl& url);
    // Loads a trace by `open`, which chooses the file; `path` is the name while it loads.
    void openWith(const TraceOpener& open, const QString& path);
    // Shows a trace that is already open, in place of the present one; prepares it for drawing on
    // another thread. No effect while another trace is loading.
    void show(std::shared_ptr<const Session> session);
    Q_INVOKABLE void cancel();
    Q_INVOKABLE void showPartial();
    // Leaves the error page: back to the previous trace or the start page.
    Q_INVOKABLE void dismissError();
    // Cancels loading, or leaves the error page; false if there is nothing to leave.
    bool leave() {
        const bool leaves = m_state == Loading || m_state == Failed;
        cancel();
        dismissError();
        return leaves;
    }
    // Reads the settings files again and computes the findings of the open trace with the new
    // thresholds, on another thread. Cancels a running update.
    void updateFindings();
    // Closes the trace and cancels a running load.
    void unload();
    // Shows these counters beside those of the trace; they belong to the shown trace, and are
    // dropped with it. On another thread, as updateFindings().
    void setAddedCounters(AddedCounters counters);
    // Asked before a file is loaded: true if it is none of a trace's and was opened elsewhere.
    void setDiversion(std::function<bool(const QString& path)> diversion) {
        m_diversion = std::move(diversion);
    }
    // Swaps the traces of both. No effect while one of them is loading or updating findings.
    void exchangeWith(SessionObject& other);

    State state() const { return m_state; }
    // Path of the file that is being loaded, else of the shown or failed one.
    QString path() const { return m_path; }
    QString fileName() const;
    QString errorText() const { return m_errorText; }
    bool hasTrace() const { return m_trace != nullptr; }
    QString progressText() const { return loadProgressText(m_progress); }
    // 0 to 1; -1: the size is not known.
    double progressShare() const { return shareRead(m_progress); }
    bool canShowPartial() const {
        return m_progress.stage == LoadStage::Reading && m_progress.slices > 0;
    }

    bool updatingFindings() const { return m_update.load != nullptr; }
    QString analysisNotice() const;
    QString settingsError() const { return m_settingsError; }
    QString settingsNotice() const { return m_settingsNotice; }
    const QString& configDirectory() const { return m_loads.configDirectory(); }

    const LoadedTrace& trace() const { return m_trace; }

    [[nodiscard]] static TraceOpener defaultOpener();

Q_SIGNALS:
    void stateChanged();
    // trace() is about to become another one, or null: what the window keeps for it is saved now.
    // Every receiver is notified before the first one of traceChanged().
    void aboutToChangeTrace();
    // Another trace, or the same Session::trace with updated findings.
    void traceChanged();
    void updatingFindingsChanged();
    void analysisNoticeChanged();
    void progressChanged();
    // Open the traces of this folder as the ranks of a run.
    void folderRequested(const QString& path);
    // A trace was opened.
    void opened(const QString& path);
    // It has its measures and findings; for the list of recent files.
    void analyzed(const QString& path);

private:
    void receiveProgress(std::uint64_t load, const LoadProgress& progress) {
        if (load == m_current.number && m_state == Loading) {
            m_progress = progress;
            Q_EMIT progressChanged();
        }
    }
    using EarlyDrawing = SessionLoads::EarlyDrawing;
    using RunningLoad = SessionLoads::Load;

    void receiveReadable(std::uint64_t load, const LoadedTrace& trace);
    void receiveResult(std::uint64_t load, const LoadResult& result);
    void receiveTrace(const RunningLoad& load, const LoadResult& result);
    void receiveUpdate(const RunningLoad& load, const LoadResult& result);
    void setState(State state) {
        m_state = state;
        Q_EMIT stateChanged();
    }
    void load(const TraceOpener& open, const QString& path, EarlyDrawing early);
    // In place of the shown trace.
    void take(const RunningLoad& load, LoadedTrace trace);
    void takeSettingsReport(const RunningLoad& load) {
        m_settingsError = load.settings->error;
        m_settingsNotice = load.settings->notice;
    }

    TraceOpener m_open;
    State m_state = Empty;
    QString m_path;
    QString m_shownPath;
    QString m_errorText;
    QString m_settingsError;
    QString m_settingsNotice;
    LoadProgress m_progress;
    LoadedTrace m_trace;
    AddedCounters m_addedCounters;  // of the shown trace
    std::function<bool(const QString& path)> m_diversion;
    SessionLoads m_loads;
    RunningLoad m_current;  // the results of earlier ones are dropped
    RunningLoad m_update;
    bool m_settingsChanged = false;  // since the current load began
};

}  // namespace gaplight::ui
