// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/memory/allocation_details.h"

#include "widgets/memory/allocation_text.h"

namespace gaplight::ui {

AllocationDetails::AllocationDetails(const MemorySelection& selection, QObject* parent)
    : DetailListModel(parent), m_selection(selection) {
    connect(&selection, &MemorySelection::selectedChanged, this, &AllocationDetails::reload);
}

void AllocationDetails::reload() {
    const LoadedMemory& data = m_selection.memory().data();
    const std::optional<std::uint32_t> selected = m_selection.selectedAllocation();
    if (!data || !selected) {
        m_title.clear();
        m_text.clear();
        setRows({});
    } else {
        const std::size_t device = m_selection.memory().deviceIndex();
        const LoadedTrace& trace = m_selection.memory().session().trace();
        m_title = allocationTitle(*data, device, *selected);
        m_text = allocationTip(*data, device, *selected);
        setRows(allocationRows(*data, device, *selected, trace ? &trace->session() : nullptr));
    }
    Q_EMIT titleChanged();
}

}  // namespace gaplight::ui
