// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/gap_facts.h"

#include <algorithm>
#include <map>
#include <queue>

#include "core/analysis/idle/idle_call_tree.h"
#include "core/analysis/torch/place.h"
#include "core/base/intervals.h"
#include "core/detectors/engine/finding_text.h"
#include "core/session/gap_labels.h"

namespace gaplight {
namespace {

struct FoundGap {
    std::size_t device = 0;
    std::size_t gap = 0;
};

std::optional<FoundGap> findGap(const Analysis& analysis, TimeRange range) {
    for (std::size_t device = 0; device < analysis.devices.size(); ++device) {
        const std::vector<Gap>& gaps = analysis.devices[device].gaps;
        const auto at =
            std::lower_bound(gaps.begin(), gaps.end(), range.begin,
                             [](const Gap& gap, Time begin) { return gap.begin < begin; });
        if (at != gaps.end() && at->range() == range) {
            return FoundGap{device, static_cast<std::size_t>(at - gaps.begin())};
        }
    }
    return std::nullopt;
}

// Per call of the tree, the time of its range that no call which began later covers. Calls may
// overlap without nesting. O(calls × log calls).
std::vector<Duration> selfTimes(const IdleCallTree& tree) {
    const auto calls = tree.calls();
    std::vector<Time> times;
    for (const IdleCall& call : calls) {
        times.push_back(tree.inside(call).begin);
        times.push_back(tree.inside(call).end);
    }
    std::sort(times.begin(), times.end());
    std::vector<Duration> self(calls.size());
    std::priority_queue<std::size_t> open;  // the one that began last is on top
    std::size_t next = 0;
    for (std::size_t at = 0; at + 1 < times.size(); ++at) {
        for (; next < calls.size() && tree.inside(calls[next]).begin <= times[at]; ++next) {
            open.push(next);
        }
        while (!open.empty() && tree.inside(calls[open.top()]).end <= times[at]) {
            open.pop();
        }
        if (!open.empty()) {
            self[open.top()] += times[at + 1] - times[at];
        }
    }
    return self;
}

// Self times of the launching thread from the gap's begin to the launch's end, by name.
std::vector<GapHostPart> hostPartsOf(const Trace& trace, const Gap& gap) {
    if (!gap.launch.isValid()) {
        return {};
    }
    IdleCallTree tree(trace);
    tree.jumpTo(
        trace.trackOf(gap.launch),
        {gap.begin, std::max(gap.begin, std::min(gap.end, trace.slices().end(gap.launch)))});
    const auto calls = tree.calls();
    const std::vector<Duration> self = selfTimes(tree);
    std::map<StringId, GapHostPart> byName;
    std::map<StringId, Duration> longest;
    for (std::size_t at = 0; at < calls.size(); ++at) {
        if (self[at] > Duration::zero()) {
            const StringId name = trace.slices().name(calls[at].slice);
            GapHostPart& part = byName[name];
            part.name = name;
            part.self += self[at];
            if (self[at] > longest[name]) {
                longest[name] = self[at];
                part.longest = calls[at].slice;
            }
        }
    }
    std::vector<GapHostPart> parts;
    for (const auto& [name, part] : byName) {
        parts.push_back(part);
    }
    std::stable_sort(parts.begin(), parts.end(),
                     [](const GapHostPart& a, const GapHostPart& b) { return a.self > b.self; });
    parts.resize(std::min(parts.size(), kMaxHostParts));
    return parts;
}

// Of a reason, the finding whose evidence covers most of the gap.
std::optional<std::size_t> findingOf(const FindingSet& set, const GapReason& reason,
                                     TimeRange range) {
    std::optional<std::size_t> best;
    Duration most{};
    for (std::size_t at = 0; at < set.findings.size(); ++at) {
        if (!isOfReason(set.findings[at], reason)) {
            continue;
        }
        Duration covered{};
        for (const Evidence& evidence : set.findings[at].evidence) {
            covered = std::max(covered, commonPart(evidence.range, range).length());
        }
        if (covered > most) {
            most = covered;
            best = at;
        }
    }
    return best;
}

}  // namespace

std::optional<GapFacts> gapFacts(const Session& session, TimeRange range) {
    const auto found = findGap(session.analysis, range);
    if (!found) {
        return std::nullopt;
    }
    const Trace& trace = *session.trace;
    const DeviceAnalysis& device = session.analysis.devices[found->device];
    const Gap& gap = device.gaps[found->gap];
    GapFacts facts;
    facts.gpu = device.totals.gpu;
    facts.range = range;
    facts.label = GapLabels(session).of({found->device, found->gap});
    facts.activity = gap.activity;
    facts.launch = gap.launch;
    facts.blockingCall = gap.blockingCall;
    facts.hostParts = hostPartsOf(trace, gap);
    if (gap.launch.isValid()) {
        const StringId python = PlaceFinder(trace).placeOf(gap.launch).python;
        facts.codePlace =
            python.isValid() ? std::string(shortFrame(trace.text(python))) : std::string();
    }
    if (const IdleExplanations* one = explanationsOf(session.findings.explanations, device)) {
        const GapReason reason = one->mainReason(found->gap, gap);
        facts.explanation = causeName(reason);
        facts.idleClass = reason.idleClass();
        facts.isIdle = reason.kind != GapReasonKind::EarlierWork;
        facts.finding = findingOf(session.findings, reason, range);
        for (std::size_t step = 1; step < device.gaps.size(); ++step) {
            const std::size_t other = (found->gap + step) % device.gaps.size();
            if (one->mainReason(other, device.gaps[other]) == reason) {
                facts.nextOfKind = device.gaps[other].range();
                break;
            }
        }
    }
    return facts;
}

}  // namespace gaplight
