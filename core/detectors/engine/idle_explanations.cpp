// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/engine/idle_explanations.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/base/share.h"
#include "core/detectors/engine/rules.h"

namespace gaplight {
namespace {

// What is left where nothing else explains a gap: a finding may know the code of another thread.
constexpr bool isRest(GapReasonKind fixed) {
    return fixed == GapReasonKind::None || fixed == GapReasonKind::HostBetweenLaunches ||
           fixed == GapReasonKind::HostNotRecorded;
}

// The finding that covers most of a gap so far.
struct Covering {
    Duration covered{};
    const Finding* finding = nullptr;  // the whole that it is part of
    bool isPriced = false;             // it has edits

    // What it says of the gap; without a rule where there is none.
    GapReason reason() const {
        const RuleFacts* rule = finding == nullptr ? nullptr : findDetector(finding->rule);
        return rule == nullptr             ? GapReason{}
               : finding->isHostUnrecorded ? GapReason{GapReasonKind::HostNotRecorded}
                                           : GapReason{GapReasonKind::ByRule, rule};
    }
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
    const ProfilerOverhead& overhead;
};

// What recording costs in a gap, on the thread that ends it.
Duration recordingIn(const ExplainedTrace& of, const Gap& gap, GapReasonKind fixed) {
    if (!gap.launch.isValid() || gap.trigger == GapTrigger::GpuSide || isTakenOut(fixed)) {
        return {};
    }
    const Time launched = of.trace.slices().end(gap.launch);
    const TimeRange host{gap.begin, std::clamp(launched, gap.begin, gap.end)};
    return of.overhead.recordingTime(of.trace.trackOf(gap.launch), host);
}

// Rules of the user's own explain none: what they select need not be a cause.
bool canExplain(const Finding& finding) {
    const Detector* rule = findDetector(finding.rule);
    return rule != nullptr && !rule->isSummary;
}

GapReason reasonOf(const DeviceAnalysis& device, std::size_t gap, const Covering& covering) {
    const GapReasonKind fixed = device.gapReason[gap];
    if (fixed == GapReasonKind::FirstUse) {
        return {GapReasonKind::ByRule, &firstUseRule()};
    }
    const GapReason found = covering.reason();
    if (!isTakenOut(fixed) && found != GapReason{} && covering.isPriced) {
        return found;
    }
    if (fixed == GapReasonKind::Sampled) {
        return {GapReasonKind::HostNotRecorded};
    }
    if (!isRest(fixed)) {
        return {fixed};
    }
    if (device.gaps[gap].trigger == GapTrigger::GpuSide) {
        return {GapReasonKind::AlreadyLaunched};
    }
    return found != GapReason{} ? found : GapReason{fixed};
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
        if (costs && !isElsewhere && canExplain(finding)) {
            addCoverage(finding, finding.partOf ? findings[*finding.partOf] : finding, device.gaps,
                        coverings);
        }
    }
    IdleExplanations explanations{device.totals.gpu, device.totals.window.length(), {}};
    ReasonSums parts;
    explanations.ofGap.reserve(device.gaps.size());
    for (std::size_t at = 0; at < device.gaps.size(); ++at) {
        const Gap& gap = device.gaps[at];
        const Duration recording =
            std::min({recordingIn(of, gap, device.gapReason[at]), gap.length(),
                      Duration(std::numeric_limits<std::uint32_t>::max())});
        explanations.recordingOfGap.push_back(static_cast<std::uint32_t>(recording.count()));
        if (recording > Duration::zero()) {
            parts.add({GapReasonKind::Profiler}, recording);
        }
        explanations.ofGap.push_back(
            parts.add(reasonOf(device, at, coverings[at]), gap.length() - recording));
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

bool GapReason::isFirstUse() const {
    return kind == GapReasonKind::FirstUse || (rule != nullptr && rule->id == "first-use");
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

const IdleExplanations* explanationsOf(std::span<const IdleExplanations> all,
                                       const DeviceAnalysis& device) {
    const auto at = std::ranges::find_if(all, [&](const IdleExplanations& one) {
        return one.gpu == device.totals.gpu && one.ofGap.size() == device.gaps.size();
    });
    return at == all.end() ? nullptr : &*at;
}

bool isOfReason(const Finding& finding, const GapReason& reason) {
    return reason.kind == GapReasonKind::HostNotRecorded ? finding.isHostUnrecorded
                                                         : finding.rule == reason.name();
}

Duration IdleExplanations::idle() const {
    return std::accumulate(parts.begin(), parts.end(), Duration::zero(),
                           [](Duration sum, const ExplainedTime& part) { return sum + part.time; });
}

Duration IdleExplanations::earlier() const {
    const auto part =
        std::ranges::find(parts, GapReason{GapReasonKind::EarlierWork}, &ExplainedTime::reason);
    return part == parts.end() ? Duration::zero() : part->time;
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

std::vector<IdleExplanations> explainIdleTime(const Trace& trace, const Analysis& analysis,
                                              const ProfilerOverhead& overhead,
                                              std::span<const Finding> findings) {
    const ExplainedTrace of{trace, overhead};
    std::vector<IdleExplanations> all;
    for (const DeviceAnalysis& device : analysis.devices) {
        all.push_back(explain(of, device, findings));
    }
    return all;
}

}  // namespace gaplight
