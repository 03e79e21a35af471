// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nsight/thread_schedule.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>

#include <fmt/format.h>

namespace gaplight {
namespace {

constexpr std::size_t kSwitchesPerCall = 16'384;

// ENUM_SAMPLING_THREAD_STATE in the words that states of Linux have in other formats. Empty for a
// thread that has ended, and where the reason is not recorded.
std::string_view waitName(std::string_view state) {
    if (state == "Interruptible") {
        return "Sleeping";
    }
    if (state == "Uninterruptible") {
        return "Uninterruptible sleep";
    }
    if (state == "Running" || state == "Unscheduled") {
        return "Runnable";
    }
    return state == "Unknown" || state == "Terminated" ? std::string_view() : state;
}

}  // namespace

void ThreadSchedule::add(const TableRow& row) {
    const auto time = row.values.integer(1);
    if (!time) {
        m_batch.events().issues.record(
            row.values.isNull(1) ? IssueKind::MissingTime : IssueKind::BadTime, row.event.number(),
            "SCHED_EVENTS");
        return;
    }
    m_switches.push_back({row.values.integer(4).value_or(0), *time, row.event.number(),
                          row.values.integer(5).value_or(-1),
                          RowBatch::clamped<std::int32_t>(row.values.integer(2)),
                          row.values.integer(3).value_or(0) != 0});
    m_end = std::max(m_end, *time);
}

void ThreadSchedule::addSlice(const Switch& from, std::int64_t end) {
    const std::string name = from.isIn
                                 ? fmt::format("Running on CPU {}", from.cpu)
                                 : std::string(waitName(m_batch.names().threadState(from.state)));
    std::int64_t duration = 0;
    if (name.empty() || __builtin_sub_overflow(end, from.time, &duration)) {
        return;
    }
    const BatchTrack track = m_batch.stateOf(from.thread);
    m_batch.addSlice(EventId(from.event), {from.time, duration}, name, "sched", SliceKind::Other,
                     track);
}

bool ThreadSchedule::addSlices() {
    if (!m_isSorted) {
        std::sort(m_switches.begin(), m_switches.end(), [](const auto& left, const auto& right) {
            return std::tie(left.thread, left.time, left.isIn, left.event) <
                   std::tie(right.thread, right.time, right.isIn, right.event);
        });
        m_isSorted = true;
    }
    const std::size_t end = std::min(m_switches.size(), m_next + kSwitchesPerCall);
    for (; m_next < end; ++m_next) {
        const bool hasNext = m_next + 1 < m_switches.size() &&
                             m_switches[m_next + 1].thread == m_switches[m_next].thread;
        addSlice(m_switches[m_next], hasNext ? m_switches[m_next + 1].time : m_end);
    }
    if (m_next < m_switches.size()) {
        return true;
    }
    m_switches = {};
    m_next = 0;
    return false;
}

}  // namespace gaplight
