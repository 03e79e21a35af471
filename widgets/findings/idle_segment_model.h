// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include <QAbstractListModel>
#include <QQmlEngine>
#include <QString>

#include "core/analysis/idle/gap_fillers.h"
#include "core/base/time.h"
#include "widgets/session/session_object.h"

namespace gaplight::ui {

// Segments of the bar in the header: busy time of all GPUs together, and idle time by trigger. Only
// non-empty segments; shares sum to 1.
class IdleSegmentModel : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY contentChanged)
    Q_PROPERTY(QString summary READ summary NOTIFY contentChanged)

public:
    enum ItemRole {
        KeyRole = Qt::UserRole,
        LabelRole,
        ExplanationRole,
        LengthRole,
        ShareRole,
        PercentRole,  // "12.8 %"
        FillersRole,  // what the host did in most of these gaps, a line each: "5.4 ms Python"
    };

    // `session` must outlive it.
    explicit IdleSegmentModel(const SessionObject& session, QObject* parent = nullptr);

    [[nodiscard]] int count() const { return static_cast<int>(m_segments.size()); }
    // "GPU busy 87.4 %"; empty without GPU activity.
    [[nodiscard]] QString summary() const { return m_summary; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;

Q_SIGNALS:
    void contentChanged();

private:
    struct Segment {
        QString key;  // "busy", "host_late", "after_sync", "gpu_side", "unknown"
        Duration length{};
        double share = 0;
        IdleByFiller fillers{};  // gaps by what most of each went to; sums to length but for busy
    };

    void reload();
    [[nodiscard]] static QString fillersText(const Segment& segment);

    const SessionObject& m_session;
    std::vector<Segment> m_segments;
    QString m_summary;
};

}  // namespace gaplight::ui
