// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/picked.h"

namespace gaplight::ui {

PickWatch::PickWatch(const TimelineView& view)
    : m_view(view),
      m_revision(view.selectionRevision()),
      m_slice(view.state().selected),
      m_range(view.state().selectedRange) {}

Picked PickWatch::picked() const {
    if (m_view.selectionRevision() == m_revision) {
        return Picked::Nothing;
    }
    const TimelineState& state = m_view.state();
    if (m_view.isAtFinding()) {
        return Picked::Finding;
    }
    if (state.selectedRange && state.selectedRange != m_range) {
        return Picked::Range;
    }
    return state.selected.isValid() && state.selected != m_slice ? Picked::Slice : Picked::Nothing;
}

}  // namespace gaplight::ui
