// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/engine/joint_savings.h"

#include <algorithm>
#include <utility>

#include <tbb/task_arena.h>

#include "core/base/parallel.h"
#include "core/base/share.h"

namespace gaplight {
namespace {

// What findings save alone may sum to this much more, in percent, than what they save together.
constexpr std::int64_t kSumPercent = 1;

}  // namespace

JointSavings::JointSavings(std::span<const Finding> findings, std::span<const std::size_t> order,
                           SavingOf savingOf)
    : m_findings(findings), m_order(order), m_savingOf(std::move(savingOf)) {
    std::size_t edits = 0;
    for (const std::size_t at : order) {
        edits += findings[at].edits.size();
    }
    m_edits.reserve(edits);
}

Duration JointSavings::next() {
    if (m_next == m_begin + m_saved.size()) {
        replayAhead();
    }
    return m_saved[m_next++ - m_begin];
}

void JointSavings::leaveOut() {
    const std::size_t latest = m_next - 1 - m_begin;
    m_edits.resize(m_ends[latest] - m_findings[m_order[m_next - 1]].edits.size());
    m_saved.resize(latest + 1);
    m_ends.resize(latest + 1);
}

void JointSavings::replayAhead() {
    const auto threads = static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
    const std::size_t known = m_next == 0 ? 1 : 0;  // the first saves together what it saves alone
    const std::size_t count = std::min(threads + known, m_order.size() - m_next);
    m_begin = m_next;
    m_ends.clear();
    for (const std::size_t at : m_order.subspan(m_next, count)) {
        const std::vector<ReplayEdit>& own = m_findings[at].edits;
        m_edits.insert(m_edits.end(), own.begin(), own.end());
        m_ends.push_back(m_edits.size());
    }
    m_saved.assign(count, {});
    parallelFor(std::size_t{0}, count, [&](std::size_t i) {
        m_saved[i] = i < known ? *m_findings[m_order.front()].cost.saving
                               : m_savingOf(std::span(m_edits).first(m_ends[i]));
    });
}

Duration priceSmall(const JointSavings::SavingOf& savingOf, std::span<const std::size_t> order,
                    std::vector<ReplayEdit> edits, Duration saved, std::vector<Finding>& findings) {
    std::vector<std::size_t> ends;
    Duration sum = saved;
    for (const std::size_t at : order) {
        edits.insert(edits.end(), findings[at].edits.begin(), findings[at].edits.end());
        ends.push_back(edits.size());
        sum += *findings[at].cost.saving;
    }
    if (order.empty()) {
        return sum;
    }
    const Duration all = savingOf(edits);
    const bool isSum = !reachesPercent(sum, all, 100 + kSumPercent) &&
                       !reachesPercent(all, sum, 100 + kSumPercent);
    if (isSum) {
        return std::clamp(all, saved, sum);
    }
    std::vector<Duration> together(order.size());
    parallelFor(std::size_t{0}, order.size(),
                [&](std::size_t i) { together[i] = savingOf(std::span(edits).first(ends[i])); });
    for (std::size_t i = 0; i < order.size(); ++i) {
        Duration& saving = *findings[order[i]].cost.saving;
        saving = std::max(together[i] - saved, Duration::zero());
        saved += saving;
    }
    return saved;
}

}  // namespace gaplight
