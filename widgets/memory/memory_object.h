// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <QObject>
#include <QQmlEngine>
#include <QString>
#include <QStringList>

#include "core/session/memory_data.h"
#include "widgets/session/added_file_object.h"

namespace gaplight::ui {

using LoadedMemory = std::shared_ptr<const MemoryData>;

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

// The memory snapshot of a window, alone or on the shown trace, and which of its GPUs is shown.
class MemoryObject : public AddedFileObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(bool hasData READ hasData NOTIFY dataChanged)
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
    // `session` must outlive it.
    explicit MemoryObject(SessionObject& session, QObject* parent = nullptr);

    // The same snapshot alone, instead of the trace.
    Q_INVOKABLE void openAlone() { openOn(nullptr, path()); }

    bool hasData() const { return m_data != nullptr; }
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
    // Other data, or another GPU.
    void dataChanged();

private:
    bool hasContent() const override { return hasData(); }
    void drop() override;
    void take(const LoadedMemory& data);

    LoadedMemory m_data;
    std::size_t m_device = 0;
};

}  // namespace gaplight::ui
