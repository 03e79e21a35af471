// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/engine/idle_explanations.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/share.h"
#include "core/detectors/engine/rules.h"

namespace gaplight {
namespace {

// What is left where nothing else explains a gap.
constexpr bool isRest(GapExplanation fixed) {
    return fixed == GapExplanation::None || fixed == GapExplanation::HostBetweenLaunches;
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
        const bool isOpen = !coverings[at].isPriced &&
                            (isRest(device.gapExplanation[at]) ||
                             device.gapExplanation[at] == GapExplanation::BelowThreshold);
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

// The name of a gap's explanation.
std::string_view explanationOf(const DeviceAnalysis& device, std::size_t gap,
                               const Covering& covering, bool isProfilers) {
    const GapExplanation fixed = device.gapExplanation[gap];
    if (fixed == GapExplanation::FirstUse) {
        return "first-use";
    }
    if (!isTakenOut(fixed) && covering.finding != nullptr && covering.isPriced) {
        return covering.finding->rule;
    }
    if (!isRest(fixed)) {
        return gapExplanationName(fixed);
    }
    if (isProfilers) {
        return gapExplanationName(GapExplanation::Profiler);
    }
    return covering.finding != nullptr ? covering.finding->rule : gapExplanationName(fixed);
}

// The time of each of a few names.
class NamedParts {
public:
    // Returns the number of the name, counted in the order of first use.
    std::uint8_t add(std::string_view name, Duration time) {
        if (m_last >= m_parts.size() || m_parts[m_last].first != name) {
            const auto at = std::find_if(m_parts.begin(), m_parts.end(),
                                         [&](const auto& part) { return part.first == name; });
            m_last = static_cast<std::size_t>(at - m_parts.begin());
            if (at == m_parts.end()) {
                m_parts.emplace_back(name, Duration::zero());
            }
        }
        m_parts[m_last].second += time;
        return static_cast<std::uint8_t>(m_last);
    }
    // Longest first, equal ones by name. Returns the position of each number.
    std::vector<std::uint8_t> sortInto(
        std::vector<std::pair<std::string, Duration>>& sorted) const {
        std::vector<std::size_t> order(m_parts.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return std::tuple(-m_parts[a].second, m_parts[a].first) <
                   std::tuple(-m_parts[b].second, m_parts[b].first);
        });
        std::vector<std::uint8_t> placeOf(m_parts.size());
        for (const std::size_t number : order) {
            placeOf[number] = static_cast<std::uint8_t>(sorted.size());
            sorted.emplace_back(m_parts[number]);
        }
        return placeOf;
    }

private:
    std::vector<std::pair<std::string_view, Duration>> m_parts;
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
    NamedParts parts;
    explanations.ofGap.reserve(device.gaps.size());
    for (std::size_t at = 0; at < device.gaps.size(); ++at) {
        explanations.ofGap.push_back(parts.add(
            explanationOf(device, at, coverings[at], isProfilers[at]), device.gaps[at].length()));
    }
    const std::vector<std::uint8_t> placeOf = parts.sortInto(explanations.parts);
    for (std::uint8_t& part : explanations.ofGap) {
        part = placeOf[part];
    }
    return explanations;
}

}  // namespace

Duration IdleExplanations::idle() const {
    return std::accumulate(parts.begin(), parts.end(), Duration::zero(),
                           [](Duration sum, const auto& part) { return sum + part.second; });
}

IdleByClass IdleExplanations::byClass() const {
    IdleByClass sums{};
    for (const auto& [name, time] : parts) {
        sums.at(static_cast<std::size_t>(idleClassOf(name))) += time;
    }
    return sums;
}

Duration IdleExplanations::explained() const {
    Duration sum{};
    for (const auto& [name, time] : parts) {
        sum += name == gapExplanationName(GapExplanation::None) ? Duration::zero() : time;
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
