// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/string_pool.h"
#include "core/formats/chrome/event_fields.h"
#include "core/formats/trace_cutter.h"
#include "core/trace/event_batch.h"

namespace gaplight {

// Decides which ends of flows (ph s, t, f) a cut keeps: those of arrows between slices that both
// stay. The arrows of a flow (flow_binding.h) lead from its start or last step to the next step or
// finish. Example, of which the slice of t1 is left out:
//
//   s  f1  t1  f2  t2  f3        arrows s→f1, s→t1, t1→f2, t1→t2, t2→f3
//   s  f1          s   f3        those that stay: t2 becomes a start
//
// Memory: 24 bytes for each end, 8 for each that stays.
class CutFlows {
public:
    // `plan` must outlive it.
    explicit CutFlows(const CutPlan& plan) : m_plan(plan) {}

    // First all events of the source once, then finish().
    void notice(const EventFields& fields, EventId event);
    void finish();

    // O(log ends), also below.
    [[nodiscard]] bool keeps(EventId event) const;
    // A step that is kept, but no arrow to it.
    [[nodiscard]] bool becomesStart(EventId event) const;

private:
    struct Point {
        std::int64_t time = 0;
        EventId event;
        std::uint32_t flow = 0;
        FlowPhase phase = FlowPhase::Start;
        bool isKept = false;    // its slice stays
        bool hasArrow = false;  // so does an arrow that begins or ends here
    };

    [[nodiscard]] bool isEndKept(const EventFields& fields, FlowPhase phase, Time time);
    void finishFlow(std::span<Point> points);

    const CutPlan& m_plan;
    StringPool<struct FlowTag> m_flows;
    std::vector<Point> m_points;
    std::vector<EventId> m_kept;    // ascending when finished
    std::vector<EventId> m_starts;  // the same: steps that become starts
    std::string m_pid;              // decoded
    std::string m_tid;
};

}  // namespace gaplight
