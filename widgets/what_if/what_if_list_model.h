// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <QQmlEngine>
#include <QString>

#include "widgets/convert/row_list_model.h"
#include "widgets/session/trace_load.h"
#include "widgets/what_if/what_if_offers.h"
#include "widgets/what_if/what_if_run.h"

namespace gaplight::ui {

// One selectable change.
struct WhatIfRow {
    enum class Kind : std::uint8_t { Finding, Program, Own };
    Kind kind = Kind::Finding;
    bool isTicked = false;
    std::size_t finding = 0;  // of kind Finding: its index in the session's findings
    WhatIfOffer offer;        // of the other kinds
};

// Selectable changes: removing the cause of a finding, changes of the whole program, and those
// added by the user.
class WhatIfListModel : public RowListModel<WhatIfRow> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY choiceChanged)
    Q_PROPERTY(int ticked READ ticked NOTIFY choiceChanged)

public:
    explicit WhatIfListModel(QObject* parent = nullptr);

    // Replaces the rows of findings, e.g. after thresholds changed; changes added by the user stay.
    void show(LoadedTrace trace);
    [[nodiscard]] int ticked() const;
    // Adds a ticked change; an existing one is ticked.
    void add(const WhatIfOffer& offer);
    // Unticks all changes and removes those added by the user.
    void clear();
    // Adds the ticked changes to `request`.
    void addTo(WhatIfRequest& request) const;

    Q_INVOKABLE void setTicked(int row, bool ticked);
    // Removes a change added by the user.
    Q_INVOKABLE void remove(int row);

Q_SIGNALS:
    // Rows or ticks changed.
    void choiceChanged();

private:
    // Null for rows of other kinds.
    [[nodiscard]] const Finding* findingOf(const WhatIfRow& row) const;

    LoadedTrace m_trace;
};

}  // namespace gaplight::ui
