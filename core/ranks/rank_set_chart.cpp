// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/ranks/rank_set_chart.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/intervals.h"
#include "core/base/quantity_text.h"
#include "core/session/provenance_of.h"

namespace gaplight {
namespace {

void moveToAxis(std::vector<TimeRange>& ranges, const AxisClock& clock) {
    for (TimeRange& range : ranges) {
        range = clock.toAxis(range);
    }
}

// Position of the rank's GPU among the devices of its trace; empty: there is none.
std::optional<std::size_t> deviceOf(const Session& session, const CommCalls& calls) {
    const std::vector<DeviceAnalysis>& devices = session.analysis.devices;
    for (std::size_t at = 0; at < devices.size() && calls.gpu; ++at) {
        if (devices[at].totals.gpu == *calls.gpu) {
            return at;
        }
    }
    return devices.empty() ? std::nullopt : std::optional<std::size_t>(0);
}

// Waits for other ranks, except beside other work.
std::vector<TimeRange> exposedWaits(const RankWaiting& waiting, const RankTimeline& timeline) {
    std::vector<TimeRange> exposed;
    for (const JointWait& wait : waiting.waits) {
        exposed.push_back(wait.range);
    }
    for (const CoveredRanges* work : {&timeline.compute, &waiting.otherWork}) {
        exposed = rangesOutside(exposed, {work->ranges().begin(), work->ranges().end()});
    }
    return exposed;
}

// Counts waits as idle time.
void addWaits(GpuTime& time, const RankWaiting& waiting, const RankTimeline& timeline) {
    const std::vector<TimeRange> exposed = exposedWaits(waiting, timeline);
    time.communicationAlone = rangesOutside(time.communicationAlone, exposed);
    std::vector<std::pair<TimeRange, ColorRef>> gaps;
    for (std::size_t at = 0; at < time.gaps.size(); ++at) {
        gaps.emplace_back(time.gaps[at],
                          time.gapColors.empty() ? Role::IdleOther : time.gapColors[at]);
    }
    for (const TimeRange& wait : exposed) {
        gaps.emplace_back(wait, Role::IdleRank);
    }
    std::sort(gaps.begin(), gaps.end(),
              [](const auto& a, const auto& b) { return a.first.begin < b.first.begin; });
    time.gaps.clear();
    time.gapColors.clear();
    for (const auto& [range, color] : gaps) {
        time.gaps.push_back(range);
        time.gapColors.push_back(color);
    }
}

std::string noteOf(const RankTotals& totals) {
    if (totals.lateIn > 0) {
        // All that is waited for it, as the sentence about the ranks says.
        return "late in " + countText(totals.lateIn) + ", others wait " +
               durationText(totals.meanwhile.gpu + totals.meanwhile.host);
    }
    return totals.wait > Duration{} ? "waits " + durationText(totals.wait) : std::string();
}

RankLane laneOf(const RankSet& set, std::size_t rank) {
    const RankSetAnalysis& analysis = set.analysis;
    const Session& session = *set.ranks[rank].session;
    RankLane lane;
    lane.label = rankName(set, rank);
    if (analysis.clocks[rank].source == ClockSource::Uncalibrated) {
        lane.apart = analysis.clocks[rank].reason;
        return lane;
    }
    lane.note = noteOf(analysis.totals[rank]);
    lane.isLate = analysis.totals[rank].lateIn > 0;
    const std::optional<std::size_t> device = deviceOf(session, analysis.calls[rank]);
    if (!device) {
        lane.note = "no GPU work";
        return lane;
    }
    const AxisClock& clock = analysis.clocks[rank].axis;
    GpuTime time = gpuTimeOf(session, *device);
    time.window = clock.toAxis(time.window);
    moveToAxis(time.gaps, clock);
    moveToAxis(time.communicationAlone, clock);
    moveToAxis(time.copiesAlone, clock);
    moveToAxis(time.earlier, clock);
    moveToAxis(time.recordings, clock);
    GpuTime communication{time.gpu, time.window, {}, {}, {}, {}};
    const auto calls = analysis.timelines[rank].communication.ranges();
    communication.communicationAlone.assign(calls.begin(), calls.end());
    communication.gaps = rangesOutside({time.window}, communication.communicationAlone);
    addWaits(time, analysis.waiting[rank], analysis.timelines[rank]);
    lane.gpu = BusyProfile::build(std::move(time));
    lane.communication = BusyProfile::build(std::move(communication));
    return lane;
}

// A lane whose strip is what the frontend's busiest thread does, on the axis of the ranks.
RankLane laneOf(const FrontendSession& frontend) {
    RankLane lane;
    lane.label = "frontend";
    if (!frontend.axis) {
        lane.apart = "its clock is not recorded";
        return lane;
    }
    FrontendWork work = workOfFrontend(*frontend.session);
    lane.note = work.code.empty() ? "nothing recorded" : "host: " + work.code.front().first;
    GpuTime time;
    time.window = frontend.axis->toAxis(frontend.session->trace->range());
    moveToAxis(work.busy, *frontend.axis);
    time.gaps = rangesOutside({time.window}, work.busy);
    lane.gpu = BusyProfile::build(std::move(time));
    return lane;
}

class RibbonMaker {
public:
    explicit RibbonMaker(const RankSetAnalysis& set, RankChart& chart)
        : m_set(set), m_chart(chart) {}

    void add(const JointCollective& joint) {
        RankRibbon ribbon;
        ribbon.firstPart = static_cast<std::uint32_t>(m_chart.parts.size());
        ribbon.partCount = static_cast<std::uint32_t>(joint.parts.size());
        ribbon.first = joint.parts.front().kernel.begin;
        ribbon.last = ribbon.first;
        ribbon.end = joint.parts.front().kernel.end;
        for (const RankPart& part : joint.parts) {
            m_chart.parts.push_back(
                {static_cast<std::uint32_t>(part.rank), part.kernel.begin, part.kernel.end});
            ribbon.first = std::min(ribbon.first, part.kernel.begin);
            ribbon.last = std::max(ribbon.last, part.kernel.begin);
            ribbon.end = std::max(ribbon.end, part.kernel.end);
        }
        ribbon.lastLane = static_cast<std::uint32_t>(joint.last);
        const Communicator& communicator = m_set.communicators[joint.communicator];
        ribbon.group =
            numberIn(m_groups, m_chart.groups,
                     communicator.dimension.empty() ? communicator.label()
                                                    : std::string(communicator.dimension));
        ribbon.kind = numberIn(m_kinds, m_chart.kinds, std::string(joint.operation));
        ribbon.lead = joint.lead;
        ribbon.isLate = joint.isLate;
        ribbon.label = labelOf(joint);
        m_chart.ribbons.push_back(ribbon);
    }

private:
    std::uint32_t labelOf(const JointCollective& joint) {
        std::string text(joint.operation);
        if (const std::int64_t bytes = messageBytes(m_set, joint); bytes >= 0) {
            text += " " + bytesText(bytes);
        }
        return numberIn(m_labels, m_chart.labels, std::move(text));
    }

    using Numbers = std::map<std::string, std::uint32_t>;
    // Position of a text in `texts`, where it is added if it is new.
    static std::uint32_t numberIn(Numbers& numbers, std::vector<std::string>& texts,
                                  std::string text) {
        const auto [at, isNew] = numbers.emplace(text, static_cast<std::uint32_t>(texts.size()));
        if (isNew) {
            texts.push_back(std::move(text));
        }
        return at->second;
    }

    const RankSetAnalysis& m_set;
    RankChart& m_chart;
    Numbers m_labels;
    Numbers m_groups;
    Numbers m_kinds;
};

void extend(std::optional<TimeRange>& all, TimeRange range) {
    all = all ? TimeRange{std::min(all->begin, range.begin), std::max(all->end, range.end)} : range;
}

TimeRange gpuRangeOf(const RankChart& chart) {
    std::optional<TimeRange> all;
    for (const RankLane& lane : chart.lanes) {
        if (lane.gpu.window().length() > Duration{}) {
            extend(all, lane.gpu.window());
        }
    }
    return all.value_or(chart.range);
}

TimeRange rangeOf(const RankSet& set) {
    std::optional<TimeRange> all;
    for (std::size_t rank = 0; rank < set.ranks.size(); ++rank) {
        const RankClock& clock = set.analysis.clocks[rank];
        if (clock.source == ClockSource::Uncalibrated) {
            continue;
        }
        extend(all, clock.axis.toAxis(set.ranks[rank].session->trace->range()));
    }
    return all.value_or(TimeRange{});
}

}  // namespace

RankChart chartOf(const RankSet& set) {
    RankChart chart;
    chart.range = rangeOf(set);
    for (std::size_t rank = 0; rank < set.ranks.size(); ++rank) {
        chart.lanes.push_back(laneOf(set, rank));
    }
    chart.gpuRange = gpuRangeOf(chart);
    for (const FrontendSession& frontend : set.frontends) {
        chart.lanes.push_back(laneOf(frontend));
    }
    RibbonMaker ribbons(set.analysis, chart);
    for (const JointCollective& joint : set.analysis.collectives) {
        ribbons.add(joint);
    }
    chart.indexRibbons();
    return chart;
}

std::vector<BusyProfile> busyProfilesOf(const RankSet& set, std::size_t rank) {
    const RankSetAnalysis& analysis = set.analysis;
    const Session& session = *set.ranks[rank].session;
    const std::optional<std::size_t> device = deviceOf(session, analysis.calls[rank]);
    if (!device || analysis.clocks[rank].source == ClockSource::Uncalibrated) {
        return busyProfiles(session);
    }
    std::vector<TimeRange> waits = exposedWaits(analysis.waiting[rank], analysis.timelines[rank]);
    const AxisClock& clock = analysis.clocks[rank].axis;
    for (TimeRange& wait : waits) {
        wait = {clock.fromAxis(wait.begin), clock.fromAxis(wait.end)};
    }
    return busyProfiles(session, session.analysis.devices[*device].totals.gpu, waits);
}

std::size_t rankToShowFirst(const RankSet& set) {
    if (set.analysis.straggler) {
        return set.analysis.straggler->rank;
    }
    const auto& clocks = set.analysis.clocks;
    const auto placed = std::find_if(clocks.begin(), clocks.end(), [](const RankClock& clock) {
        return clock.source != ClockSource::Uncalibrated;
    });
    return placed == clocks.end() ? 0 : static_cast<std::size_t>(placed - clocks.begin());
}

namespace {

std::string noteOf(const StageStep& stage) {
    if (stage.range.length() <= Duration{}) {
        return "no message in this step";
    }
    return "bubbles " + durationText(stage.bubble) + ", " +
           percentText(stage.bubble, stage.range.length());
}

// A ribbon of `all` with its parts in the lanes of the stages, by lane.
void addMessage(const RankChart& all, std::size_t at,
                const std::map<std::size_t, std::uint32_t>& laneOf, RankChart& chart) {
    RankRibbon ribbon = all.ribbons[at];
    const std::uint32_t first = ribbon.firstPart;
    ribbon.firstPart = static_cast<std::uint32_t>(chart.parts.size());
    for (std::uint32_t part = 0; part < ribbon.partCount; ++part) {
        RibbonPart moved = all.parts[first + part];
        moved.lane = laneOf.at(moved.lane);
        chart.parts.push_back(moved);
    }
    std::sort(chart.parts.begin() + ribbon.firstPart, chart.parts.end(),
              [](const RibbonPart& a, const RibbonPart& b) { return a.lane < b.lane; });
    ribbon.lastLane = laneOf.at(ribbon.lastLane);
    ribbon.group = 0;
    ribbon.kind = 0;
    chart.ribbons.push_back(ribbon);
}

}  // namespace

RankChart chartOfPipeline(const RankSet& set, const RankChart& all, const PipelineTimes& pipeline,
                          std::size_t step) {
    const PipelineStep& shown = pipeline.steps[step];
    RankChart chart;
    chart.range = shown.range;
    chart.gpuRange = shown.range;
    chart.labels = all.labels;
    chart.groups = {std::string()};
    chart.kinds = {std::string()};
    std::map<std::size_t, std::uint32_t> laneOf;  // by position in the set
    const std::size_t heaviest = pipeline.heaviest();
    for (std::size_t stage = 0; stage < pipeline.stages.size(); ++stage) {
        const std::size_t rank = pipeline.stages[stage].rank;
        laneOf[rank] = static_cast<std::uint32_t>(stage);
        RankLane lane = all.lanes[rank];
        lane.label = "stage " + std::to_string(stage) + " · " + lane.label;
        lane.note = noteOf(shown.stages[stage]);
        lane.isLate = stage == heaviest && pipeline.imbalance().value_or(1) >= 1.1;
        chart.lanes.push_back(std::move(lane));
    }
    for (std::size_t at = 0; at < all.ribbons.size(); ++at) {
        const JointCollective& joint = set.analysis.collectives[at];
        if (joint.isSendReceive && laneOf.count(joint.sender) > 0 &&
            all.ribbons[at].end >= shown.range.begin && all.ribbons[at].first <= shown.range.end) {
            addMessage(all, at, laneOf, chart);
        }
    }
    chart.indexRibbons();
    return chart;
}

}  // namespace gaplight
