// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pickle/snapshot_objects.h"

#include <algorithm>

namespace gaplight {

SnapshotObjects::SnapshotObjects(const PickleHeap& heap, AllocatorHistory& history)
    : m_heap(heap),
      m_history(history),
      m_takenLists(heap.lists()),
      m_takenRows(snapshotShapes().size()) {}

std::optional<PickleRow> SnapshotObjects::takeRow(PickleValue value, SnapshotShape shape,
                                                  SnapshotIssueKind ifOther) {
    const auto row = m_heap.rowOf(value);
    if (!row || row->shape != static_cast<std::size_t>(shape)) {
        m_history.issues.record(ifOther);
        return std::nullopt;
    }
    std::vector<bool>& taken = m_takenRows[row->shape];
    if (taken.size() <= row->row) {
        taken.resize(std::max(row->row + 1, 2 * taken.size()));
    }
    if (taken[row->row]) {
        m_history.issues.record(SnapshotIssueKind::RepeatedObject);
        return std::nullopt;
    }
    taken[row->row] = true;
    return row;
}

bool SnapshotObjects::takeList(PickleValue value) {
    if (!value.is(PickleValue::Kind::List)) {
        return false;
    }
    if (m_takenLists[value.index()]) {
        m_history.issues.record(SnapshotIssueKind::RepeatedObject);
        return false;
    }
    m_takenLists[value.index()] = true;
    return true;
}

}  // namespace gaplight
