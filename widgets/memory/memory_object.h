// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <QObject>
#include <QQmlEngine>
#include <QString>
#include <QStringList>

#include "core/session/memory_data.h"
#include "widgets/session/added_file_object.h"

namespace gaplight::ui {

using LoadedMemory = std::shared_ptr<const MemoryData>;
using MemoryResult = Result<LoadedMemory>;

// Loads one memory snapshot on a new thread. Both callbacks are called on that thread; onDone last
// and exactly once. The destructor cancels and waits for it.
class MemoryLoad {
public:
    struct Callbacks {
        std::function<void(std::uint64_t read, std::uint64_t total)> onProgress;
        std::function<void(MemoryResult)> onDone;
    };

    // `configDirectory`: of the user's gaplight.toml; empty: no settings file is read. `trace`:
    // as MemoryOpenOptions::trace.
    MemoryLoad(std::string path, std::string configDirectory, std::shared_ptr<const Session> trace,
               Callbacks callbacks);

    void cancel() { m_thread.request_stop(); }

private:
    std::jthread m_thread;
};

// Texts about a snapshot. Devices by their position in it.

// "PyTorch memory snapshot · 6,322 events in 21.0 ms".
[[nodiscard]] QString snapshotSummary(const MemoryData& data);
// Peak and who holds it.
[[nodiscard]] QString snapshotVerdict(const MemoryData& data, std::size_t device);
// How well its times agree with those of the trace; empty without a trace.
[[nodiscard]] QString snapshotPlacement(const MemoryData& data);
// Why nothing can be drawn over time; empty: it can.
[[nodiscard]] QString historyNoticeOf(const MemoryData& data, std::size_t device);
// Problems of the file, counted, a line each; empty without.
[[nodiscard]] QString snapshotIssuesText(const MemoryData& data);
// "GPU 0", of each device.
[[nodiscard]] QStringList snapshotDevices(const MemoryData& data);
// Bytes of a model; none are negative.
[[nodiscard]] QString memoryText(std::int64_t bytes);

// The memory snapshot of a window: loads it on another thread, alone or onto the shown trace, and
// knows which of its GPUs is shown.
class MemoryObject : public AddedFileObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(QString errorText READ errorText NOTIFY stateChanged)
    Q_PROPERTY(bool hasData READ hasData NOTIFY dataChanged)
    Q_PROPERTY(QString progressText READ progressText NOTIFY progressChanged)
    Q_PROPERTY(double progressShare READ progressShare NOTIFY progressChanged)
    // "PyTorch memory snapshot · 6,322 events in 21.0 ms".
    Q_PROPERTY(QString summary READ summary NOTIFY dataChanged)
    // Peak and who holds it, of the shown GPU.
    Q_PROPERTY(QString verdict READ verdict NOTIFY dataChanged)
    // How well its times agree with those of the trace; empty without a trace.
    Q_PROPERTY(QString placement READ placement NOTIFY dataChanged)
    // Why nothing can be drawn over time; empty: it can.
    Q_PROPERTY(QString historyNotice READ historyNotice NOTIFY dataChanged)
    // Problems of the file, counted; empty without.
    Q_PROPERTY(QString issues READ issues NOTIFY dataChanged)
    Q_PROPERTY(QStringList devices READ devices NOTIFY dataChanged)
    Q_PROPERTY(int device READ device WRITE setDevice NOTIFY dataChanged)

public:
    // `session` must outlive it. `configDirectory`: folder of the user's gaplight.toml; empty:
    // none.
    explicit MemoryObject(SessionObject& session, QString configDirectory = {},
                          QObject* parent = nullptr);
    ~MemoryObject() override;

    // Whether a regular file begins as a snapshot does.
    [[nodiscard]] static bool isSnapshotFile(const QString& path);

    void open(const QString& path) override;
    // The same snapshot alone, instead of the trace.
    Q_INVOKABLE void openAlone();
    Q_INVOKABLE void cancel();
    // Leaves the error page, or removes the notice of an error.
    Q_INVOKABLE void dismissError();
    void close() override;
    // As SessionObject::leave().
    bool leave() {
        const bool leaves = state() == Loading || state() == Failed;
        cancel();
        dismissError();
        return leaves;
    }

    QString errorText() const { return m_errorText; }
    bool hasData() const { return m_data != nullptr; }
    QString progressText() const;
    // 0 to 1; -1: the size is not known.
    double progressShare() const;
    QString summary() const { return m_data ? snapshotSummary(*m_data) : QString(); }
    QString verdict() const { return m_data ? snapshotVerdict(*m_data, m_device) : QString(); }
    QString placement() const { return m_data ? snapshotPlacement(*m_data) : QString(); }
    QString historyNotice() const {
        return m_data ? historyNoticeOf(*m_data, m_device) : QString();
    }
    QString issues() const { return m_data ? snapshotIssuesText(*m_data) : QString(); }
    QStringList devices() const { return m_data ? snapshotDevices(*m_data) : QStringList(); }
    int device() const { return static_cast<int>(m_device); }
    void setDevice(int device);

    // Null without data.
    const LoadedMemory& data() const { return m_data; }
    // Position of the shown GPU in the snapshot; valid with data.
    std::size_t deviceIndex() const { return m_device; }

Q_SIGNALS:
    void progressChanged();
    // Other data, or another GPU.
    void dataChanged();

private:
    struct RunningLoad {
        std::uint64_t number = 0;
        std::unique_ptr<MemoryLoad> load;
    };
    void start(const QString& path, bool isAlone);
    void retire();
    void receive(std::uint64_t load, MemoryResult result);

    QString m_configDirectory;
    QString m_errorText;
    std::uint64_t m_read = 0;
    std::uint64_t m_total = 0;
    LoadedMemory m_data;
    std::size_t m_device = 0;
    std::uint64_t m_loads = 0;  // counts loads: the result of an earlier one is dropped
    RunningLoad m_current;
    std::vector<RunningLoad> m_retired;  // cancelled, thread not yet finished
};

}  // namespace gaplight::ui
