// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stop_token>

#include <QFutureWatcher>
#include <QObject>

#include "core/session/arg_keys.h"
#include "widgets/session/trace_load.h"

namespace gaplight::ui {

// Reads the keys of the args of all slices of a trace on a pool thread, once per trace.
class ArgKeyLoader : public QObject {
    Q_OBJECT

public:
    explicit ArgKeyLoader(QObject* parent = nullptr);
    // Stops reading.
    ~ArgKeyLoader() override;

    // No effect while the keys of a trace are being read, and after they were read.
    void start(const LoadedTrace& trace);
    // Stops reading and drops the keys, for another trace.
    void reset();
    // Null until the first keys are read, and where the source can no longer be read.
    [[nodiscard]] const std::shared_ptr<const ArgKeys>& keys() const { return m_keys; }
    // Share of the args that is read, 0 to 1; 1 while none are being read.
    [[nodiscard]] double progress() const { return m_progress; }
    [[nodiscard]] bool isReading() const { return m_progress < 1; }

Q_SIGNALS:
    void progressChanged();
    // keys() has changed: to those of a part of the args, or of all.
    void keysRead();

private:
    struct Batch {
        std::shared_ptr<const ArgKeys> keys;
        bool isComplete = false;
    };
    void receive(const Batch& batch);
    void setProgress(double share);

    std::stop_source m_stop;
    QFutureWatcher<Batch> m_watcher;
    std::shared_ptr<const ArgKeys> m_keys;
    double m_progress = 1;
};

}  // namespace gaplight::ui
