// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include <QQmlEngine>
#include <QString>

#include "core/analysis/idle/gap_fillers.h"
#include "core/base/time.h"
#include "widgets/convert/row_list_model.h"
#include "widgets/session/session_object.h"

namespace gaplight::ui {

// Busy time, or idle time of one trigger.
struct IdleSegment {
    QString key;  // "busy", "host_late", "after_sync", "gpu_side", "unknown"
    Duration length{};
    double share = 0;
    IdleByFiller fillers{};  // length by the main filler of each gap; all 0 for "busy"
};

// Segments of the bar in the header: busy time of all GPUs together, and idle time by trigger. Only
// non-empty segments; shares sum to 1.
class IdleSegmentModel : public RowListModel<IdleSegment> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY contentChanged)
    Q_PROPERTY(QString summary READ summary NOTIFY contentChanged)
    Q_PROPERTY(QString mainExplanation READ mainExplanation NOTIFY contentChanged)
    Q_PROPERTY(QString explanations READ explanations NOTIFY contentChanged)

public:
    // `session` must outlive it.
    explicit IdleSegmentModel(const SessionObject& session, QObject* parent = nullptr);

    // "GPU busy 87.4 %"; empty without GPU activity.
    [[nodiscard]] QString summary() const { return m_summary; }
    // What explains most of the idle time of the GPU that idles most: "95.1 % of idle:
    // Launch-bound"; empty unless that GPU idles much (IdleExplanations::isMuch).
    [[nodiscard]] QString mainExplanation() const { return m_mainExplanation; }
    // All explanations of each GPU that idles much, a line each.
    [[nodiscard]] QString explanations() const { return m_explanations; }

Q_SIGNALS:
    void contentChanged();

private:
    void reload();
    void readExplanations();

    const SessionObject& m_session;
    QString m_summary;
    QString m_mainExplanation;
    QString m_explanations;
};

}  // namespace gaplight::ui
