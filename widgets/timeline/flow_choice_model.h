// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QAbstractListModel>
#include <QQmlEngine>
#include <QString>

#include "core/session/scene_data.h"
#include "widgets/input/action.h"
#include "widgets/session/trace_load.h"
#include "widgets/timeline/timeline_view.h"

namespace gaplight::ui {

// Targets of the arrows of a slice, for choosing one if there are several.
class FlowChoiceModel : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the timeline")
    Q_PROPERTY(bool open READ isOpen NOTIFY changed)
    Q_PROPERTY(QString title READ title NOTIFY changed)
    Q_PROPERTY(int count READ count NOTIFY changed)

public:
    enum ItemRole { NameRole = Qt::UserRole, DelayRole, PlaceRole };

    using QAbstractListModel::QAbstractListModel;

    // Lists the targets (or sources) of the selected slice's arrows if `action` follows an arrow
    // and there are several. Returns false otherwise.
    bool offerFor(const TimelineView& view, Action action);
    void offer(LoadedTrace trace, SliceId from, std::vector<SliceId> ends, bool forward);
    Q_INVOKABLE void close();
    [[nodiscard]] bool isOpen() const { return !m_ends.empty(); }
    // "24 arrows lead on from cudaGraphLaunch".
    [[nodiscard]] QString title() const;
    [[nodiscard]] int count() const { return static_cast<int>(m_ends.size()); }
    // Invalid if `row` is out of range.
    [[nodiscard]] SliceId at(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;

Q_SIGNALS:
    void changed();

private:
    [[nodiscard]] QString nameOf(SliceId slice) const;
    [[nodiscard]] Duration delayTo(SliceId end) const;

    LoadedTrace m_trace;
    SliceId m_from;
    std::vector<SliceId> m_ends;
    bool m_forward = true;
};

}  // namespace gaplight::ui
