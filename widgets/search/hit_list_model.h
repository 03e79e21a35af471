// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <QQmlEngine>

#include "core/index/search_hits.h"
#include "widgets/convert/row_list_model.h"
#include "widgets/search/sorted_hits.h"
#include "widgets/session/trace_load.h"

namespace gaplight::ui {

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

    [[nodiscard]] int count() const final { return static_cast<int>(m_sorted.count()); }
    // Null: no search.
    [[nodiscard]] const std::shared_ptr<const SearchHits>& hits() const { return m_sorted.hits(); }
    [[nodiscard]] Column sorted() const { return static_cast<Column>(m_sorted.order()); }
    [[nodiscard]] bool descending() const { return m_sorted.isDescending(); }
    // Sorting by the same column again reverses the order.
    Q_INVOKABLE void sortBy(gaplight::ui::HitListModel::Column column);
    [[nodiscard]] int current() const { return m_current; }
    void setSelected(SliceId slice);
    // The slice of the next (or previous) hit after `selected`, or after `from` if that is invalid;
    // -1 without hits.
    [[nodiscard]] qint64 step(SliceId selected, Time from, bool forward) const;

Q_SIGNALS:
    void hitsChanged();
    void statusChanged();
    void sortingChanged();

protected:
    // `more`: further roles.
    explicit HitListModel(std::vector<Role> more, QObject* parent = nullptr);

    [[nodiscard]] const LoadedTrace& loadedTrace() const { return m_trace; }
    [[nodiscard]] const Trace& trace() const { return *m_trace->session().trace; }
    // Changes the trace; nothing is selected then.
    void setTrace(LoadedTrace trace);
    // Without signals; the caller emits them.
    void showHits(std::shared_ptr<const SearchHits> hits);

private:
    [[nodiscard]] std::vector<Role> rolesWith(std::vector<Role> more) const;
    [[nodiscard]] SliceId row(int index) const final {
        return m_sorted.at(static_cast<std::size_t>(index));
    }
    void findCurrent() { m_current = m_sorted.rowOf(m_selected); }

    LoadedTrace m_trace;
    SortedHits m_sorted;
    SliceId m_selected;
    int m_current = -1;
};

}  // namespace gaplight::ui
