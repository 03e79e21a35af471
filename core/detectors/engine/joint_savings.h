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

// What the first finding of an order saves, the first two together, the first three, and so on. A
// finding can be left out; the savings after it are then computed without it. Each saving takes one
// replay. As many replays as there are threads run at once, before it is known whether findings
// will be left out; those that contain a finding left out are repeated.
class JointSavings {
public:
    // The time that edits save. Several threads call it at once.
    using SavingOf = std::function<Duration(std::span<const ReplayEdit>)>;

    // `findings` and `order`, positions in `findings`, must outlive it. Reads `edits` of each
    // finding, and `cost.saving` of the first one in the order: what it saves alone.
    JointSavings(std::span<const Finding> findings, std::span<const std::size_t> order,
                 SavingOf savingOf);

    // What the findings from the first up to the next one of the order save together. At most as
    // many calls as `order` has positions.
    [[nodiscard]] Duration next();
    // Removes the finding that the latest call of next() added.
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

// Prices findings with small savings: `order` lists their positions in `findings`. `edits` are
// those of the findings priced before, which save `saved` together. One replay of all edits shows
// whether the findings' own savings add up; if so, each keeps its own. Otherwise each gets what it
// saves in addition to those before it, which is more than alone where these hid it: one more
// replay per finding. Returns what all edits save together.
[[nodiscard]] Duration priceSmall(const JointSavings::SavingOf& savingOf,
                                  std::span<const std::size_t> order, std::vector<ReplayEdit> edits,
                                  Duration saved, std::vector<Finding>& findings);

}  // namespace gaplight
