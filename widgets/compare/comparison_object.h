// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include <QList>
#include <QObject>
#include <QQmlEngine>
#include <QString>
#include <QUrl>

#include "core/compare/comparison.h"
#include "core/provenance/origin_changes.h"
#include "core/scene/panels/match_scene.h"
#include "widgets/provenance/provenance_object.h"
#include "widgets/session/pool_work.h"
#include "widgets/session/session_object.h"

namespace gaplight::ui {

// Slices of A and B that the user pinned as corresponding.
using SlicePin = std::pair<SliceId, SliceId>;

// Two traces and their comparison; immutable.
struct ComparedTraces {
    LoadedTrace a;
    LoadedTrace b;
    Comparison comparison;
    std::optional<OriginChanges> origins;  // empty: the traces themselves say all that is known
    std::vector<MatchBand> bands;
    std::vector<SlicePin> pins;
};

// The second trace of a window and its comparison with the first one, computed on a thread whenever
// one of the traces changes.
class ComparisonObject : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(gaplight::ui::SessionObject* other READ other CONSTANT)
    // A second trace is open or loading.
    Q_PROPERTY(bool active READ active NOTIFY changed)
    // The second trace is loaded and shown.
    Q_PROPERTY(bool shown READ shown NOTIFY changed)
    Q_PROPERTY(bool busy READ busy NOTIFY changed)
    // Both timelines show the same part of the program.
    Q_PROPERTY(bool linked READ linked NOTIFY changed)
    Q_PROPERTY(int pinCount READ pinCount NOTIFY changed)
    Q_PROPERTY(QString verdict READ verdict NOTIFY changed)
    Q_PROPERTY(QString verdictKind READ verdictKind NOTIFY changed)
    // A kind of StatusMark.
    Q_PROPERTY(QString statusKind READ statusKind NOTIFY changed)
    // The compared time of each run ("20.9 ms a step"), and its share of the longer one, 0 to 1.
    Q_PROPERTY(QString timeOfA READ timeOfA NOTIFY changed)
    Q_PROPERTY(QString timeOfB READ timeOfB NOTIFY changed)
    Q_PROPERTY(double shareOfA READ shareOfA NOTIFY changed)
    Q_PROPERTY(double shareOfB READ shareOfB NOTIFY changed)
    // Causes that are not in the waterfall.
    Q_PROPERTY(QString why READ why NOTIFY changed)
    Q_PROPERTY(QString remarks READ remarks NOTIFY changed)
    Q_PROPERTY(QString level READ level NOTIFY changed)
    Q_PROPERTY(QString errorText READ errorText NOTIFY changed)

public:
    // Both must outlive it.
    ComparisonObject(SessionObject& first, SessionObject& second, QObject* parent = nullptr);
    ~ComparisonObject() override;

    SessionObject* other() { return &m_other; }
    // Provenance of the second trace's kernels, from a trace of the capture of its graphs.
    [[nodiscard]] ProvenanceObject& provenanceOfOther() { return m_provenance; }
    bool active() const { return m_active; }
    bool shown() const {
        return m_active && m_first.hasTrace() && m_other.state() == SessionObject::Ready;
    }
    bool busy() const { return m_active && m_result == nullptr && !failed(); }
    bool linked() const { return m_linked; }
    int pinCount() const { return static_cast<int>(m_pins.size()); }
    QString verdict() const;
    QString verdictKind() const;
    QString statusKind() const;
    QString timeOfA() const;
    QString timeOfB() const;
    double shareOfA() const;
    double shareOfB() const;
    QString why() const;
    QString remarks() const;
    QString level() const;
    QString errorText() const;
    // Null until the comparison is complete.
    const std::shared_ptr<const ComparedTraces>& result() const { return m_result; }

    // Opens a trace to compare the first one with.
    Q_INVOKABLE void openUrl(const QUrl& url);
    void open(const QString& path);
    // Opens dropped files: two as first and second trace; one as the second trace if it was dropped
    // beside the first (`beside`), else as the first.
    Q_INVOKABLE void openDropped(const QList<QUrl>& urls, bool beside);
    // Closes the second trace.
    Q_INVOKABLE void close();
    // Exchanges A and B.
    Q_INVOKABLE void swap();
    // Pins the slices selected in both timelines as corresponding.
    Q_INVOKABLE void pin(qint64 sliceOfA, qint64 sliceOfB);
    Q_INVOKABLE void clearPins();
    Q_INVOKABLE void toggleLink();
    // Pins the slices selected in both timelines.
    Q_INVOKABLE void requestPin() { Q_EMIT pinRequested(); }

Q_SIGNALS:
    void changed();
    // The result was computed or dropped.
    void resultChanged();
    void pinRequested();
    // Emitted before A and B are exchanged.
    void aboutToSwap();

private:
    bool failed() const { return m_other.state() == SessionObject::Failed; }
    // Drops the result and stops a running comparison.
    void dropResult();
    void dropStalePins();
    void updateTraces();
    // Both traces are there, with their measures.
    bool canCompare() const;
    void start();

    SessionObject& m_first;
    SessionObject& m_other;
    ProvenanceObject m_provenance;  // of m_other
    bool m_active = false;
    bool m_linked = true;
    std::vector<SlicePin> m_pins;
    std::shared_ptr<const Trace> m_pinnedA;  // traces of the pinned slices
    std::shared_ptr<const Trace> m_pinnedB;
    std::shared_ptr<const ComparedTraces> m_result;
    std::stop_source m_stop;  // of the running comparison
    PoolWork<std::shared_ptr<const ComparedTraces>> m_work;
};

}  // namespace gaplight::ui
