// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/idle/idle_call_tree.h"

#include <algorithm>

namespace gaplight {

void IdleCallTree::begin(TrackId thread) {
    m_next = m_trace->firstIndex(thread);
    m_end = m_next + m_trace->tracks()[thread.index()].sliceCount;
    m_range = {};
    m_calls.clear();
    m_open.clear();
    m_firstNew = 0;
    m_outermost = 0;
    m_overlaps = false;
    m_untraced = {};
}

void IdleCallTree::moveTo(TimeRange range) {
    m_range = range;
    m_untraced = {};
    keepOpen();
    m_firstNew = m_calls.size();
    enterUntil(range.begin);
    shareTime();
}

void IdleCallTree::jumpTo(TrackId thread, TimeRange range) {
    begin(thread);
    m_range = range;
    const SliceTable& slices = m_trace->slices();
    const std::size_t first = m_next;
    const auto starts = slices.starts().subspan(first, m_end - first);
    const auto after = std::upper_bound(starts.begin(), starts.end(), range.begin);
    m_next += static_cast<std::size_t>(after - starts.begin());
    m_around.clear();
    if (m_next > first) {
        for (SliceId up(m_next - 1); up.isValid(); up = slices.parent(up)) {
            m_around.push_back(up);
        }
    }
    for (auto slice = m_around.rbegin(); slice != m_around.rend(); ++slice) {
        const TimeRange whole = slices.range(*slice);
        if (whole.end > range.begin) {
            enter(*slice, whole);
        }
    }
    for (; m_next < m_end && slices.start(SliceId(m_next)) < range.end; ++m_next) {
        const TimeRange whole = slices.range(SliceId(m_next));
        if (whole.end > whole.begin) {
            leave(whole.begin);
            enter(SliceId(m_next), whole);
        }
    }
}

// Gives each instant of the range to the call that began last of those that cover it.
void IdleCallTree::shareTime() {
    m_outermost = m_calls.size();
    for (Time now = m_range.begin; now < m_range.end;) {
        const Time until = std::min(m_range.end, nextChange());
        if (m_open.empty()) {
            m_untraced += until - now;
        } else {
            m_calls[m_open.back().call].exclusive += until - now;
            m_outermost = std::min<std::size_t>(m_outermost, m_open.back().call);
        }
        now = until;
        leave(now);
        if (now < m_range.end) {
            enterUntil(now);
        }
    }
}

// Removes the calls that have ended by the range's begin. What is left keeps its label.
void IdleCallTree::keepOpen() {
    leave(m_range.begin);
    std::size_t at = std::min(m_outermost, m_open.size());
    if (m_overlaps) {
        removeEnded();
        at = 0;
    }
    // Before the first call that moves, each is at its own position already.
    while (at > 0 && m_open[at - 1].call != at - 1) {
        --at;
    }
    for (; at < m_open.size(); ++at) {
        Open& open = m_open[at];
        m_calls[at] = m_calls[open.call];
        m_calls[at].parent = open.around;
        m_calls[at].exclusive = {};
        open.call = static_cast<std::uint32_t>(at);
    }
    m_calls.resize(m_open.size());
}

// From m_open those that ended under a longer one. A parent ends no earlier, so that it stays.
void IdleCallTree::removeEnded() {
    std::vector<std::uint32_t> placeOf(m_open.size(), kNoCall);
    std::uint32_t kept = 0;
    for (std::size_t at = 0; at < m_open.size(); ++at) {
        Open open = m_open[at];
        if (open.end > m_range.begin) {
            open.around = open.around == kNoCall ? kNoCall : placeOf[open.around];
            placeOf[at] = kept;
            m_open[kept++] = open;
        }
    }
    m_overlaps = kept > 0;
    m_open.resize(kept);
}

// The loop over what is between gaps keeps to local variables, for its speed.
void IdleCallTree::enterUntil(Time now) {
    const Time* starts = m_trace->slices().starts().data();
    const Durations durations = m_trace->slices().durations();
    std::size_t next = m_next;
    for (const std::size_t end = m_end; next < end && starts[next] <= now; ++next) {
        if (starts[next] + durations[next] > now) {
            enter(SliceId(next), {starts[next], starts[next] + durations[next]});
        }
    }
    m_next = next;
}

void IdleCallTree::enter(SliceId slice, TimeRange whole) {
    auto around = static_cast<std::uint32_t>(m_open.size());
    while (around > 0 && m_open[around - 1].end < whole.end) {
        --around;
    }
    m_overlaps = m_overlaps || around < m_open.size();
    const std::uint32_t place = around == 0 ? kNoCall : around - 1;
    const std::uint32_t parent = place == kNoCall ? kNoCall : m_open[place].call;
    m_open.push_back({static_cast<std::uint32_t>(m_calls.size()), place, whole.end});
    m_calls.push_back({slice, parent, 0, whole, {}});
}

void IdleCallTree::leave(Time now) {
    while (!m_open.empty() && m_open.back().end <= now) {
        m_open.pop_back();
    }
}

Time IdleCallTree::nextChange() const {
    const Time begins = m_next < m_end ? m_trace->slices().start(SliceId(m_next)) : Time::max();
    return m_open.empty() ? begins : std::min(begins, m_open.back().end);
}

TimeRange hostRangeOf(const Trace& trace, const Gap& gap) {
    if (!gap.launch.isValid()) {
        return {gap.begin, gap.begin};
    }
    const Time launch = trace.slices().start(gap.launch);
    return {gap.begin, std::clamp(launch, gap.begin, gap.end)};
}

}  // namespace gaplight
