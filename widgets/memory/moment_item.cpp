// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/memory/moment_item.h"

namespace gaplight::ui {

void MomentItem::setSelection(MemorySelection* selection) {
    if (!replaceSource(m_selection, selection)) {
        return;
    }
    if (m_selection) {
        connect(m_selection, &MemorySelection::changed, this, &MomentItem::followSelection);
    }
    followSelection();
    Q_EMIT selectionChanged();
}

void MomentItem::followSelection() {
    const SharedMoment now = m_selection ? m_selection->measured() : nullptr;
    if (now != m_measured) {
        m_measured = now;
        setHovered(std::nullopt);
        showOtherMoment();
    }
    polish();
    Q_EMIT contentChanged();
    Q_EMIT viewportChanged();
}

}  // namespace gaplight::ui
