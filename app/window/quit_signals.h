// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <QCoreApplication>
#include <QSocketNotifier>

namespace gaplight::ui {

// Ends the event loop at the first SIGINT, SIGTERM or SIGHUP, so that notes are saved and temporary
// files are removed; the second ends the program as usual. Signals that the caller ignores (nohup)
// stay ignored. At most one object at a time.
class QuitSignals {
public:
    explicit QuitSignals(QCoreApplication& application);
    ~QuitSignals();
    QuitSignals(const QuitSignals&) = delete;
    QuitSignals& operator=(const QuitSignals&) = delete;

    bool isReceived() const;

private:
    int m_readEnd = -1;
    std::unique_ptr<QSocketNotifier> m_notifier;
};

}  // namespace gaplight::ui
