// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include <QQmlEngine>

#include "core/index/search_hits.h"
#include "widgets/convert/row_list_model.h"
#include "widgets/session/pool_work.h"
#include "widgets/session/trace_load.h"

namespace gaplight::ui {

enum class HitOrder : std::uint8_t { Start, Length, Name };

// Hits of a search in the order of a list. Another order than by start is made on a pool thread;
// until then the hits are by start.
class SortedHits {
public:
    using Order = std::shared_ptr<const std::vector<SliceId>>;

    // `apply` gets a change of the rows to make at once.
    explicit SortedHits(std::function<void(const std::function<void()>&)> apply);

    // Null: no hits. To be called as a change of rows.
    void setHits(const LoadedTrace& trace, std::shared_ptr<const SearchHits> hits);
    const std::shared_ptr<const SearchHits>& hits() const { return m_hits; }
    std::size_t count() const { return m_hits ? m_hits->count() : 0; }
    HitOrder order() const { return m_orderBy; }
    bool isDescending() const { return m_isDescending; }
    // The same order again: reversed. To be called as a change of rows.
    void sortBy(HitOrder order);
    SliceId at(std::size_t row) const;
    // -1 if it is no hit. O(hits) unless they are by start.
    int rowOf(SliceId slice) const;

private:
    void arrange();

    LoadedTrace m_trace;
    std::shared_ptr<const SearchHits> m_hits;
    HitOrder m_orderBy = HitOrder::Start;
    bool m_isDescending = false;
    Order m_order;  // null: by start
    PoolWork<Order> m_sorting;
};

// Hits of a search as rows: name, when, length, track, slice.
class HitListModel : public LazyListModel<SliceId> {
    Q_OBJECT
    QML_ANONYMOUS
    Q_PROPERTY(int count READ count NOTIFY hitsChanged)
    Q_PROPERTY(Column sorted READ sorted NOTIFY sortingChanged)
    Q_PROPERTY(bool descending READ descending NOTIFY sortingChanged)
    // Row of the selected slice; -1 if that is no hit.
    Q_PROPERTY(int current READ current NOTIFY statusChanged)

public:
    enum Column { Start, Length, Name };  // as HitOrder
    Q_ENUM(Column)

    int count() const final { return static_cast<int>(m_sorted.count()); }
    // Null: no search.
    const std::shared_ptr<const SearchHits>& hits() const { return m_sorted.hits(); }
    Column sorted() const { return static_cast<Column>(m_sorted.order()); }
    bool descending() const { return m_sorted.isDescending(); }
    // Sorting by the same column again reverses the order.
    Q_INVOKABLE void sortBy(gaplight::ui::HitListModel::Column column);
    int current() const { return m_current; }
    void setSelected(SliceId slice);
    // The slice of the next (or previous) hit after `selected`, or after `from` if that is invalid;
    // -1 without hits.
    qint64 step(SliceId selected, Time from, bool forward) const;

Q_SIGNALS:
    void hitsChanged();
    void statusChanged();
    void sortingChanged();

protected:
    // `more`: further roles.
    explicit HitListModel(std::vector<Role> more, QObject* parent = nullptr);

    const LoadedTrace& loadedTrace() const { return m_trace; }
    const Trace& trace() const { return *m_trace->session().trace; }
    // Changes the trace; nothing is selected then.
    void setTrace(LoadedTrace trace);
    // Without signals; the caller emits them.
    void showHits(std::shared_ptr<const SearchHits> hits);

private:
    std::vector<Role> rolesWith(std::vector<Role> more) const;
    SliceId row(int index) const final { return m_sorted.at(static_cast<std::size_t>(index)); }
    void findCurrent() { m_current = m_sorted.rowOf(m_selected); }

    LoadedTrace m_trace;
    SortedHits m_sorted;
    SliceId m_selected;
    int m_current = -1;
};

}  // namespace gaplight::ui
