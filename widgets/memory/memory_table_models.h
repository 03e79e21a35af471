// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QQmlEngine>

#include "widgets/memory/memory_selection.h"
#include "widgets/tables/table_model.h"

namespace gaplight::ui {

// What each line of the program holds at the chosen moment, the most bytes first. Choosing a row
// selects its largest allocation.
class HolderTableModel : public TableModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")

public:
    // `selection` must outlive it.
    explicit HolderTableModel(MemorySelection& selection, QObject* parent = nullptr);

private:
    void reload();

    const MemorySelection& m_selection;
};

// What each step and each annotation allocated, freed and held, in the order of time. Choosing a
// row brings its range into view and chooses the moment of its peak.
class MemoryRangeModel : public TableModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")

public:
    // `selection` must outlive it.
    explicit MemoryRangeModel(MemorySelection& selection, QObject* parent = nullptr);

private:
    void reload();
    void goTo(qint64 target);

    MemorySelection& m_selection;
};

}  // namespace gaplight::ui
