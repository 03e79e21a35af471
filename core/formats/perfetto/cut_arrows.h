// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace gaplight {

// Decides which events of a cut keep their flow ids. A flow has an arrow from each of its events to
// the next one in time. An arrow is kept if both its events are, and the cut has no arrow that the
// trace does not have. Examples; event c is not in the cut:
//
//   a  b  c  d  e     b terminates the flow, so that there is no arrow b→d; d begins it again
//   a  b  c  d        the same, and d loses its flow id: it has no arrow any more
//
// Memory: 32 bytes for each event of a flow.
class CutArrows {
public:
    void add(std::uint64_t flow, std::int64_t time, std::uint64_t number, bool isTerminating) {
        m_points.push_back({flow, time, number, isTerminating});
    }
    // `isKept`: of the event with a number.
    void finish(const std::function<bool(std::uint64_t number)>& isKept);

    // After finish(), for events in the cut: whether the event loses the id of the flow, and
    // whether it terminates the flow. O(log events).
    bool loses(std::uint64_t number, std::uint64_t flow) const;
    bool ends(std::uint64_t number, std::uint64_t flow) const;

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
