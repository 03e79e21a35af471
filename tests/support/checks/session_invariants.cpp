// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/checks/session_invariants.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace gaplight::test {
namespace {

template <class Durations>
Duration sumOf(const Durations& parts) {
    return std::accumulate(std::begin(parts), std::end(parts), Duration{});
}

std::string ns(Duration time) {
    return std::to_string(time.count()) + " ns";
}

void checkDevice(const DeviceAnalysis& device, Problems& problems) {
    const GpuActivityTotals& totals = device.totals;
    const auto expectIdle = [&](Duration sum, const std::string& what) {
        problems.expect(sum == totals.idle,
                        what + " sum to " + ns(sum) + ", idle is " + ns(totals.idle));
    };
    problems.expect(totals.busy + totals.idle == totals.window.length(), "busy + idle != window");
    problems.expect(totals.busy >= Duration{} && totals.idle >= Duration{}, "busy or idle < 0");
    problems.expect(totals.compute + totals.communicationAlone + totals.copiesAlone == totals.busy,
                    "parts of busy do not sum to it");
    problems.expect(totals.utilization() >= 0 && totals.utilization() <= 1, "utilization");
    expectIdle(sumOf(device.idleByTrigger), "triggers");
    expectIdle(sumOf(device.idleByActivity), "fillers");
    Duration gaps{};
    Time last = totals.window.begin;
    for (const Gap& gap : device.gaps) {
        gaps += gap.length();
        problems.expect(gap.length() > Duration{} && gap.begin >= last, "a gap is out of order");
        last = gap.end;
    }
    expectIdle(gaps, "gaps");
    problems.expect(last <= totals.window.end, "a gap ends after the window");
    for (const Duration part : device.idleByActivity) {
        problems.expect(part >= Duration{}, "an activity below zero");
    }
    for (const Duration part : device.idleByTrigger) {
        problems.expect(part >= Duration{}, "a trigger below zero");
    }
    problems.expect(device.gapsOverThresholdTotal >= Duration{}, "gaps over the threshold < 0");
    problems.expect(device.gapsOverThresholdTotal <= totals.idle, "gaps over the threshold > idle");
}

// Where slices of each track begin and end.
class SliceEdges {
public:
    explicit SliceEdges(const Trace& trace) : m_trace(trace) {}

    bool exist(TrackId track, TimeRange range) {
        Edges& edges = m_edges[track];
        if (edges.begins.empty()) {
            const std::size_t first = m_trace.firstIndex(track);
            const std::size_t count = m_trace.tracks()[track.index()].sliceCount;
            for (std::size_t at = first; at < first + count; ++at) {
                edges.begins.insert(m_trace.slices().start(SliceId(at)));
                edges.ends.insert(m_trace.slices().end(SliceId(at)));
            }
        }
        return range.end > range.begin && edges.begins.count(range.begin) > 0 &&
               edges.ends.count(range.end) > 0;
    }

private:
    struct Edges {
        std::set<Time> begins;
        std::set<Time> ends;
    };

    const Trace& m_trace;
    std::map<TrackId, Edges> m_edges;
};

class EvidenceCheck {
public:
    explicit EvidenceCheck(const Session& session) : m_session(session), m_edges(*session.trace) {
        for (const DeviceAnalysis& device : session.analysis.devices) {
            for (const Gap& gap : device.gaps) {
                m_gaps.emplace(device.totals.gpu, gap.begin, gap.end);
            }
        }
    }

    bool exists(const Evidence& evidence) {
        const Trace& trace = *m_session.trace;
        if (!evidence.track.isValid() || evidence.track.index() >= trace.tracks().size()) {
            return false;
        }
        if (evidence.shape == EvidenceShape::Gap) {
            return m_gaps.count({evidence.gpu, evidence.range.begin, evidence.range.end}) > 0;
        }
        if (evidence.slice.isValid()) {
            return trace.slices().range(evidence.slice) == evidence.range &&
                   trace.trackOf(evidence.slice) == evidence.track;
        }
        return m_edges.exist(evidence.track, evidence.range) ||
               (evidence.shape == EvidenceShape::Band && evidence.gpu != GpuId() &&
                isOnGpu(evidence));
    }

private:
    // Whether a band begins and ends where activities of its GPU do, or in its gaps.
    bool isOnGpu(const Evidence& evidence) {
        if (m_activities.empty()) {
            for (const GpuActivity& one : m_session.trace->gpuActivities()) {
                const TimeRange range = m_session.trace->slices().range(one.slice);
                m_activities.insert({one.gpu, range.begin});
                m_activities.insert({one.gpu, range.end});
            }
        }
        const auto isThere = [&](Time time) {
            const auto gap = m_gaps.lower_bound({evidence.gpu, time, Time::max()});
            const bool isInGap = gap != m_gaps.begin() &&
                                 std::get<0>(*std::prev(gap)) == evidence.gpu &&
                                 std::get<2>(*std::prev(gap)) >= time;
            return isInGap || m_activities.contains({evidence.gpu, time});
        };
        return evidence.range.end > evidence.range.begin && isThere(evidence.range.begin) &&
               isThere(evidence.range.end);
    }

    const Session& m_session;
    SliceEdges m_edges;
    std::set<std::tuple<GpuId, Time, Time>> m_gaps;
    std::set<std::pair<GpuId, Time>> m_activities;  // where they begin and end
};

void checkCost(const FindingSet& set, const Finding& finding, Duration idle, Problems& problems) {
    const std::string id(finding.rule);
    const FindingCost& cost = finding.cost;
    problems.expect(cost.gpuIdle >= Duration{} && cost.gpuIdle <= idle,
                    id + ": idle " + ns(cost.gpuIdle) + " of " + ns(idle));
    problems.expect(cost.host >= Duration{} && cost.waiting >= Duration{}, id + ": cost < 0");
    problems.expect(std::isfinite(finding.perStep) && finding.perStep >= 0, id + ": per step");
    problems.expect(
        std::isfinite(cost.savingShare) && cost.savingShare >= 0 && cost.savingShare <= 1,
        id + ": share of the saving " + std::to_string(cost.savingShare));
    if (cost.saving) {
        problems.expect(*cost.saving >= Duration{} && *cost.saving <= set.replay.pricedWindow,
                        id + ": saves " + ns(*cost.saving) + " of " + ns(set.replay.pricedWindow));
    }
    problems.expect(!finding.title.empty() && !finding.why.empty(), id + ": no text");
    problems.expect(finding.count > 0 || cost.gpuIdle > Duration{}, id + ": no occurrence");
}

}  // namespace

void checkMeasures(const Session& session, Problems& problems) {
    for (const DeviceAnalysis& device : session.analysis.devices) {
        checkDevice(device, problems);
    }
    for (const AnnotationTotals& totals : session.analysis.annotations) {
        problems.expect(totals.total >= Duration{} && totals.gpuBusy >= Duration{} &&
                            totals.blocking >= Duration{} && totals.exposedIdle >= Duration{},
                        "an annotation's total below zero");
    }
    for (const BlockingCallTotals& totals : session.analysis.blockingCallTotals) {
        problems.expect(totals.total >= Duration{}, "blocking time below zero");
    }
    for (const StepRow& step : session.analysis.steps.rows) {
        problems.expect(step.span.length() >= Duration{}, "a step shorter than zero");
        problems.expect(step.gpuBusy >= Duration{} && step.gpuIdle >= Duration{},
                        "a step's GPU time below zero");
        const auto gpus = static_cast<std::int64_t>(session.analysis.devices.size());
        problems.expect(step.gpuBusy + step.gpuIdle == step.span.length() * gpus,
                        "a step's busy and idle time that do not sum to its time");
    }
    problems.expect(session.trace->range().length() >= Duration{}, "a trace shorter than zero");
}

void checkFindings(const Session& session, Problems& problems) {
    Duration idle{};
    for (const DeviceAnalysis& device : session.analysis.devices) {
        idle += device.totals.idle;
    }
    EvidenceCheck evidence(session);
    for (const Finding& finding : session.findings.findings) {
        checkCost(session.findings, finding, idle, problems);
        for (const Evidence& one : finding.evidence) {
            problems.expect(evidence.exists(one),
                            std::string(finding.rule) + ": evidence that is not there");
            problems.expect(one.note < finding.notes.size(),
                            std::string(finding.rule) + ": evidence without a note");
        }
    }
    for (const IdleExplanations& one : session.findings.explanations) {
        const auto device =
            std::find_if(session.analysis.devices.begin(), session.analysis.devices.end(),
                         [&](const DeviceAnalysis& of) { return of.totals.gpu == one.gpu; });
        if (problems.expect(device != session.analysis.devices.end(), "explains another GPU")) {
            problems.expect(one.idle() == device->totals.idle,
                            "explanations sum to " + ns(one.idle()));
        }
        for (const ExplainedTime& part : one.parts) {
            problems.expect(part.time >= Duration{},
                            "explanation below zero: " + std::string(part.reason.name()));
        }
    }
    const FindingSet& set = session.findings;
    if (set.combinedSaving) {
        problems.expect(
            *set.combinedSaving >= Duration{} && *set.combinedSaving <= set.replay.pricedWindow,
            "all findings together save " + ns(*set.combinedSaving) + " of " +
                ns(set.replay.pricedWindow));
    }
}

void checkUnchanged(const std::shared_ptr<const Session>& session, Problems& problems) {
    const WhatIfRun run = SessionReplay(session).run({});
    checkWhatIf(run, true, problems);
    problems.expect(sumOf(run.timeline.path.totals) == session->findings.replay.replayed,
                    "critical path of " + ns(sumOf(run.timeline.path.totals)) +
                        " is not the window that is reported, " +
                        ns(session->findings.replay.replayed));
}

void checkWhatIf(const WhatIfRun& run, bool onlyRemoves, Problems& problems) {
    const WhatIfAnswer& answer = run.answer;
    std::string edits;
    for (const std::string& edit : answer.edits) {
        edits += edit + ' ';
    }
    problems.expect(answer.window >= Duration{}, edits + "window below zero");
    problems.expect(answer.replayed - answer.window == answer.saving, edits + "saving");
    problems.expect(!onlyRemoves || answer.window <= answer.replayed,
                    edits + "makes the window longer by " + ns(-answer.saving));
    problems.expect(!answer.step || *answer.step >= Duration{}, edits + "step below zero");
    problems.expect(!answer.stepBefore || *answer.stepBefore >= Duration{}, "step below zero");
    problems.expect(std::isfinite(answer.speedUp) && answer.speedUp >= 0, edits + "speed-up");
    for (const ReplayedSlice& slice : run.timeline.slices) {
        problems.expect(slice.range.length() >= Duration{}, edits + "a slice below zero");
    }
    problems.expect(sumOf(run.timeline.path.totals) == answer.window &&
                        answer.window == run.timeline.window.length(),
                    edits + "critical path is not the window");
}

}  // namespace gaplight::test
