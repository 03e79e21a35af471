// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace gaplight {

// Which flows the events of a cut keep. An arrow leads from each event of a flow to the next one in
// time: arrows between events that stay do, and none comes up across events that are left out.
// Example, of which c is left out:
//
//   a  b  c  d  e     b ends the flow, d begins it again
//   a  b  c  d        d has no arrow any more and loses the flow
//
// Memory: 32 bytes for each event of a flow.
class CutArrows {
public:
    void add(std::uint64_t flow, std::int64_t time, std::uint64_t number, bool isTerminating) {
        m_points.push_back({flow, time, number, isTerminating});
    }
    // `isKept`: of the event with a number.
    void finish(const std::function<bool(std::uint64_t number)>& isKept);

    // Once finished, of events that are kept. O(log events).
    [[nodiscard]] bool loses(std::uint64_t number, std::uint64_t flow) const;
    [[nodiscard]] bool ends(std::uint64_t number, std::uint64_t flow) const;

private:
    struct Point {
        std::uint64_t flow = 0;
        std::int64_t time = 0;
        std::uint64_t number = 0;
        bool isTerminating = false;
    };
    using EventFlow = std::pair<std::uint64_t, std::uint64_t>;  // number, flow

    void finishFlow(std::span<const Point> points,
                    const std::function<bool(std::uint64_t number)>& isKept);

    std::vector<Point> m_points;
    std::vector<EventFlow> m_lost;  // ascending when finished
    std::vector<EventFlow> m_ends;  // the same
};

}  // namespace gaplight
