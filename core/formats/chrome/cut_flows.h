// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/string_pool.h"
#include "core/formats/chrome/event_parser.h"
#include "core/formats/trace_cutter.h"
#include "core/trace/event_batch.h"

namespace gaplight {

// Decides which flow events (ph s, t, f) a cut keeps: those of arrows whose two slices are both in
// the cut. A flow has an arrow to each of its steps and finishes, from its start or from the latest
// step before it (flow_binding.h). Example; the slice of step t1 is not in the cut:
//
//   flow events    s  f1  t1  f2  t2  f3     arrows s→f1, s→t1, t1→f2, t1→t2, t2→f3
//   in the cut     s  f1          s   f3     arrows s→f1, t2→f3; step t2 is written as a start
//
// Memory: 24 bytes for each flow event, 8 for each that is kept.
class CutFlows {
public:
    // `plan` must outlive it.
    explicit CutFlows(const CutPlan& plan) : m_plan(plan) {}

    // Call it for every event of the source, then finish() once.
    void notice(const EventFields& fields, EventId event);
    void finish();

    // After finish(). O(log flow events), also below.
    bool keeps(EventId event) const;
    // Whether the event is a step that is kept without the arrow that led to it.
    bool becomesStart(EventId event) const;

private:
    struct Point {
        std::int64_t time = 0;
        EventId event;
        std::uint32_t flow = 0;
        FlowPhase phase = FlowPhase::Start;
        bool isKept = false;    // its slice is in the cut
        bool hasArrow = false;  // so is an arrow from or to it
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
