// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/startup/first_uses.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <tuple>
#include <utility>

#include "core/analysis/startup/api_first_uses.h"
#include "core/analysis/startup/first_compilations.h"
#include "core/analysis/startup/first_uploads.h"
#include "core/analysis/startup/graph_captures.h"
#include "core/analysis/startup/operator_first_uses.h"
#include "core/analysis/startup/steady_loop.h"
#include "core/analysis/startup/warm_up_ranges.h"

namespace gaplight {
namespace {

// Those of the calls that lie in no other one of their thread, by thread and start.
std::vector<FirstUseCall> outermost(const Trace& trace, std::vector<FirstUseCall> found) {
    const auto key = [&](const FirstUseCall& call) {
        return std::tuple(trace.trackOf(call.slice), call.range.begin, -call.range.length());
    };
    std::sort(found.begin(), found.end(),
              [&](const FirstUseCall& a, const FirstUseCall& b) { return key(a) < key(b); });
    std::vector<FirstUseCall> outer;
    for (const FirstUseCall& call : found) {
        const bool isInside = !outer.empty() && call.range.begin < outer.back().range.end &&
                              trace.trackOf(call.slice) == trace.trackOf(outer.back().slice);
        if (!isInside) {
            outer.push_back(call);
        }
    }
    return outer;
}

// Those of `calls` that lie in an operator of `outer`. Both by thread and start; the calls of
// either do not overlap on a thread.
std::vector<FirstUseCall> callsInsideOperators(const Trace& trace,
                                               std::span<const FirstUseCall> calls,
                                               std::span<const FirstUseCall> outer) {
    const auto key = [&](const FirstUseCall& call, Time time) {
        return std::pair(trace.trackOf(call.slice), time);
    };
    std::vector<FirstUseCall> inside;
    auto around = outer.begin();
    for (const FirstUseCall& call : calls) {
        const auto begin = key(call, call.range.begin);
        while (around != outer.end() && key(*around, around->range.end) <= begin) {
            ++around;
        }
        if (around != outer.end() && around->kind == FirstUseKind::Operator &&
            key(*around, around->range.begin) <= begin) {
            inside.push_back(call);
        }
    }
    return inside;
}

// A loop that captures in steady steps and replays what it captured does so by design (rule
// graph-capture-in-loop).
void addCaptures(const Trace& trace, const SteadyLoop& loop, std::vector<FirstUseCall>& found) {
    const GraphCaptures captures = graphCaptures(trace);
    const bool isLoop =
        captures.isReplayed &&
        std::any_of(captures.captures.begin(), captures.captures.end(),
                    [&](const GraphCapture& one) { return !loop.isBefore(one.begin); });
    for (std::size_t at = 0; !isLoop && at < captures.captures.size(); ++at) {
        const GraphCapture& one = captures.captures[at];
        found.push_back({one.begin, one.range, FirstUseKind::Capturing});
    }
}

void addUploads(const Trace& trace, const FirstUploads& uploads, std::vector<FirstUseCall>& found) {
    const auto add = [&](SliceId slice) {
        found.push_back({slice, trace.slices().range(slice), FirstUseKind::Upload});
    };
    for (const FirstUpload& upload : uploads.copies) {
        add(upload.call);
    }
    std::for_each(uploads.waits.begin(), uploads.waits.end(), add);
}

std::vector<TrackId> threadsLaunchingIn(TimeRange range, const Trace& trace,
                                        const LaunchIndex& launches) {
    std::vector<TrackId> threads;
    if (range.length() <= Duration::zero()) {
        return threads;
    }
    for (const SliceId launch : launches.launches()) {  // by thread
        const TrackId thread = trace.trackOf(launch);
        if (range.contains(trace.slices().start(launch)) &&
            (threads.empty() || threads.back() != thread)) {
            threads.push_back(thread);
        }
    }
    return threads;
}

using SourceRanges = std::vector<std::pair<SourceId, TimeRange>>;

std::vector<MergedRanges> mergeBySource(const Trace& trace, SourceRanges ranges) {
    std::sort(ranges.begin(), ranges.end(),
              [](const auto& a, const auto& b) { return a.second.begin < b.second.begin; });
    std::vector<MergedRanges> merged(trace.sources().size());
    for (const auto& [source, range] : ranges) {
        merged[source.index()].add(range);
    }
    return merged;
}

}  // namespace

std::string_view firstUseKindName(FirstUseKind kind) {
    switch (kind) {
        case FirstUseKind::Loading:
            return "loading";
        case FirstUseKind::Allocation:
            return "allocation";
        case FirstUseKind::Autotuning:
            return "autotuning";
        case FirstUseKind::Planning:
            return "planning";
        case FirstUseKind::Operator:
            return "operator";
        case FirstUseKind::Capturing:
            return "capturing";
        case FirstUseKind::Upload:
            return "upload";
        case FirstUseKind::Compiling:
            return "compiling";
        case FirstUseKind::Setup:
        case FirstUseKind::Count_:
            break;
    }
    return "setup";
}

FirstUses FirstUses::find(const Trace& trace, const LaunchIndex& launches, const NameClasses& names,
                          const Steps& steps, std::span<const BlockingCall> blockingCalls,
                          std::span<const SliceId> annotations, TimeRange range) {
    FirstUses found;
    const SteadyLoop loop(trace, steps, blockingCalls);
    found.m_warmUpSteps = loop.warmUpSteps();
    found.m_warmUpWork = loop.warmUpWork();
    found.m_warmUpExcess = loop.warmUpExcess();
    found.m_warmUp = loop.warmUp();
    found.m_warmUpThreads = threadsLaunchingIn(found.m_warmUp, trace, launches);
    found.m_steadyFrom = loop.begin();
    // A slow allocation is found twice.
    const std::vector<FirstUseCall> ofApi =
        outermost(trace, apiFirstUses(trace, launches, names, loop, range));
    std::vector<FirstUseCall> calls = ofApi;
    for (const CompileSpan& span : firstCompilations(trace, names, loop, steps, range)) {
        calls.push_back({span.slice, span.range, FirstUseKind::Compiling});
    }
    const std::vector<FirstUseCall> ofOperators =
        operatorFirstUses(trace, names, loop, blockingCalls, calls, range);
    calls.insert(calls.end(), ofOperators.begin(), ofOperators.end());
    addCaptures(trace, loop, calls);
    FirstUploads uploads = firstUploads(trace, launches, names, loop, steps, blockingCalls, range);
    addUploads(trace, uploads, calls);
    found.m_uploads = std::move(uploads.copies);
    found.m_calls = outermost(trace, std::move(calls));
    found.m_callsInOperators = callsInsideOperators(trace, ofApi, found.m_calls);
    SourceRanges ranges;
    for (const FirstUseCall& call : found.m_calls) {
        ranges.emplace_back(trace.sourceOf(call.slice), call.range);
    }
    found.m_ranges = mergeBySource(trace, std::move(ranges));
    SourceRanges warmUps;
    for (const SliceId slice : gaplight::warmUpRanges(trace, launches, loop, annotations)) {
        warmUps.emplace_back(trace.sourceOf(slice), trace.slices().range(slice));
    }
    found.m_warmUpRanges = warmUps.size();
    found.m_warmUps = mergeBySource(trace, std::move(warmUps));
    return found;
}

bool FirstUses::isUpload(SliceId call) const {
    const auto at = std::lower_bound(
        m_uploads.begin(), m_uploads.end(), call,
        [](const FirstUpload& upload, SliceId wanted) { return upload.call < wanted; });
    return at != m_uploads.end() && at->call == call;
}

bool FirstUses::contains(const Trace& trace, SliceId slice) const {
    const auto key = [&](SliceId one, Time start) { return std::pair(trace.trackOf(one), start); };
    const auto own = key(slice, trace.slices().start(slice));
    const auto after = std::partition_point(
        m_calls.begin(), m_calls.end(),
        [&](const FirstUseCall& call) { return key(call.slice, call.range.begin) <= own; });
    return after != m_calls.begin() && trace.trackOf((after - 1)->slice) == own.first &&
           own.second < (after - 1)->range.end;
}

double FirstUses::steadyPart(SourceId source) const {
    const Duration gone = timeIn(source, m_warmUp);
    const Duration rest = m_warmUpWork - gone;
    const Duration steady = m_warmUpWork - m_warmUpExcess;
    return rest <= steady ? 1.0
                          : static_cast<double>(steady.count()) / static_cast<double>(rest.count());
}

Duration FirstUses::timeIn(SourceId source, TimeRange range) const {
    return m_ranges.empty() ? Duration{}
                            : range.length() - m_ranges[source.index()].uncovered(range);
}

bool FirstUses::explains(const Trace& trace, const Gap& gap) const {
    if (!gap.launch.isValid()) {
        return false;
    }
    const SliceTable& slices = trace.slices();
    const Time launched = slices.start(gap.launch);
    const std::size_t source = trace.sourceOf(gap.launch).index();
    const bool isInRange =
        m_warmUpRanges > 0 && m_warmUps[source].overlaps({launched, launched + Duration(1)});
    if (m_warmUp.contains(launched) || isInRange || isUpload(gap.launch)) {
        return true;
    }
    if (m_calls.empty()) {
        return false;
    }
    const TimeRange host{gap.begin, std::min(gap.end, slices.end(gap.launch))};
    if (host.length() <= Duration::zero()) {
        return false;
    }
    const Duration rest = m_ranges[source].uncovered(host);
    return (host.length() - rest) * 2 >= host.length();
}

}  // namespace gaplight
