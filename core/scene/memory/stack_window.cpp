// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/memory/stack_window.h"

namespace gaplight {

StackWindow::StackWindow(std::vector<Item> items)
    : m_items(std::move(items)),
      m_held(m_items.size()),
      m_sums((m_items.size() + kGroup - 1) / kGroup) {
    for (std::uint32_t rank = 0; rank < m_items.size(); ++rank) {
        m_begins.emplace_back(m_items[rank].begin, rank);
        m_ends.emplace_back(m_items[rank].end, rank);
    }
    std::ranges::sort(m_begins);
    std::ranges::sort(m_ends);
}

bool StackWindow::advanceTo(Moment moment) {
    bool isChanged = false;
    for (; m_nextBegin < m_begins.size() && m_begins[m_nextBegin].first <= moment; ++m_nextBegin) {
        const std::uint32_t rank = m_begins[m_nextBegin].second;
        if (m_items[rank].end > moment) {
            setHeld(rank, true);
            isChanged = true;
        }
    }
    for (; m_nextEnd < m_ends.size() && m_ends[m_nextEnd].first <= moment; ++m_nextEnd) {
        const std::uint32_t rank = m_ends[m_nextEnd].second;
        if (m_held[rank] != 0) {
            setHeld(rank, false);
            isChanged = true;
        }
    }
    return isChanged;
}

void StackWindow::setHeld(std::uint32_t rank, bool isHeld) {
    const std::int64_t size = m_items[rank].size;
    m_held[rank] = isHeld ? size : 0;
    m_sums[rank / kGroup] += isHeld ? size : -size;
}

}  // namespace gaplight
