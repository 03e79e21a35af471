// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QQmlEngine>
#include <QString>

#include "core/session/session_overlays.h"
#include "widgets/convert/row_list_model.h"
#include "widgets/timeline/timeline_view.h"

namespace gaplight::ui {

// Rows of the legend: each rule with overlays on the timeline, their shapes, number and visibility.
class OverlayLegendModel : public RowListModel<OverlayRule> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the timeline")
    Q_PROPERTY(int count READ count NOTIFY contentChanged)

public:
    // `view` must outlive it.
    explicit OverlayLegendModel(const TimelineView& view, QObject* parent = nullptr);

    // Call it when the view's trace or its choice of rules changed.
    void reload();

Q_SIGNALS:
    void contentChanged();

private:
    const TimelineView& m_view;
    LoadedTrace m_trace;
};

}  // namespace gaplight::ui
