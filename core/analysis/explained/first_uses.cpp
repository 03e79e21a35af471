// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/explained/first_uses.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "core/analysis/explained/graph_captures.h"
#include "core/analysis/slices/slice_scan.h"
#include "core/analysis/steps/step_index.h"
#include "core/base/share.h"
#include "core/base/statistics.h"

namespace gaplight {
namespace {

// Slow calls that take this part of their time in a median steady step are the program's.
constexpr std::int64_t kRecurringDivisor = 4;
// A program that frees this part of what it allocates has no caching allocator that grows.
constexpr std::size_t kCachedDivisor = 4;

struct WarmUp {
    std::size_t steps = 0;
    std::size_t firstSteady = 0;
    Time steadyFrom = Time::max();
    Duration excess{};
    TimeRange range{};
};

WarmUp warmUpOf(const Steps& steps) {
    WarmUp warmUp;
    std::vector<Duration> later;
    for (std::size_t at = 1; at < steps.rows.size(); ++at) {
        later.push_back(steps.rows[at].host.length());
    }
    // Kernels that repeat may be the layers of one pass: no loop that becomes steady.
    if (later.empty() || steps.markers.source == StepSource::Kernels) {
        warmUp.firstSteady = 1;
        return warmUp;
    }
    const Duration median = lowerMedian(later);
    const auto isSteady = [&](const StepRow& row) {
        return row.host.length() * 100 <= median * FirstUses::kWarmUpPercent;
    };
    const auto first = std::find_if(steps.rows.begin(), steps.rows.end(), isSteady);
    Duration all{};
    for (const StepRow& row : steps.rows) {
        all += row.host.length();
    }
    for (auto row = steps.rows.begin(); row != first; ++row) {
        warmUp.excess += row->host.length() - median;
    }
    if (warmUp.excess >= FirstUses::kMinWarmUpExcess &&
        reachesPercent(warmUp.excess, all, FirstUses::kMinWarmUpPercent)) {
        warmUp.steps = static_cast<std::size_t>(first - steps.rows.begin());
        warmUp.range = {steps.rows.front().host.begin, first->host.begin};
    } else {
        warmUp.excess = {};
    }
    warmUp.firstSteady = std::max<std::size_t>(1, warmUp.steps);
    warmUp.steadyFrom = steps.rows[warmUp.firstSteady].host.begin;
    return warmUp;
}

// All API calls of one name that are neither waits nor copies.
struct NamedCalls {
    std::vector<SliceId> slices;
    std::vector<Duration> durations;
};

// Time that a slice spends in waits and copies.
Duration waitingInside(const Trace& trace, const NameClasses& names, SliceId slice,
                       std::span<const BlockingCall> blockingCalls) {
    const SliceTable& slices = trace.slices();
    const Time end = slices.end(slice);
    const TrackId track = trace.trackOf(slice);
    Duration waiting{};
    const auto first =
        std::partition_point(blockingCalls.begin(), blockingCalls.end(),
                             [&](const BlockingCall& call) { return call.slice < slice; });
    for (auto call = first;
         call != blockingCalls.end() && call->track == track && slices.start(call->slice) < end;
         ++call) {
        waiting += slices.duration(call->slice);
    }
    for (SliceId inner(slice.index() + 1);
         inner.index() < slices.size() && trace.trackOf(inner) == track &&
         slices.start(inner) < end;
         inner = SliceId(inner.index() + 1)) {
        if (names.apiCall(slices.name(inner)) == ApiCall::Copy && isApiCall(trace.kind(inner))) {
            waiting += slices.duration(inner);
        }
    }
    return waiting;
}

// The outermost operator for a convolution around a slice; invalid if there is none.
SliceId convolutionAround(const Trace& trace, SliceId slice) {
    const SliceTable& slices = trace.slices();
    SliceId found;
    for (SliceId up = slices.parent(slice); up.isValid(); up = slices.parent(up)) {
        if (trace.kind(up) == SliceKind::CpuOp &&
            trace.name(up).find("conv") != std::string_view::npos) {
            found = up;
        }
    }
    return found;
}

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

class Search {
public:
    Search(const Trace& trace, const NameClasses& names, const Steps& steps, const WarmUp& warmUp)
        : m_trace(trace),
          m_names(names),
          m_slices(trace.slices()),
          m_steps(steps),
          m_firstSteady(warmUp.firstSteady),
          m_steadyFrom(warmUp.steadyFrom) {}

    std::vector<FirstUseCall> run(std::span<const BlockingCall> blockingCalls, TimeRange range) {
        collectCalls(range);
        for (auto& [name, calls] : m_byName) {
            addSlow(name, calls);
        }
        addAllocations();
        addAutotuning(blockingCalls);
        addOperators(blockingCalls, range);
        addCaptures();
        return outermost(m_trace, std::move(m_found));
    }

private:
    void collectCalls(TimeRange range) {
        const std::vector<SliceId> calls = scanSlices(m_trace, [&](SliceId slice) {
            if (!isApiCall(m_trace.kind(slice))) {
                return false;
            }
            const ApiCall call = m_names.apiCall(m_slices.name(slice));
            return call != ApiCall::Blocking && call != ApiCall::Copy &&
                   range.contains(m_slices.start(slice));
        });
        for (const SliceId slice : calls) {
            NamedCalls& named = m_byName[m_slices.name(slice)];
            named.slices.push_back(slice);
            named.durations.push_back(m_slices.duration(slice));
        }
    }

    [[nodiscard]] bool isBeforeSteady(SliceId slice) const {
        return m_slices.start(slice) < m_steadyFrom;
    }

    // Whether calls take so much of a median steady step that they are part of the loop.
    [[nodiscard]] bool recurs(const std::vector<SliceId>& calls) const {
        Duration before{};
        std::vector<Duration> perStep(m_steps.count());
        for (const SliceId slice : calls) {
            const Duration duration = m_slices.duration(slice);
            if (const auto step = m_steps.stepAt(m_slices.start(slice))) {
                perStep[*step] += duration;
            }
            before += isBeforeSteady(slice) ? duration : Duration::zero();
        }
        perStep.erase(perStep.begin(), perStep.begin() + static_cast<std::ptrdiff_t>(std::min(
                                                             m_firstSteady, perStep.size())));
        if (perStep.empty()) {
            return false;
        }
        const Duration median = lowerMedian(perStep);
        return m_steadyFrom == Time::max() ? median > Duration::zero()
                                           : median * kRecurringDivisor >= before;
    }

    void addSlow(StringId name, NamedCalls& calls) {
        Duration limit = FirstUses::kMinSlowCall;
        if (calls.slices.size() >= FirstUses::kMedianCalls) {
            limit = std::max(limit, lowerMedian(calls.durations) * FirstUses::kSlowFactor);
        }
        std::vector<SliceId> slow;
        std::copy_if(calls.slices.begin(), calls.slices.end(), std::back_inserter(slow),
                     [&](SliceId slice) { return m_slices.duration(slice) >= limit; });
        if (!recurs(slow)) {
            const ApiCall call = m_names.apiCall(name);
            add(slow, call == ApiCall::Launch  ? FirstUseKind::Loading
                      : call == ApiCall::Alloc ? FirstUseKind::Allocation
                                               : FirstUseKind::Setup);
        }
    }

    void add(const std::vector<SliceId>& slices, FirstUseKind kind) {
        for (const SliceId slice : slices) {
            if (isBeforeSteady(slice)) {
                m_found.push_back({slice, m_slices.range(slice), kind});
            }
        }
    }

    void addAllocations() {
        std::vector<SliceId> all;
        std::size_t frees = 0;
        for (const auto& [name, calls] : m_byName) {
            if (m_names.apiCall(name) == ApiCall::Alloc) {
                all.insert(all.end(), calls.slices.begin(), calls.slices.end());
                frees += m_trace.text(name).find("Free") == std::string_view::npos
                             ? 0
                             : calls.slices.size();
            }
        }
        const bool isCached = frees * (kCachedDivisor + 1) <= all.size();
        const bool hasSteps = m_steadyFrom != Time::max();
        if (hasSteps ? !recurs(all) : isCached) {
            add(all, FirstUseKind::Allocation);
        }
    }

    // Waits for events under the outermost operator that is for convolutions.
    void addAutotuning(std::span<const BlockingCall> blockingCalls) {
        std::map<SliceId, std::size_t> waits;
        for (const BlockingCall& call : blockingCalls) {
            const bool isEvent =
                m_trace.name(call.slice).find("EventSynchronize") != std::string_view::npos;
            const SliceId convolution =
                isEvent ? convolutionAround(m_trace, call.slice) : SliceId{};
            if (convolution.isValid()) {
                ++waits[convolution];
            }
        }
        std::vector<SliceId> tuning;
        for (const auto& [slice, count] : waits) {
            if (count >= FirstUses::kTuningWaits) {
                tuning.push_back(slice);
            }
        }
        if (!recurs(tuning)) {
            add(tuning, FirstUseKind::Autotuning);
        }
    }

    [[nodiscard]] bool hasFoundInside(SliceId slice) const {
        const TimeRange range = m_slices.range(slice);
        return std::any_of(m_found.begin(), m_found.end(), [&](const FirstUseCall& call) {
            return range.contains(call.range.begin) &&
                   m_trace.trackOf(call.slice) == m_trace.trackOf(slice);
        });
    }

    void addOperators(std::span<const BlockingCall> blockingCalls, TimeRange range) {
        const std::vector<SliceId> outer = scanSlices(m_trace, [&](SliceId slice) {
            const SliceId parent = m_slices.parent(slice);
            return m_trace.kind(slice) == SliceKind::CpuOp &&
                   (!parent.isValid() || m_trace.kind(parent) != SliceKind::CpuOp) &&
                   range.contains(m_slices.start(slice));
        });
        std::unordered_map<StringId, NamedCalls> byName;
        for (const SliceId slice : outer) {
            NamedCalls& named = byName[m_slices.name(slice)];
            named.slices.push_back(slice);
            named.durations.push_back(m_slices.duration(slice));
        }
        std::vector<SliceId> slow;
        for (auto& [name, calls] : byName) {
            const auto first = std::min_element(
                calls.slices.begin(), calls.slices.end(),
                [&](SliceId a, SliceId b) { return m_slices.start(a) < m_slices.start(b); });
            const auto at = first - calls.slices.begin();
            if (calls.slices.size() < 3 || calls.durations[at] < FirstUses::kMinSlowCall) {
                continue;
            }
            calls.durations.erase(calls.durations.begin() + at);
            const Duration own =
                m_slices.duration(*first) - waitingInside(m_trace, m_names, *first, blockingCalls);
            if (own >= FirstUses::kMinSlowCall &&
                own >= lowerMedian(calls.durations) * FirstUses::kSlowFactor &&
                !hasFoundInside(*first)) {
                slow.push_back(*first);
            }
        }
        add(slow, FirstUseKind::Operator);
    }

    void addCaptures() {
        // A loop that captures in steady steps and replays what it captured does so by design
        // (rule graph-capture-in-loop).
        const GraphCaptures captures = graphCaptures(m_trace);
        const bool isLoop =
            captures.isReplayed &&
            std::any_of(captures.captures.begin(), captures.captures.end(),
                        [&](const GraphCapture& one) { return !isBeforeSteady(one.begin); });
        for (std::size_t at = 0; !isLoop && at < captures.captures.size(); ++at) {
            const GraphCapture& one = captures.captures[at];
            m_found.push_back({one.begin, one.range, FirstUseKind::Capturing});
        }
    }

    const Trace& m_trace;
    const NameClasses& m_names;
    const SliceTable& m_slices;
    StepIndex m_steps;
    std::size_t m_firstSteady;
    Time m_steadyFrom;
    std::unordered_map<StringId, NamedCalls> m_byName;
    std::vector<FirstUseCall> m_found;
};

}  // namespace

std::string_view firstUseKindName(FirstUseKind kind) {
    switch (kind) {
        case FirstUseKind::Loading:
            return "loading";
        case FirstUseKind::Allocation:
            return "allocation";
        case FirstUseKind::Autotuning:
            return "autotuning";
        case FirstUseKind::Operator:
            return "operator";
        case FirstUseKind::Capturing:
            return "capturing";
        case FirstUseKind::Setup:
        case FirstUseKind::Count_:
            break;
    }
    return "setup";
}

FirstUses FirstUses::find(const Trace& trace, const NameClasses& names, const Steps& steps,
                          std::span<const BlockingCall> blockingCalls, TimeRange range) {
    FirstUses found;
    const WarmUp warmUp = warmUpOf(steps);
    found.m_warmUpSteps = warmUp.steps;
    found.m_warmUpExcess = warmUp.excess;
    found.m_warmUp = warmUp.range;
    found.m_steadyFrom = warmUp.steadyFrom;
    found.m_calls = Search(trace, names, steps, warmUp).run(blockingCalls, range);
    std::vector<std::pair<SourceId, TimeRange>> ranges;
    for (const FirstUseCall& call : found.m_calls) {
        ranges.emplace_back(trace.sourceOf(call.slice), call.range);
    }
    std::sort(ranges.begin(), ranges.end(),
              [](const auto& a, const auto& b) { return a.second.begin < b.second.begin; });
    found.m_ranges.resize(trace.sources().size());
    for (const auto& [source, busy] : ranges) {
        found.m_ranges[source.index()].add(busy);
    }
    return found;
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

bool FirstUses::explains(const Trace& trace, const Gap& gap) const {
    if (!gap.launch.isValid()) {
        return false;
    }
    const SliceTable& slices = trace.slices();
    if (m_warmUp.contains(slices.start(gap.launch))) {
        return true;
    }
    if (m_calls.empty()) {
        return false;
    }
    const TimeRange host{gap.begin, std::min(gap.end, slices.end(gap.launch))};
    if (host.length() <= Duration::zero()) {
        return false;
    }
    const Duration rest = m_ranges[trace.sourceOf(gap.launch).index()].uncovered(host);
    return (host.length() - rest) * 2 >= host.length();
}

}  // namespace gaplight
