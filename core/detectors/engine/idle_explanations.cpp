// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/engine/idle_explanations.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/base/share.h"
#include "core/detectors/engine/rules.h"

namespace gaplight {
namespace {

// What is left where nothing else explains a gap.
constexpr bool isRest(GapReasonKind fixed) {
    return fixed == GapReasonKind::None || fixed == GapReasonKind::HostBetweenLaunches;
}
// From this share of idle time on, recording explains it. Less than half: where the host is the
// limit, unprofiled runs were up to 17 % faster than the costs of profiler_overhead.h say.
constexpr std::int64_t kRecordingPercent = 40;

// The finding that covers most of a gap so far.
struct Covering {
    Duration covered{};
    const Finding* finding = nullptr;  // the whole that it is part of
    bool isPriced = false;             // it has edits
};

void addCoverage(const Finding& finding, const Finding& whole, std::span<const Gap> gaps,
                 std::vector<Covering>& coverings) {
    const MergedRanges merged = evidenceRanges(finding);
    const std::vector<TimeRange>& ranges = merged.ranges();
    if (ranges.empty()) {
        return;
    }
    auto first = ranges.begin();
    const auto reached = std::partition_point(
        gaps.begin(), gaps.end(), [&](const Gap& gap) { return gap.end <= ranges.front().begin; });
    for (auto at = static_cast<std::size_t>(reached - gaps.begin());
         at < gaps.size() && gaps[at].begin < ranges.back().end; ++at) {
        const TimeRange gap = gaps[at].range();
        while (first != ranges.end() && first->end <= gap.begin) {
            ++first;
        }
        Duration covered{};
        for (auto range = first; range != ranges.end() && range->begin < gap.end; ++range) {
            covered += commonPart(*range, gap).length();
        }
        if (covered > coverings[at].covered && covered * 2 >= gap.length()) {
            coverings[at] = {covered, &whole, !finding.edits.empty()};
        }
    }
}

struct ExplainedTrace {
    const Trace& trace;
    const LaunchIndex& launches;
    const ProfilerOverhead& overhead;
};

// Time that recording takes on the host from the launch before a gap to the one that ends it: what
// is recorded beside running work delays the next launch, too.
Duration recordingBefore(const ExplainedTrace& of, const Gap& gap) {
    if (!gap.launch.isValid()) {
        return {};
    }
    const auto all = of.launches.launches();
    const auto at = std::lower_bound(all.begin(), all.end(), gap.launch);
    const TrackId thread = of.trace.trackOf(gap.launch);
    TimeRange host{gap.begin, std::min(gap.end, of.trace.slices().end(gap.launch))};
    if (at != all.begin() && of.trace.trackOf(*(at - 1)) == thread) {
        host.begin = std::min(host.begin, of.trace.slices().end(*(at - 1)));
    }
    return host.begin < host.end ? of.overhead.recordingTime(thread, host) : Duration::zero();
}

// Per gap, whether it is the profiler's, if nothing else explains it: recording takes most of it,
// or of all gaps that nothing but their being short explains.
std::vector<bool> profilersGaps(const ExplainedTrace& of, const DeviceAnalysis& device,
                                std::span<const Covering> coverings) {
    std::vector<bool> isProfilers(device.gaps.size());
    Duration idle{};
    Duration recording{};
    for (std::size_t at = 0; at < device.gaps.size(); ++at) {
        const bool isOpen =
            !coverings[at].isPriced &&
            (isRest(device.gapReason[at]) || device.gapReason[at] == GapReasonKind::BelowThreshold);
        if (isOpen) {
            const Duration own = recordingBefore(of, device.gaps[at]);
            isProfilers[at] = reachesPercent(own, device.gaps[at].length(), kRecordingPercent);
            idle += device.gaps[at].length();
            recording += own;
        }
    }
    if (idle > Duration::zero() && reachesPercent(recording, idle, kRecordingPercent)) {
        isProfilers.assign(isProfilers.size(), true);
    }
    return isProfilers;
}

bool isSummary(const Finding& finding) {
    const Detector* rule = findDetector(finding.rule);
    return rule != nullptr && rule->isSummary;
}

GapReason reasonOf(const DeviceAnalysis& device, std::size_t gap, const Covering& covering,
                   bool isProfilers) {
    const GapReasonKind fixed = device.gapReason[gap];
    if (fixed == GapReasonKind::FirstUse) {
        return {GapReasonKind::ByRule, &firstUseRule()};
    }
    const GapReason found{GapReasonKind::ByRule, covering.finding == nullptr
                                                     ? nullptr
                                                     : findDetector(covering.finding->rule)};
    if (!isTakenOut(fixed) && found.rule != nullptr && covering.isPriced) {
        return found;
    }
    if (fixed == GapReasonKind::Sampled) {
        return {GapReasonKind::HostNotRecorded};
    }
    if (!isRest(fixed)) {
        return {fixed};
    }
    if (isProfilers) {
        return {GapReasonKind::Profiler};
    }
    return found.rule != nullptr ? found : GapReason{fixed};
}

// The time of each of a few reasons.
class ReasonSums {
public:
    // Returns the number of the reason, counted in the order of first use.
    std::uint8_t add(const GapReason& reason, Duration time) {
        if (m_last >= m_parts.size() || m_parts[m_last].reason != reason) {
            const auto at = std::ranges::find(m_parts, reason, &ExplainedTime::reason);
            m_last = static_cast<std::size_t>(at - m_parts.begin());
            if (at == m_parts.end()) {
                m_parts.push_back({reason, Duration::zero()});
            }
        }
        m_parts[m_last].time += time;
        return static_cast<std::uint8_t>(m_last);
    }
    // Longest first, equal ones by name. Returns the position of each number.
    std::vector<std::uint8_t> sortInto(std::vector<ExplainedTime>& sorted) const {
        std::vector<std::size_t> order(m_parts.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return std::tuple(-m_parts[a].time, m_parts[a].reason.name()) <
                   std::tuple(-m_parts[b].time, m_parts[b].reason.name());
        });
        std::vector<std::uint8_t> placeOf(m_parts.size());
        for (const std::size_t number : order) {
            placeOf[number] = static_cast<std::uint8_t>(sorted.size());
            sorted.push_back(m_parts[number]);
        }
        return placeOf;
    }

private:
    std::vector<ExplainedTime> m_parts;
    std::size_t m_last = 0;
};

IdleExplanations explain(const ExplainedTrace& of, const DeviceAnalysis& device,
                         std::span<const Finding> findings) {
    std::vector<Covering> coverings(device.gaps.size());
    for (const Finding& finding : findings) {
        const bool isElsewhere = finding.where.gpu && *finding.where.gpu != device.totals.gpu;
        const bool costs = finding.cost.gpuIdle > Duration::zero() || !finding.edits.empty();
        if (costs && !isElsewhere && !isSummary(finding)) {
            addCoverage(finding, finding.partOf ? findings[*finding.partOf] : finding, device.gaps,
                        coverings);
        }
    }
    const std::vector<bool> isProfilers = profilersGaps(of, device, coverings);
    IdleExplanations explanations{device.totals.gpu, device.totals.window.length(), {}};
    ReasonSums parts;
    explanations.ofGap.reserve(device.gaps.size());
    for (std::size_t at = 0; at < device.gaps.size(); ++at) {
        explanations.ofGap.push_back(parts.add(reasonOf(device, at, coverings[at], isProfilers[at]),
                                               device.gaps[at].length()));
    }
    const std::vector<std::uint8_t> placeOf = parts.sortInto(explanations.parts);
    for (std::uint8_t& part : explanations.ofGap) {
        part = placeOf[part];
    }
    return explanations;
}

}  // namespace

std::string_view idleClassName(IdleClass idleClass) {
    constexpr std::array<std::string_view, static_cast<std::size_t>(IdleClass::Count_)> kNames{
        "launch", "host", "data", "sync", "rank", "other"};
    return kNames.at(static_cast<std::size_t>(idleClass));
}

std::string_view GapReason::name() const {
    return rule != nullptr ? rule->id : gapReasonName(kind);
}

IdleClass GapReason::idleClass() const {
    if (rule != nullptr) {
        return rule->idleClass;
    }
    switch (kind) {
        case GapReasonKind::BelowThreshold:  // as short as between any two launches: what they cost
            return IdleClass::Launch;
        case GapReasonKind::HostBetweenLaunches:
            return IdleClass::Host;
        case GapReasonKind::WaitingForRank:
            return IdleClass::Rank;
        default:
            return IdleClass::Other;
    }
}

Duration IdleExplanations::idle() const {
    return std::accumulate(parts.begin(), parts.end(), Duration::zero(),
                           [](Duration sum, const ExplainedTime& part) { return sum + part.time; });
}

IdleByClass IdleExplanations::byClass() const {
    IdleByClass sums{};
    for (const ExplainedTime& part : parts) {
        sums.at(static_cast<std::size_t>(part.reason.idleClass())) += part.time;
    }
    return sums;
}

Duration IdleExplanations::explained() const {
    Duration sum{};
    for (const ExplainedTime& part : parts) {
        sum += part.reason == GapReason{} ? Duration::zero() : part.time;
    }
    return sum;
}

std::vector<IdleExplanations> explainIdleTime(const Trace& trace, const LaunchIndex& launches,
                                              const Analysis& analysis,
                                              const ProfilerOverhead& overhead,
                                              std::span<const Finding> findings) {
    const ExplainedTrace of{trace, launches, overhead};
    std::vector<IdleExplanations> all;
    for (const DeviceAnalysis& device : analysis.devices) {
        all.push_back(explain(of, device, findings));
    }
    return all;
}

}  // namespace gaplight
