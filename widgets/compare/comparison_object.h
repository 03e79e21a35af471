// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include <QList>
#include <QObject>
#include <QQmlEngine>
#include <QString>
#include <QUrl>

#include "core/compare/comparison.h"
#include "core/scene/panels/match_scene.h"
#include "widgets/session/session_object.h"

namespace gaplight::ui {

// User-pinned correspondence: a slice of A and one of B.
using SlicePin = std::pair<SliceId, SliceId>;

// Two traces and their comparison; immutable.
struct ComparedTraces {
    LoadedTrace a;
    LoadedTrace b;
    Comparison comparison;
    std::vector<MatchBand> bands;
    std::vector<SlicePin> pins;
};

// The second trace of a window and its comparison with the first, which is made off the GUI thread
// whenever one of them changes.
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
    Q_PROPERTY(QString why READ why NOTIFY changed)
    Q_PROPERTY(QString remarks READ remarks NOTIFY changed)
    Q_PROPERTY(QString level READ level NOTIFY changed)
    Q_PROPERTY(QString errorText READ errorText NOTIFY changed)

public:
    // Both must outlive it.
    ComparisonObject(SessionObject& first, SessionObject& second, QObject* parent = nullptr);
    ~ComparisonObject() override;

    [[nodiscard]] SessionObject* other() { return &m_other; }
    [[nodiscard]] bool active() const { return m_active; }
    [[nodiscard]] bool shown() const {
        return m_active && m_first.hasTrace() && m_other.state() == SessionObject::Ready;
    }
    [[nodiscard]] bool busy() const { return m_active && m_result == nullptr && !failed(); }
    [[nodiscard]] bool linked() const { return m_linked; }
    [[nodiscard]] int pinCount() const { return static_cast<int>(m_pins.size()); }
    [[nodiscard]] QString verdict() const;
    [[nodiscard]] QString verdictKind() const;
    [[nodiscard]] QString why() const;
    [[nodiscard]] QString remarks() const;
    [[nodiscard]] QString level() const;
    [[nodiscard]] QString errorText() const;
    // Null until the comparison is complete.
    [[nodiscard]] const std::shared_ptr<const ComparedTraces>& result() const { return m_result; }

    // Opens a trace to compare the first one with.
    Q_INVOKABLE void openUrl(const QUrl& url);
    void open(const QString& path);
    // Two files: both. One: as the second trace where it was dropped beside the first, else as the
    // first.
    Q_INVOKABLE void openDropped(const QList<QUrl>& urls, bool beside);
    // Closes the second trace.
    Q_INVOKABLE void close();
    // A becomes B and B becomes A.
    Q_INVOKABLE void swap();
    // Pins the slices selected in both timelines as corresponding.
    Q_INVOKABLE void pin(qint64 sliceOfA, qint64 sliceOfB);
    Q_INVOKABLE void clearPins();
    Q_INVOKABLE void toggleLink();
    // Show both places of a row of the list.
    Q_INVOKABLE void chooseRow(int row) { Q_EMIT rowChosen(row); }
    // Pin what is selected in both timelines.
    Q_INVOKABLE void requestPin() { Q_EMIT pinRequested(); }

Q_SIGNALS:
    void changed();
    // The result was computed or dropped.
    void resultChanged();
    void rowChosen(int row);
    void pinRequested();

private:
    [[nodiscard]] bool failed() const { return m_other.state() == SessionObject::Failed; }
    // A comparison that runs is stopped.
    void dropResult();
    void dropStalePins();
    void takeTraces();
    void start();
    void take(std::uint64_t number, std::shared_ptr<const ComparedTraces> result);

    SessionObject& m_first;
    SessionObject& m_other;
    bool m_active = false;
    bool m_linked = true;
    std::vector<SlicePin> m_pins;
    std::shared_ptr<const Trace> m_pinnedA;  // whose slices the pins name: those shown last
    std::shared_ptr<const Trace> m_pinnedB;
    std::shared_ptr<const ComparedTraces> m_result;
    std::uint64_t m_number = 0;  // of the comparison that is wanted: older answers are ignored
    bool m_running = false;
    std::jthread m_thread;
};

}  // namespace gaplight::ui
