// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome/text_windows.h"

#include <algorithm>
#include <cstring>

#include "core/base/result.h"
#include "core/formats/chrome/json/json_token.h"

namespace gaplight {

Result<bool> TextWindows::next(TextWindow& window) {
    if (m_ended) {
        return false;
    }
    TRY(fill(window));
    window.offset = m_offset;
    window.consumedBytes = m_source.consumedBytes();
    window.split.events.clear();
    window.split.putAside = 0;
    const SplitText text{{window.bytes.get(), window.size}, m_offset, m_ended};
    const std::size_t done = m_splitter.split(text, window.split);
    if (m_ended) {
        m_splitter.finish(text);
    }
    m_rest.assign(window.bytes.get() + done, window.bytes.get() + window.size);
    m_offset += done;
    return true;
}

Result<void> TextWindows::fill(TextWindow& window) {
    // An event under way fills half of its window at most, so that reading it does not become
    // quadratic.
    const std::size_t wanted = std::max(m_windowBytes, 2 * m_rest.size());
    const bool wasteful = window.capacity > 4 * wanted;
    if (window.capacity < wanted || wasteful) {
        window.bytes = std::make_unique_for_overwrite<char[]>(wanted + kTextPadding);
        window.capacity = wanted;
    }
    std::copy(m_rest.begin(), m_rest.end(), window.bytes.get());
    window.size = m_rest.size();
    while (window.size < wanted && !m_ended) {
        const std::size_t got =
            TRY(m_source.readNext({window.bytes.get() + window.size, wanted - window.size}));
        window.size += got;
        m_ended = got == 0;
    }
    std::memset(window.bytes.get() + window.size, 0, kTextPadding);
    return {};
}

}  // namespace gaplight
