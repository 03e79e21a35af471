// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <string>
#include <thread>

#include <QObject>
#include <QQmlEngine>

#include "core/record/recording.h"

namespace gaplight::ui {

// The form for recording a program, and the state of the recording. One program at a time.
class RecordForm : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(bool available READ available CONSTANT)
    // Whether this machine has an NVIDIA driver, without which nothing is recorded.
    Q_PROPERTY(bool hasDriver READ hasDriver CONSTANT)
    Q_PROPERTY(QString command MEMBER m_command NOTIFY changed)
    Q_PROPERTY(QString directory MEMBER m_directory NOTIFY changed)
    Q_PROPERTY(QString environment MEMBER m_environment NOTIFY changed)
    Q_PROPERTY(QString outPath MEMBER m_outPath NOTIFY changed)
    Q_PROPERTY(QString range MEMBER m_range NOTIFY changed)
    Q_PROPERTY(QString delay MEMBER m_delay NOTIFY changed)
    Q_PROPERTY(QString duration MEMBER m_duration NOTIFY changed)
    Q_PROPERTY(QString maxSize MEMBER m_maxSize NOTIFY changed)
    Q_PROPERTY(bool stacks MEMBER m_hasStacks NOTIFY changed)
    Q_PROPERTY(bool memory MEMBER m_hasMemory NOTIFY changed)
    Q_PROPERTY(bool children MEMBER m_hasChildren NOTIFY changed)
    Q_PROPERTY(bool profilerScoped MEMBER m_isProfilerScoped NOTIFY changed)
    Q_PROPERTY(bool running READ running NOTIFY progressed)
    Q_PROPERTY(QString progress READ progress NOTIFY progressed)
    Q_PROPERTY(QString message READ message NOTIFY progressed)

public:
    // `recorderPath`: path of the recorder library; empty: this build has none.
    // `deviceFolder`: where the driver has its device files.
    explicit RecordForm(QString recorderPath, const QString& deviceFolder = QStringLiteral("/dev"),
                        QObject* parent = nullptr);
    // Ends the program that is being recorded.
    ~RecordForm() override;

    bool available() const { return !m_recorderPath.isEmpty(); }
    bool hasDriver() const { return m_hasDriver; }
    bool running() const { return m_isRunning; }
    // "12,345 records · 1.2 MB"; empty before the first run.
    QString progress() const { return m_progress; }
    // Error of the last run; empty: none.
    QString message() const { return m_message; }

    Q_INVOKABLE void start();
    // The first call interrupts the program, like Ctrl+C; the second one ends it.
    Q_INVOKABLE void stop();

Q_SIGNALS:
    void changed();
    void progressed();
    // A recording is complete; `path`: its trace.
    void recorded(const QString& path);

private:
    [[nodiscard]] Result<record::RecordPlan> plan() const;
    void run(record::RecordPlan plan, const std::string& program);
    void show(const record::RecordingCounters& counters);
    void finishRun(const QString& message, const QString& trace);
    void fail(const QString& message);

    const QString m_recorderPath;
    const bool m_hasDriver;
    QString m_command;
    QString m_directory;
    QString m_environment;  // NAME=VALUE lines
    QString m_outPath;      // empty: named after the program, in its directory
    QString m_range;
    QString m_delay;
    QString m_duration;
    QString m_maxSize;
    bool m_hasStacks = false;
    bool m_hasMemory = false;
    bool m_hasChildren = false;
    bool m_isProfilerScoped = false;
    bool m_isRunning = false;
    QString m_progress;
    QString m_message;
    std::atomic<int> m_stops{0};
    std::thread m_thread;
};

}  // namespace gaplight::ui
