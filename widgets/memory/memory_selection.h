// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <QObject>
#include <QQmlEngine>
#include <QString>

#include "core/memory/measures/memory_flame.h"
#include "core/memory/measures/memory_holders.h"
#include "core/scene/memory/memory_stack_scene.h"
#include "core/scene/memory/segment_table.h"
#include "widgets/memory/memory_object.h"
#include "widgets/session/pool_work.h"

namespace gaplight::ui {

// What a GPU of a snapshot holds at a moment, measured once for all views that show it. Immutable.
struct MeasuredMoment {
    // O(allocations + frames of their stacks); run it off the GUI thread.
    MeasuredMoment(LoadedMemory ofData, std::size_t ofDevice, Moment atMoment);

    const MemoryModel& model() const { return data->model(device); }

    LoadedMemory data;
    std::size_t device = 0;
    Moment moment = 0;
    std::vector<MemoryHolder> holders;  // the largest first
    SegmentTable segments;
    MemoryFlame flame;
};
// Null: nothing was measured yet.
using SharedMoment = std::shared_ptr<const MeasuredMoment>;

// What is chosen in the views of a snapshot: the moment, an allocation, the order of the stack and
// the filter. The moment is the peak at first.
class MemorySelection : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    // StackOrder: 0 age, 1 size, 2 address.
    Q_PROPERTY(int order READ order WRITE setOrder NOTIFY orderChanged)
    Q_PROPERTY(QString filter READ filter WRITE setFilter NOTIFY filterChanged)
    // "124 of 3,120 allocations"; empty without a filter.
    Q_PROPERTY(QString filterStatus READ filterStatus NOTIFY matchesChanged)
    // Why the filter cannot be applied; empty: it can.
    Q_PROPERTY(QString filterError READ filterError NOTIFY filterChanged)
    // Index of an allocation; -1: none.
    Q_PROPERTY(qint64 selected READ selected WRITE setSelected NOTIFY selectedChanged)
    // "9.81 ms (peak)".
    Q_PROPERTY(QString momentText READ momentText NOTIFY momentChanged)
    // "282 MB allocated, 386 MB reserved".
    Q_PROPERTY(QString momentBytes READ momentBytes NOTIFY momentChanged)

public:
    // `memory` must outlive it.
    explicit MemorySelection(const MemoryObject& memory, QObject* parent = nullptr);

    const MemoryObject& memory() const { return m_memory; }
    int order() const { return static_cast<int>(m_order); }
    StackOrder stackOrder() const { return m_order; }
    void setOrder(int order);
    QString filter() const { return m_filter; }
    void setFilter(const QString& filter);
    QString filterStatus() const;
    QString filterError() const { return m_filterError; }
    // By allocation; null: no filter.
    const std::vector<bool>* matches() const {
        return m_matches ? &m_matches->ofAllocation : nullptr;
    }
    qint64 selected() const { return m_selected; }
    std::optional<std::uint32_t> selectedAllocation() const;
    void setSelected(qint64 allocation);
    Moment moment() const { return m_moment; }
    void setMoment(Moment moment);
    // The chosen moment, measured on another thread: until that is done the one before, or null.
    const SharedMoment& measured() const { return m_measured; }
    QString momentText() const;
    QString momentBytes() const;

    // Chooses the moment at a time of the trace, if the counter of this title is the snapshot's.
    Q_INVOKABLE bool openAt(const QString& counter, qint64 timeNs);
    Q_INVOKABLE void goToPeak();
    // Selects an allocation and brings it into view, at its begin if it is not held at the moment.
    Q_INVOKABLE void goToAllocation(qint64 allocation);
    // The topmost thing goes first: the allocation, then the filter.
    void deselect() { m_selected >= 0 ? setSelected(-1) : setFilter({}); }
    // The next or previous allocation by begin that passes the filter.
    void step(bool forward);
    // Brings a moment into view.
    void goToMoment(Moment moment);
    // Brings a range into view and chooses the moment of its peak. O(moments of the range).
    void goToRange(Moment begin, Moment end);

Q_SIGNALS:
    void orderChanged();
    void filterChanged();
    void matchesChanged();
    void selectedChanged();
    void momentChanged();
    void measuredChanged();
    // Anything that is drawn has changed.
    void changed();
    // Bring a range of the snapshot's clock, in ns, into view.
    void revealRequested(qint64 beginNs, qint64 endNs);

private:
    struct Matches {
        LoadedMemory data;
        std::vector<bool> ofAllocation;
        std::uint64_t count = 0;
    };

    void followData();
    void startFilter();
    void startMeasuring();
    void receiveMeasured(const SharedMoment& measured);

    const MemoryObject& m_memory;
    StackOrder m_order = StackOrder::Age;
    QString m_filter;
    QString m_filterError;
    std::shared_ptr<const Matches> m_matches;
    PoolWork<std::shared_ptr<const Matches>> m_work;
    qint64 m_selected = -1;
    Moment m_moment = 0;
    SharedMoment m_measured;
    PoolWork<SharedMoment> m_measuring;
    // How many moments were chosen: a thread that has not begun with an older one leaves it out.
    std::shared_ptr<std::atomic<std::uint64_t>> m_chosen =
        std::make_shared<std::atomic<std::uint64_t>>(0);
};

}  // namespace gaplight::ui
