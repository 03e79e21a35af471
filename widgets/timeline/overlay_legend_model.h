// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QAbstractListModel>
#include <QQmlEngine>
#include <QString>

#include "core/session/session_overlays.h"
#include "widgets/timeline/timeline_view.h"

namespace gaplight::ui {

// Rows of the legend: each rule with overlays on the timeline, their shapes, number and visibility.
class OverlayLegendModel : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the timeline")
    Q_PROPERTY(int count READ count NOTIFY contentChanged)

public:
    enum ItemRole {
        RuleRole = Qt::UserRole,  // id
        NameRole,                 // "GPU idle"
        KindsRole,                // keys of PatternItem, one for each shape
        CountRole,                // "3 findings · 41 overlays"
        ShownRole,
    };

    // `view` must outlive it.
    explicit OverlayLegendModel(const TimelineView& view, QObject* parent = nullptr);

    [[nodiscard]] int count() const { return static_cast<int>(m_rules.size()); }
    // Another trace, or another choice of rules.
    void reload();

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;

Q_SIGNALS:
    void contentChanged();

private:
    const TimelineView& m_view;
    LoadedTrace m_trace;
    std::vector<OverlayRule> m_rules;
};

}  // namespace gaplight::ui
