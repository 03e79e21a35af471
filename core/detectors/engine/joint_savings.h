// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "core/analysis/replay/replay_edit.h"
#include "core/base/time.h"
#include "core/detectors/engine/finding.h"

namespace gaplight {

// What the first finding of an order saves, the first two together, the first three, and so on,
// where a finding can be left out of all that follow. Each of these is one replay; as many of them
// as there are threads run at once, as if no finding were left out, and are repeated where one was.
class JointSavings {
public:
    // What edits save; called by several threads.
    using SavingOf = std::function<Duration(std::span<const ReplayEdit>)>;

    // `findings` and `order`, positions in `findings`, must outlive it. Only edits are read of the
    // findings, and of the first its saving, which is what it saves alone.
    JointSavings(std::span<const Finding> findings, std::span<const std::size_t> order,
                 SavingOf savingOf);

    // What the findings from the first up to the next one of the order save together. At most as
    // many calls as `order` has positions.
    [[nodiscard]] Duration next();
    // Leaves the finding of the latest call of next() out.
    void leaveOut();

private:
    void replayAhead();

    std::span<const Finding> m_findings;
    std::span<const std::size_t> m_order;
    SavingOf m_savingOf;
    std::size_t m_next = 0;           // position in m_order
    std::size_t m_begin = 0;          // position of m_saved.front()
    std::vector<Duration> m_saved;    // replayed ahead
    std::vector<std::size_t> m_ends;  // beside m_saved: how many of m_edits each has
    std::vector<ReplayEdit> m_edits;  // of all that are replayed and not left out, in their order
};

}  // namespace gaplight
