// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QQmlEngine>
#include <QString>

#include "core/session/scene_data.h"
#include "widgets/convert/row_list_model.h"
#include "widgets/input/action.h"
#include "widgets/session/trace_load.h"
#include "widgets/timeline/timeline_view.h"

namespace gaplight::ui {

// Targets of the arrows of a slice, for choosing one if there are several.
class FlowChoiceModel : public RowListModel<SliceId> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the timeline")
    Q_PROPERTY(bool open READ isOpen NOTIFY changed)
    Q_PROPERTY(QString title READ title NOTIFY changed)
    Q_PROPERTY(int count READ count NOTIFY changed)

public:
    explicit FlowChoiceModel(QObject* parent = nullptr);

    // Lists the targets (or sources) of the selected slice's arrows if `action` follows an arrow
    // and there are several. Returns false otherwise.
    bool offerFor(const TimelineView& view, Action action);
    void offer(LoadedTrace trace, SliceId from, std::vector<SliceId> ends, bool forward);
    Q_INVOKABLE void close();
    bool isOpen() const { return count() > 0; }
    // "24 arrows start at cudaGraphLaunch".
    QString title() const;
    // Invalid if `row` is out of range.
    SliceId at(int row) const;

Q_SIGNALS:
    void changed();

private:
    QString nameOf(SliceId slice) const;
    Duration delayTo(SliceId end) const;

    LoadedTrace m_trace;
    SliceId m_from;
    bool m_forward = true;
};

}  // namespace gaplight::ui
