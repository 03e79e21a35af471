// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/memory/allocation_details.h"

#include "widgets/memory/allocation_text.h"

namespace gaplight::ui {

AllocationDetails::AllocationDetails(const MemorySelection& selection, QObject* parent)
    : DetailListModel(parent),
      m_selection(selection),
      m_work([this](const QString& meanwhile) { showMeanwhile(meanwhile); }) {
    connect(&selection, &MemorySelection::selectedChanged, this, &AllocationDetails::reload);
}

void AllocationDetails::reload() {
    const LoadedMemory& data = m_selection.memory().data();
    const std::optional<std::uint32_t> selected = m_selection.selectedAllocation();
    m_work.drop();
    if (!data || !selected) {
        m_title.clear();
        m_text.clear();
        setRows({});
    } else {
        const std::size_t device = m_selection.memory().deviceIndex();
        const LoadedTrace& trace = m_selection.memory().session().trace();
        m_title = allocationTitle(*data, device, *selected);
        m_text = allocationTip(*data, device, *selected);
        const bool isPlaced = trace && data->placement();
        showMeanwhile(isPlaced ? tr("measuring…") : QString());
        if (isPlaced) {
            m_work.start([data, device, trace, allocation = *selected] {
                return meanwhileText(*data, device, allocation, trace->session());
            });
        }
    }
    Q_EMIT titleChanged();
}

void AllocationDetails::showMeanwhile(const QString& meanwhile) {
    const LoadedMemory& data = m_selection.memory().data();
    if (const auto selected = m_selection.selectedAllocation(); data && selected) {
        setRows(allocationRows(*data, m_selection.memory().deviceIndex(), *selected, meanwhile));
    }
}

}  // namespace gaplight::ui
