// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/model/overlay.h"

namespace gaplight {

std::uint32_t OverlayLabels::number(std::string_view text) {
    const auto [at, isNew] =
        m_numbers.emplace(std::string(text), static_cast<std::uint32_t>(m_texts.size()));
    if (isNew) {
        m_texts.emplace_back(text);
    }
    return at->second;
}

}  // namespace gaplight
