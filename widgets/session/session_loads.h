// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include <QObject>
#include <QString>

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
    [[nodiscard]] bool readsSettingsFiles() const { return m_readsSettingsFiles; }
    [[nodiscard]] const QString& configDirectory() const { return m_configDirectory; }

    // Starts a thread that opens `path` with `open` and the thresholds that apply to it.
    [[nodiscard]] Load start(const TraceOpener& open, const QString& path,
                             const AddedCounters& counters = {},
                             EarlyDrawing early = EarlyDrawing::Off);
    // Cancels a load and keeps it until its thread has ended.
    void retire(Load& load);

private:
    [[nodiscard]] TraceOpener withSettings(const TraceOpener& open,
                                           std::shared_ptr<SettingsReport> report) const;
    void finish(std::uint64_t load, const LoadResult& result);

    QString m_configDirectory;
    QObject& m_receiver;
    Callbacks m_callbacks;
    bool m_readsSettingsFiles = true;
    std::uint64_t m_count = 0;
    std::vector<Load> m_retired;  // thread not yet finished
};

}  // namespace gaplight::ui
