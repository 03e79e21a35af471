// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome/event_splitter.h"

namespace gaplight {

std::size_t EventSplitter::split(const SplitText& text, SplitWindow& window) {
    std::size_t at = 0;
    for (;;) {
        if (m_inEntries) {
            if (m_entries.read(text, at, window) == EventEntries::Next::MoreText) {
                return at;
            }
            m_inEntries = false;
            m_topLevel.leaveArray();
        }
        if (m_topLevel.read(text, at) == TopLevel::Next::MoreText) {
            return at;
        }
        m_inEntries = true;
        m_foundEvents = true;
        m_topLevel.enterArray();
        m_entries.enter();
    }
}

void EventSplitter::finish(const SplitText& text) {
    if (m_inEntries) {
        m_entries.finish(text, m_topLevel.isArrayForm());
    } else {
        m_topLevel.finish(text);
    }
}

ImportIssues EventSplitter::issues() const {
    ImportIssues all = m_topLevel.issues();
    all.merge(m_entries.issues());
    return all;
}

}  // namespace gaplight
