// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <QAbstractListModel>
#include <QQmlEngine>
#include <QString>

#include "widgets/session/trace_load.h"
#include "widgets/what_if/what_if_offers.h"
#include "widgets/what_if/what_if_run.h"

namespace gaplight::ui {

// Selectable changes: removing the cause of a finding, changes of the whole program, and those
// added by the user.
class WhatIfListModel : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY choiceChanged)
    Q_PROPERTY(int ticked READ ticked NOTIFY choiceChanged)

public:
    enum ItemRole {
        TitleRole = Qt::UserRole,
        DetailRole,   // "18 ms"; may be empty
        TickedRole,   // bool
        OwnRole,      // bool: added by hand, can be taken away
        SectionRole,  // "Without the cause of"
    };

    using QAbstractListModel::QAbstractListModel;

    // Replaces the rows of findings, e.g. after thresholds changed; changes added by the user stay.
    void show(LoadedTrace trace);
    [[nodiscard]] int count() const { return static_cast<int>(m_rows.size()); }
    [[nodiscard]] int ticked() const;
    // Adds a ticked change; an existing one is ticked.
    void add(const WhatIfOffer& offer);
    // Unticks all changes and removes those added by the user.
    void clear();
    // Adds the ticked changes to `order`.
    void addTo(WhatIfOrder& order) const;

    Q_INVOKABLE void setTicked(int row, bool ticked);
    // Removes a change added by the user.
    Q_INVOKABLE void remove(int row);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;

Q_SIGNALS:
    // Rows or ticks changed.
    void choiceChanged();

private:
    struct Row {
        enum class Kind : std::uint8_t { Finding, Program, Own };
        Kind kind = Kind::Finding;
        bool isTicked = false;
        std::size_t finding = 0;  // Finding: its number
        WhatIfOffer offer;        // else
    };

    LoadedTrace m_trace;
    std::vector<Row> m_rows;
};

}  // namespace gaplight::ui
