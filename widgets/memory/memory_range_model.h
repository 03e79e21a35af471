// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include <QQmlEngine>
#include <QString>

#include "core/memory/measures/snapshot_steps.h"
#include "widgets/convert/row_list_model.h"
#include "widgets/memory/memory_selection.h"

namespace gaplight::ui {

// A step or an annotation with the memory that it took.
struct MemoryRangeRow {
    RangeMemory memory;
    bool isStep = false;
    // Bytes held at its end, less those at the end of the step before (the first step has none),
    // or, of an annotation, at its start.
    std::optional<std::int64_t> growth;
};

// What each step and each annotation allocated, freed and held: steps first, in time order, until
// it is sorted. Sorting by the same column again reverses the order.
class MemoryRangeModel : public RowListModel<MemoryRangeRow> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY contentChanged)
    Q_PROPERTY(Column sorted READ sorted NOTIFY contentChanged)
    Q_PROPERTY(bool descending READ descending NOTIFY contentChanged)

public:
    enum Column { Name, Start, Allocated, Freed, Peak, Held, Growth };
    Q_ENUM(Column)

    // `selection` must outlive it.
    explicit MemoryRangeModel(MemorySelection& selection, QObject* parent = nullptr);

    Column sorted() const { return m_sorted; }
    bool descending() const { return m_isDescending; }
    Q_INVOKABLE void sortBy(gaplight::ui::MemoryRangeModel::Column column);
    // Brings a row's range into view and chooses the moment of its peak.
    Q_INVOKABLE void goTo(int row);

Q_SIGNALS:
    void contentChanged();

private:
    void reload();
    void arrange(std::vector<MemoryRangeRow> rows);

    MemorySelection& m_selection;
    Column m_sorted = Start;
    bool m_isDescending = false;
};

}  // namespace gaplight::ui
