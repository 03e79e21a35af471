// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include <QObject>
#include <QQmlEngine>
#include <QString>
#include <QStringList>

#include "core/scene/model/name_table.h"
#include "core/session/efficiency_of.h"
#include "widgets/session/pool_work.h"
#include "widgets/session/session_object.h"

namespace gaplight::ui {

// Efficiency of a trace's kernels, and a name table that colors them by it.
struct MeasuredKernels {
    LoadedTrace trace;
    SessionEfficiency efficiency;
    NameTable colored;  // its labels are those of `trace`
};

// Measures the kernels of the shown trace on a pool thread, once, when a view of them is first
// shown; holds the choice to color the timeline by efficiency.
class KernelEfficiencyObject : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(State state READ state NOTIFY changed)
    // Why no kernel has an efficiency, or that it is being measured; empty where some have.
    Q_PROPERTY(QString notice READ notice NOTIFY changed)
    // How fast communication is, a line for each operation and message size; most time first, at
    // most kMaxCommunications.
    Q_PROPERTY(QStringList communications READ communications NOTIFY changed)
    // A view of the kernels is visible.
    Q_PROPERTY(bool watched READ watched WRITE setWatched NOTIFY changed)
    // The timeline shows kernels in colors by efficiency. Kept for later traces.
    Q_PROPERTY(bool tinted READ tinted WRITE setTinted NOTIFY changed)

public:
    enum State { Empty, Measuring, Ready };
    Q_ENUM(State)

    // `session` must outlive it.
    explicit KernelEfficiencyObject(SessionObject& session, QObject* parent = nullptr);

    State state() const { return m_state; }
    QString notice() const;
    static constexpr std::size_t kMaxCommunications = 8;
    QStringList communications() const;
    // The shortest kernel of a line of communications.
    Q_INVOKABLE qint64 communicationSlice(int line) const;
    bool watched() const { return m_watched; }
    void setWatched(bool watched);
    bool tinted() const { return m_tinted; }
    void setTinted(bool tinted);
    Q_INVOKABLE void toggleTint() { setTinted(!m_tinted); }

    // Null until measured.
    const std::shared_ptr<const MeasuredKernels>& data() const { return m_data; }
    // The names of `shown` in colors by efficiency; null if the timeline is not colored, before
    // they are measured, and for another trace.
    std::shared_ptr<const NameTable> coloredNames(const LoadedTrace& shown) const;

Q_SIGNALS:
    void changed();

private:
    void followTrace();
    void measureIfNeeded();
    void receive(const std::shared_ptr<const MeasuredKernels>& measured);

    SessionObject& m_session;
    State m_state = Empty;
    bool m_watched = false;
    bool m_tinted = false;
    std::shared_ptr<const Trace> m_trace;  // that is measured, or being measured
    std::shared_ptr<const MeasuredKernels> m_data;
    PoolWork<std::shared_ptr<const MeasuredKernels>> m_work;
};

}  // namespace gaplight::ui
