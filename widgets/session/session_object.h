// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include <QObject>
#include <QQmlEngine>
#include <QString>
#include <QUrl>

#include "widgets/session/loading_object.h"
#include "widgets/session/trace_load.h"

namespace gaplight::ui {

// The trace of a window: loads it and computes its findings on other threads. The previous trace
// stays while another one loads, and if loading fails or is cancelled. A large trace is shown as
// soon as it can be drawn; its findings follow as an update.
class SessionObject : public LoadingObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(bool hasTrace READ hasTrace NOTIFY traceChanged)
    // Whether the trace has GPU work.
    Q_PROPERTY(bool hasGpu READ hasGpu NOTIFY traceChanged)
    Q_PROPERTY(bool canShowPartial READ canShowPartial NOTIFY progressChanged)
    Q_PROPERTY(bool updatingFindings READ updatingFindings NOTIFY updatingFindingsChanged)
    // What is shown in place of measures and findings that the trace does not have yet; empty: it
    // has them.
    Q_PROPERTY(QString analysisNotice READ analysisNotice NOTIFY analysisNoticeChanged)
    // The settings file beside the trace, and what it sets or why it is ignored; empty: none.
    Q_PROPERTY(QString settingsNotice READ settingsNotice NOTIFY traceChanged)

public:
    // `configDirectory`: folder of the user's gaplight.toml; empty: none.
    explicit SessionObject(TraceOpener open = defaultOpener(), QString configDirectory = {},
                           QObject* parent = nullptr);
    ~SessionObject() override;

    // False: no gaplight.toml is read from now on.
    void setReadsSettingsFiles(bool reads) { m_readsSettingsFiles = reads; }
    bool readsSettingsFiles() const { return m_readsSettingsFiles; }
    // Folders of rules of one's own, in addition to those of the settings.
    void setRuleFolders(std::vector<std::string> folders) { m_ruleFolders = std::move(folders); }

    // By itself, or beside another trace where nothing is diverted.
    void open(const QString& path) override;
    Q_INVOKABLE void openUrl(const QUrl& url);
    // Loads a trace by `open`, which chooses the file; `path` is the name while it loads.
    void openWith(const TraceOpener& open, const QString& path);
    // Shows a trace that is already open, in place of the present one; prepares it for drawing on
    // another thread. No effect while another trace is loading.
    void show(std::shared_ptr<const Session> session);
    Q_INVOKABLE void showPartial() { loads().finishEarly(current()); }
    // Reads the settings files again and computes the findings of the open trace with the new
    // thresholds, on another thread. Cancels a running update.
    void updateFindings();
    // Closes the trace and cancels a running load.
    void unload();
    // Shows these counters beside those of the trace; they belong to the shown trace, and are
    // dropped with it. On another thread, as updateFindings().
    void setAddedCounters(AddedCounters counters);
    // Asked before a path is loaded: true if it is none of a trace's and was opened elsewhere.
    void setDiversion(std::function<bool(const QString& path)> diversion) {
        m_diversion = std::move(diversion);
    }
    // Swaps the traces of both. No effect while one of them is loading or updating findings.
    void exchangeWith(SessionObject& other);

    bool hasTrace() const { return m_trace != nullptr; }
    bool hasGpu() const { return hasTrace() && !m_trace->session().trace->gpuActivities().empty(); }
    bool canShowPartial() const {
        return progress().stage == LoadStage::Reading && progress().slices > 0;
    }

    bool updatingFindings() const { return m_update != nullptr; }
    QString analysisNotice() const;
    QString settingsNotice() const { return m_settingsNotice; }
    const QString& configDirectory() const { return m_configDirectory; }

    const LoadedTrace& trace() const { return m_trace; }

    [[nodiscard]] static TraceOpener defaultOpener();

Q_SIGNALS:
    // trace() is about to become another one, or null: what the window keeps for it is saved now.
    // Every receiver is notified before the first one of traceChanged().
    void aboutToChangeTrace();
    // Another trace, or the same Session::trace with updated findings.
    void traceChanged();
    void updatingFindingsChanged();
    void analysisNoticeChanged();
    // A trace was opened.
    void opened(const QString& path);
    // It has its measures and findings; for the list of recent files.
    void analyzed(const QString& path);

private:
    // A load of the trace, or of its findings alone.
    struct TraceLoad {
        std::uint64_t number = 0;
        bool choosesFile = false;  // the trace's own path is shown
        // Of the settings files; written by the loading thread.
        QString settingsNotice;
    };
    using RunningLoad = std::shared_ptr<TraceLoad>;
    // Whether a large trace is received before its measures are.
    enum class EarlyDrawing : bool { Off, On };

    bool hasContent() const override { return m_trace != nullptr; }
    void receiveError(std::uint64_t load, const Error& error) override;

    void load(const TraceOpener& open, const QString& path, EarlyDrawing early);
    [[nodiscard]] FileLoads::Work workOf(const RunningLoad& load, const TraceOpener& open,
                                         const QString& path, EarlyDrawing early,
                                         const AddedCounters& counters = {});
    [[nodiscard]] TraceOpener withSettings(const TraceOpener& open, const RunningLoad& load) const;
    // Draws the shown trace again, with what `open` makes of it.
    void update(const TraceOpener& open);
    void retireUpdate();
    void receive(const RunningLoad& load, const LoadedTrace& trace);
    void receiveReadable(const RunningLoad& load, const LoadedTrace& trace);
    // In place of the shown trace.
    void take(const TraceLoad& load, LoadedTrace trace);
    void takeUpdate(const TraceLoad& load, LoadedTrace trace);
    void takeSettingsReport(const TraceLoad& load) { m_settingsNotice = load.settingsNotice; }

    TraceOpener m_open;
    QString m_configDirectory;
    bool m_readsSettingsFiles = true;
    std::vector<std::string> m_ruleFolders;
    QString m_settingsNotice;
    LoadedTrace m_trace;
    AddedCounters m_addedCounters;  // of the shown trace
    std::function<bool(const QString& path)> m_diversion;
    RunningLoad m_update;            // null: none
    bool m_settingsChanged = false;  // since the current load began
};

}  // namespace gaplight::ui
