// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/record/record_form.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <utility>

#include <sys/wait.h>
#include <QDir>
#include <QFileInfo>
#include <QMetaObject>

#include "core/base/quantity_text.h"
#include "core/record/recording.h"
#include "widgets/convert/qt_convert.h"

namespace gaplight::ui {
namespace {

constexpr std::chrono::milliseconds kPeriod{100};

Result<std::int64_t> nanoseconds(const char* what, const QString& text) {
    if (text.trimmed().isEmpty()) {
        return 0;
    }
    const Result<Duration> duration = parseDuration(toStdString(text.trimmed()));
    if (!duration || duration->count() < 0) {
        return gaplight::fail(ErrorCode::BadArgument, std::string(what) + ": '" +
                                                          toStdString(text) +
                                                          "' is no time: write it as 2s or 500ms");
    }
    return duration->count();
}

// The word that a shell would run.
std::string programOf(const QString& command) {
    return toStdString(command.trimmed().section(QLatin1Char(' '), 0, 0));
}

// Device files of the driver: on a PC or server, in WSL, on a Jetson.
bool hasDeviceFiles(const QString& folder) {
    constexpr std::array<const char*, 3> kFiles{"nvidiactl", "dxg", "nvhost-gpu"};
    return std::any_of(kFiles.begin(), kFiles.end(), [&folder](const char* file) {
        return QFileInfo::exists(QDir(folder).filePath(QLatin1String(file)));
    });
}

}  // namespace

RecordForm::RecordForm(QString recorderPath, const QString& deviceFolder, QObject* parent)
    : QObject(parent),
      m_recorderPath(std::move(recorderPath)),
      m_hasDriver(hasDeviceFiles(deviceFolder)),
      m_directory(QDir::currentPath()) {}

RecordForm::~RecordForm() {
    m_stops = 2;
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

Result<record::RecordPlan> RecordForm::plan() const {
    const Result<std::int64_t> delay = nanoseconds("Begin after", m_delay);
    const Result<std::int64_t> duration = nanoseconds("Record for", m_duration);
    if (!delay || !duration) {
        return tl::unexpected(!delay ? delay.error() : duration.error());
    }
    record::RecordPlan plan;
    if (!m_maxSize.isEmpty()) {
        const Result<std::uint64_t> bytes = parseBytes(toStdString(m_maxSize));
        if (!bytes) {
            return gaplight::fail(ErrorCode::BadArgument, "At most: " + bytes.error().message);
        }
        plan.maxBytes = *bytes;
    }
    // The shell knows quotes; it becomes the program, so that signals reach that.
    plan.program.command = {"/bin/sh", "-c", "exec " + toStdString(m_command)};
    plan.program.directory = toStdString(m_directory);
    for (const QString& line : m_environment.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        const auto equals = line.indexOf(QLatin1Char('='));
        if (equals <= 0) {
            return gaplight::fail(ErrorCode::BadArgument,
                                  "Environment: '" + toStdString(line) +
                                      "' is no variable: write NAME=VALUE, one a line");
        }
        plan.program.environment.emplace_back(toStdString(line.left(equals).trimmed()),
                                              toStdString(line.mid(equals + 1)));
    }
    plan.recorderPath = toStdString(m_recorderPath);
    plan.outPath = m_outPath.isEmpty()
                       ? record::freeTracePath(plan.program.directory, programOf(m_command))
                       : toStdString(QDir(m_directory).absoluteFilePath(m_outPath));
    plan.settings.delayNs = *delay;
    plan.settings.durationNs = *duration;
    plan.settings.isProfilerScoped = m_isProfilerScoped;
    plan.settings.hasStacks = m_hasStacks;
    plan.settings.hasMemory = m_hasMemory;
    plan.range = toStdString(m_range);
    plan.hasChildren = m_hasChildren;
    return plan;
}

void RecordForm::start() {
    if (m_isRunning || !available()) {
        return;
    }
    if (m_command.trimmed().isEmpty()) {
        return fail(QStringLiteral("Write the program that is to be recorded."));
    }
    Result<record::RecordPlan> plan = this->plan();
    if (!plan) {
        return fail(toQString(plan.error().message));
    }
    if (m_thread.joinable()) {
        m_thread.join();  // it has said its last word
    }
    m_isRunning = true;
    m_stops = 0;
    m_message.clear();
    m_progress = QStringLiteral("starting");
    Q_EMIT progressed();
    m_thread = std::thread([this, ready = std::move(*plan), name = programOf(m_command)]() mutable {
        run(std::move(ready), name);
    });
}

void RecordForm::stop() {
    ++m_stops;
}

// Runs on its own thread; posts results to the thread of this object.
void RecordForm::run(record::RecordPlan plan, const std::string& program) {
    auto recording = record::Recording::start(std::move(plan));
    if (!recording) {
        QMetaObject::invokeMethod(
            this, [this, why = toQString(recording.error().message)] { finishRun(why, {}); },
            Qt::QueuedConnection);
        return;
    }
    const pid_t pid = (*recording)->program();
    int status = 0;
    for (int sent = 0; ::waitpid(pid, &status, WNOHANG) != pid;) {
        if (const int wanted = m_stops; wanted > sent) {
            sent = wanted;
            ::kill(pid, wanted > 1 ? SIGKILL : SIGINT);
        }
        QMetaObject::invokeMethod(
            this, [this, counters = (*recording)->counters()] { show(counters); },
            Qt::QueuedConnection);
        std::this_thread::sleep_for(kPeriod);
    }
    if (m_stops > 0) {
        (*recording)->stop();  // of what the program has left behind
    }
    const std::vector<record::RecordedProcess> processes = (*recording)->finish();
    std::string message = record::exitText(program, m_stops > 0 ? 0 : status);
    for (const std::string& problem : record::problemsOf(program, processes)) {
        message += (message.empty() ? "" : "\n") + problem;
    }
    QMetaObject::invokeMethod(
        this,
        [this, text = toQString(message), trace = toQString(record::firstTrace(processes))] {
            finishRun(text, trace);
        },
        Qt::QueuedConnection);
}

void RecordForm::show(const record::RecordingCounters& counters) {
    m_progress = counters.processes == 0
                     ? QStringLiteral("running; CUDA is not in use yet")
                     : toQString(countText(counters.records, "record", "records") + " · " +
                                 bytesText(counters.bytes));
    Q_EMIT progressed();
}

void RecordForm::finishRun(const QString& message, const QString& trace) {
    m_isRunning = false;
    m_progress.clear();
    m_message = message;
    Q_EMIT progressed();
    if (!trace.isEmpty()) {
        Q_EMIT recorded(trace);
    }
}

void RecordForm::fail(const QString& message) {
    m_message = message;
    Q_EMIT progressed();
}

}  // namespace gaplight::ui
