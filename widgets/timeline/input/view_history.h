// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/scene/layout/viewport.h"

namespace gaplight::ui {

// Kind of a view change: a jump, or one of many small steps.
enum class ViewMove : std::uint8_t { Jump, Step };

// Previous views of the user, for back and forward. Consecutive small steps (zoom, pan, drag) are
// one move. Bounded.
class ViewHistory {
public:
    static constexpr std::size_t kMaxViews = 200;

    // Records the view before a move; clears the forward history.
    void record(const Viewport& leaving, ViewMove move);
    // The view to go to from `now`; empty at the end.
    [[nodiscard]] std::optional<Viewport> back(const Viewport& now);
    [[nodiscard]] std::optional<Viewport> forward(const Viewport& now);
    void clear();

    [[nodiscard]] bool canGoBack() const { return !m_back.empty(); }
    [[nodiscard]] bool canGoForward() const { return !m_forward.empty(); }

private:
    std::vector<Viewport> m_back;     // the last is the nearest
    std::vector<Viewport> m_forward;  // the same
    bool m_stepping = false;
};

}  // namespace gaplight::ui
