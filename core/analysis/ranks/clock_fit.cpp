// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/ranks/clock_fit.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/quantity_text.h"
#include "core/base/statistics.h"

namespace gaplight {
namespace {

constexpr std::size_t kMinFitted = 3;    // collectives that an offset needs
constexpr std::size_t kMinForDrift = 8;  // and a drift
constexpr double kMaxSlope = 1e-3;       // of a clock that works, by far
constexpr std::size_t kMaxSlopePoints = 256;
constexpr Duration kMaxResidual = std::chrono::milliseconds(1);
// Correction of a recorded clock by collectives of inferred groups. A larger one is more likely a
// capture that begins some collectives later than the others: every repetition would fit.
constexpr Duration kMaxInferredCorrection = std::chrono::milliseconds(10);
// Of clocks that nothing could be compared with: what NTP keeps within.
constexpr Duration kUncheckedUncertainty = std::chrono::milliseconds(1);

// Ends of one collective: on the rank's own clock, and how far the reference's is from it.
struct EndPair {
    Time own;
    Duration difference{};
};

Duration medianOf(std::vector<Duration> values) {
    return lowerMedian(values);
}

// What two ranks are compared by.
struct SharedEnds {
    std::vector<EndPair> ends;
    bool areInferred = false;  // all of inferred groups
};

struct Line {
    Duration offset{};  // at `from`
    double slope = 0;   // ns per ns
    Time from;
    Duration residual{};  // median distance

    Duration at(Time time) const {
        return offset + Duration(std::llround(static_cast<double>(ns(time - from)) * slope));
    }
};

Duration residualOf(const std::vector<EndPair>& ends, const Line& line) {
    std::vector<Duration> distances;
    for (const EndPair& end : ends) {
        distances.push_back(std::chrono::abs(end.difference - line.at(end.own)));
    }
    return medianOf(std::move(distances));
}

Duration offsetOf(const std::vector<EndPair>& ends, const Line& line) {
    std::vector<Duration> rests;
    for (const EndPair& end : ends) {
        rests.push_back(end.difference - (line.at(end.own) - line.offset));
    }
    return medianOf(std::move(rests));
}

double medianSlope(const std::vector<EndPair>& ends) {
    std::vector<EndPair> points;
    const std::size_t every = ends.size() / kMaxSlopePoints + 1;
    for (std::size_t at = 0; at < ends.size(); at += every) {
        points.push_back(ends[at]);
    }
    std::vector<double> slopes;
    for (std::size_t a = 0; a < points.size(); ++a) {
        for (std::size_t b = a + 1; b < points.size(); ++b) {
            if (points[a].own != points[b].own) {
                slopes.push_back(
                    static_cast<double>(ns(points[b].difference - points[a].difference)) /
                    static_cast<double>(ns(points[b].own - points[a].own)));
            }
        }
    }
    return slopes.empty() ? 0 : lowerMedian(slopes);
}

// A drift is kept where it explains more than the scatter of the ends.
Line fitLine(const std::vector<EndPair>& ends, Time from) {
    Line level;
    level.from = from;
    level.offset = offsetOf(ends, level);
    level.residual = residualOf(ends, level);
    if (ends.size() < kMinForDrift) {
        return level;
    }
    Line line = level;
    line.slope = medianSlope(ends);
    line.offset = offsetOf(ends, line);
    line.residual = residualOf(ends, line);
    const auto [first, last] = std::minmax_element(
        ends.begin(), ends.end(), [](const EndPair& a, const EndPair& b) { return a.own < b.own; });
    const Duration change = std::chrono::abs(line.at(last->own) - line.at(first->own));
    const bool isDrift = std::abs(line.slope) <= kMaxSlope && change > 4 * line.residual &&
                         change >= kMaxRecordedOffset / 2;
    return isDrift ? line : level;
}

class ClockFit {
public:
    ClockFit(std::span<const RecordedClock> recorded, const MatchedCalls& matched,
             std::span<const std::vector<TimeRange>> kernels)
        : m_recorded(recorded), m_matched(matched), m_kernels(kernels), m_clocks(recorded.size()) {}

    std::vector<RankClock> take() {
        if (m_recorded.empty()) {
            return {};
        }
        m_ofRanks = collectivesOfRanks(m_matched.collectives, m_clocks.size());
        placeAsRecorded();
        m_nearest.resize(m_clocks.size());
        m_isPlaced[m_reference] = true;
        offerToOthers(m_reference);
        while (const auto next = nextRank()) {
            place(*next, endPairs(*next, m_nearest[*next].rank));
            offerToOthers(*next);
        }
        for (std::size_t rank = 0; rank < m_clocks.size(); ++rank) {
            if (!m_isPlaced[rank]) {
                placeUncompared(rank);
            }
        }
        // The reference is as uncertain as the best of those compared with it.
        for (std::size_t rank = 0; rank < m_clocks.size(); ++rank) {
            Duration& own = m_clocks[m_reference].uncertainty;
            if (rank != m_reference && m_clocks[rank].collectives > 0 &&
                (own == Duration{} || m_clocks[rank].uncertainty < own)) {
                own = m_clocks[rank].uncertainty;
            }
        }
        return std::move(m_clocks);
    }

private:
    void placeAsRecorded() {
        m_isPlaced.assign(m_clocks.size(), false);
        const auto known =
            std::find_if(m_recorded.begin(), m_recorded.end(),
                         [](const RecordedClock& one) { return one.epoch.has_value(); });
        m_reference =
            known == m_recorded.end() ? 0 : static_cast<std::size_t>(known - m_recorded.begin());
        Time origin = Time::max();
        for (std::size_t rank = 0; rank < m_clocks.size(); ++rank) {
            const RecordedClock& one = m_recorded[rank];
            m_clocks[rank].axis.offset = one.epoch.value_or(Duration{});
            m_clocks[rank].axis.driftFrom = one.range.begin;
            if (one.epoch || rank == m_reference) {
                origin = std::min(origin, m_clocks[rank].axis.toAxis(one.range.begin));
            }
        }
        for (RankClock& clock : m_clocks) {
            clock.axis.shift(-origin.time_since_epoch());
        }
    }

    // The calibrated rank that one shares most with: one collective counts more than any number of
    // sends.
    struct Nearest {
        std::size_t rank = 0;
        std::size_t shared = 0;
    };

    // Updates `m_nearest` of the ranks that are not placed. O(parts of the rank's collectives).
    void offerToOthers(std::size_t placed) {
        if (m_clocks[placed].source == ClockSource::Uncalibrated) {
            return;
        }
        std::vector<std::size_t> shared(m_clocks.size());
        for (const std::size_t at : m_ofRanks[placed]) {
            const JointCollective& joint = m_matched.collectives[at];
            const std::size_t weight = joint.isSendReceive ? 1 : m_matched.collectives.size() + 1;
            for (const RankPart& part : joint.parts) {
                shared[part.rank] += weight;
            }
        }
        for (std::size_t rank = 0; rank < shared.size(); ++rank) {
            Nearest& nearest = m_nearest[rank];
            if (shared[rank] > nearest.shared ||
                (shared[rank] == nearest.shared && placed < nearest.rank)) {
                nearest = {placed, shared[rank]};
            }
        }
    }

    // The rank that is not placed and shares most with a calibrated one; empty: there is none.
    std::optional<std::size_t> nextRank() const {
        std::optional<std::size_t> best;
        std::size_t most = 0;
        for (std::size_t rank = 0; rank < m_nearest.size(); ++rank) {
            if (!m_isPlaced[rank] && m_nearest[rank].shared > most) {
                most = m_nearest[rank].shared;
                best = rank;
            }
        }
        return best;
    }

    // Ends of collectives of recorded groups; without any those of sends; without any of inferred
    // groups.
    SharedEnds endPairs(std::size_t rank, std::size_t other) const {
        std::vector<EndPair> collectives;
        std::vector<EndPair> sends;
        std::vector<EndPair> inferred;
        for (const std::size_t at : m_ofRanks[rank]) {
            const JointCollective& joint = m_matched.collectives[at];
            const RankPart* own = joint.partOf(rank);
            const RankPart* its = joint.partOf(other);
            if (own == nullptr || its == nullptr) {
                continue;
            }
            const Time end = m_kernels[rank][own->call].end;
            const Time otherEnd = m_clocks[other].axis.toAxis(m_kernels[other][its->call].end);
            const bool isInferred = m_matched.communicators[joint.communicator].isInferred;
            (isInferred            ? inferred
             : joint.isSendReceive ? sends
                                   : collectives)
                .push_back({end, otherEnd - m_clocks[rank].axis.toAxis(end)});
        }
        const bool areInferred = collectives.empty() && sends.empty() && !inferred.empty();
        return {std::move(!collectives.empty() ? collectives
                          : !sends.empty()     ? sends
                                               : inferred),
                areInferred};
    }

    void place(std::size_t rank, const SharedEnds& shared) {
        const std::vector<EndPair>& ends = shared.ends;
        m_isPlaced[rank] = true;
        RankClock& clock = m_clocks[rank];
        clock.collectives = ends.size();
        const TimeRange range = m_recorded[rank].range;
        const Line line = fitLine(ends, range.begin);
        clock.residual = line.residual;
        const Duration largest =
            std::max(std::chrono::abs(line.at(range.begin)), std::chrono::abs(line.at(range.end)));
        if (m_recorded[rank].epoch && m_recorded[m_reference].epoch &&
            largest < kMaxRecordedOffset) {
            clock.uncertainty = largest + line.residual;
            return;
        }
        if (ends.size() < kMinFitted || line.residual > kMaxResidual) {
            clock.source = ClockSource::Uncalibrated;
            clock.reason = ends.size() < kMinFitted
                               ? "its clock differs by " +
                                     durationText(std::chrono::abs(line.offset)) + ", and " +
                                     countText(ends.size(), "collective", "collectives") +
                                     " in common with other ranks cannot correct it: " +
                                     std::to_string(kMinFitted) + " are needed"
                               : "the ends of its collectives scatter by " +
                                     durationText(line.residual) + " against those of other ranks";
            return;
        }
        if (shared.areInferred && !isPlausible(rank, largest)) {
            clock.source = ClockSource::Uncalibrated;
            clock.reason =
                "the groups of its collectives are not recorded, and their ends differ by " +
                durationText(largest) +
                ": its capture may begin at another collective than those of the others";
            return;
        }
        clock.source = ClockSource::Fitted;
        clock.correction = line.offset;
        clock.driftPpm = line.slope * 1e6;
        clock.axis.shift(line.offset);
        clock.axis.driftPpm = clock.driftPpm;
        clock.uncertainty = line.residual;
    }

    bool isPlausible(std::size_t rank, Duration correction) const {
        return m_recorded[rank].epoch && m_recorded[m_reference].epoch &&
               correction <= kMaxInferredCorrection;
    }

    void placeUncompared(std::size_t rank) {
        RankClock& clock = m_clocks[rank];
        if (m_recorded[rank].epoch && m_recorded[m_reference].epoch) {
            clock.uncertainty = kUncheckedUncertainty;
            return;
        }
        clock.source = ClockSource::Uncalibrated;
        clock.reason =
            "its times have no recorded epoch, and it shares no collective with other ranks";
    }

    std::span<const RecordedClock> m_recorded;
    const MatchedCalls& m_matched;
    std::span<const std::vector<TimeRange>> m_kernels;
    std::vector<RankClock> m_clocks;
    std::vector<bool> m_isPlaced;
    std::vector<std::vector<std::size_t>> m_ofRanks;  // positions of its collectives
    std::vector<Nearest> m_nearest;
    std::size_t m_reference = 0;
};

}  // namespace

std::vector<RankClock> fitClocks(std::span<const RecordedClock> recorded,
                                 const MatchedCalls& matched,
                                 std::span<const std::vector<TimeRange>> kernels) {
    return ClockFit(recorded, matched, kernels).take();
}

}  // namespace gaplight
