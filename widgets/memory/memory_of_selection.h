// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QQmlEngine>
#include <QString>

#include "widgets/memory/memory_object.h"
#include "widgets/selection/range_details.h"
#include "widgets/selection/slice_details.h"
#include "widgets/session/pool_work.h"

namespace gaplight::ui {

// Memory by the snapshot that is open on a trace: allocated, freed and peak while the selected
// slice or range lasts. For a kernel, copy or API call: while its operator ran. For any other
// slice: while it ran itself.
class MemoryOfSelection : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    // "Memory while aten::mm ran: 33.6 MB allocated (2 allocations), 0 B freed, peak 148 MB"; empty
    // without a snapshot.
    Q_PROPERTY(QString ofSlice READ ofSlice NOTIFY changed)
    Q_PROPERTY(QString ofRange READ ofRange NOTIFY changed)

public:
    // All must outlive it.
    MemoryOfSelection(const MemoryObject& memory, const SliceDetails& slice,
                      const RangeDetails& range, QObject* parent = nullptr);

    QString ofSlice() const { return m_ofSlice; }
    QString ofRange() const { return m_ofRange; }

Q_SIGNALS:
    void changed();

private:
    void updateSlice();
    void updateRange();
    bool isPlaced() const;

    const MemoryObject& m_memory;
    const SliceDetails& m_slice;
    const RangeDetails& m_range;
    QString m_ofSlice;
    QString m_ofRange;
    PoolWork<QString> m_sliceWork;
    PoolWork<QString> m_rangeWork;
};

}  // namespace gaplight::ui
