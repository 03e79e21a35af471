// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <QQmlEngine>

#include "core/index/search_hits.h"
#include "widgets/session/pool_work.h"
#include "widgets/session/trace_load.h"
#include "widgets/tables/table_model.h"

namespace gaplight::ui {

enum class HitOrder : std::uint8_t { Start, Length, Name, Track };

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
    // To be called as a change of rows.
    void sortBy(HitOrder order, bool isDescending);
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

// Hits of a search as a table, whose rows are computed when they are read. The target of a row is
// its slice.
class HitListModel : public TableModel {
    Q_OBJECT
    QML_ANONYMOUS
    // Row of the selected slice; -1 if that is no hit.
    Q_PROPERTY(int hit READ hit NOTIFY statusChanged)

public:
    enum Column { Start, Length, Name, Track };  // as HitOrder

    int count() const final { return static_cast<int>(m_sorted.count()); }
    // Null: no search.
    const std::shared_ptr<const SearchHits>& hits() const { return m_sorted.hits(); }
    int hit() const { return m_hit; }
    void setSelected(SliceId slice);

Q_SIGNALS:
    void hitsChanged();
    void statusChanged();

protected:
    // What of a slice matches if not its name: "args: stream"; empty: its name.
    using Match = std::function<std::string(SliceId)>;

    explicit HitListModel(Match match, QObject* parent = nullptr);

    const LoadedTrace& loadedTrace() const { return m_trace; }
    const Trace& trace() const { return *m_trace->session().trace; }
    // Changes the trace; nothing is selected then.
    void setTrace(LoadedTrace trace);
    // Without hitsChanged() and statusChanged(); the caller emits them.
    void showHits(std::shared_ptr<const SearchHits> hits);

private:
    Table tableOfHits(std::span<const SliceId> hits) const;
    const CellRow& row(int index) const final;
    void arrange() final;
    void findSelected();

    Match m_match;
    LoadedTrace m_trace;
    SortedHits m_sorted;
    mutable CellRow m_row;  // that was read last
    SliceId m_selected;
    int m_hit = -1;
};

}  // namespace gaplight::ui
