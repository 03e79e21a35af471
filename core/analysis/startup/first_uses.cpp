// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/startup/first_uses.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/analysis/host/recorded_overhead.h"
#include "core/analysis/slices/slice_scan.h"
#include "core/analysis/startup/first_launches.h"
#include "core/analysis/startup/first_uploads.h"
#include "core/analysis/startup/steady_loop.h"
#include "core/analysis/steps/steps.h"
#include "core/analysis/torch/compile_spans.h"
#include "core/analysis/torch/name_classes.h"
#include "core/base/statistics.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {
namespace {

// A program that frees this part of what it allocates has no caching allocator that grows.
constexpr std::size_t kCachedDivisor = 4;

// All API calls of one name that are neither waits nor copies.
struct NamedCalls {
    std::vector<SliceId> slices;
    std::vector<Duration> durations;
};

class ApiCallSearch {
public:
    ApiCallSearch(const Trace& trace, const LaunchIndex& launches, const NameClasses& names,
                  const SteadyLoop& loop)
        : m_trace(trace),
          m_launches(launches),
          m_firstLaunches(trace, launches),
          m_names(names),
          m_slices(trace.slices()),
          m_loop(loop) {}

    std::vector<FirstUseCall> run(TimeRange range) {
        collectCalls(range);
        for (auto& [name, calls] : m_byName) {
            addSlow(name, calls);
        }
        addAllocations();
        addFirstCopies(range);
        return std::move(m_found);
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

    void addSlow(StringId name, NamedCalls& calls) {
        const ApiCall call = m_names.apiCall(name);
        const Duration least =
            call == ApiCall::Launch ? FirstUses::kMinSlowLaunch : FirstUses::kMinSlowCall;
        if (std::ranges::none_of(calls.durations, [&](Duration time) { return time >= least; })) {
            return;
        }
        const Duration limit = slowLimit(calls, call);
        std::vector<SliceId> slow;
        std::copy_if(calls.slices.begin(), calls.slices.end(), std::back_inserter(slow),
                     [&](SliceId slice) { return m_slices.duration(slice) >= limit; });
        const bool recurs = call == ApiCall::Other && m_loop.recurs(slow);
        if (call == ApiCall::Launch) {
            // A later launch of a kernel is slow for another reason: the queue is full, or the
            // thread was interrupted. Launches whose work was not recorded stay.
            std::erase_if(slow, [&](SliceId launch) { return m_firstLaunches.isLater(launch); });
        } else if (call == ApiCall::Other) {
            keepEarly(calls, slow);
        }
        if (!recurs && !m_loop.recurs(slow)) {
            add(slow, call == ApiCall::Launch  ? FirstUseKind::Loading
                      : call == ApiCall::Alloc ? FirstUseKind::Allocation
                                               : FirstUseKind::Setup);
        }
    }

    // From where on calls of one name are slow.
    [[nodiscard]] Duration slowLimit(NamedCalls& calls, ApiCall call) {
        if (calls.slices.size() < FirstUses::kMedianCalls) {
            return FirstUses::kMinSlowCall;
        }
        // Where nearly every launch is the first of its kernel, the median one loads it, too.
        std::vector<Duration> later =
            call == ApiCall::Launch ? laterLaunches(calls.slices) : calls.durations;
        if (later.size() < FirstUses::kMedianCalls) {
            return FirstUses::kMinSlowCall;
        }
        const Duration median = lowerMedian(later);
        return std::max(
            call == ApiCall::Launch ? FirstUses::kMinSlowLaunch : FirstUses::kMinSlowCall,
            median * FirstUses::kSlowFactor);
    }

    // Durations of those of these launches that are not the first of their kernel.
    [[nodiscard]] std::vector<Duration> laterLaunches(std::span<const SliceId> launches) {
        std::vector<Duration> later;
        for (const SliceId launch : launches) {
            if (!m_firstLaunches.isFirst(launch)) {
                later.push_back(m_slices.duration(launch));
            }
        }
        return later;
    }

    // A call after kEarlyCalls others of its name on its thread was interrupted, unless its thread
    // goes on to launch a kernel for the first time, for which it may load a module.
    void keepEarly(const NamedCalls& calls, std::vector<SliceId>& slow) {
        const auto launches = m_launches.launches();
        std::erase_if(slow, [&](SliceId call) {
            const auto at = std::ranges::lower_bound(calls.slices, call);
            const auto before = static_cast<std::size_t>(at - calls.slices.begin());
            if (before < FirstUses::kEarlyCalls ||
                m_trace.trackOf(*(at - FirstUses::kEarlyCalls)) != m_trace.trackOf(call)) {
                return false;
            }
            const auto next = std::ranges::upper_bound(launches, call);
            return next == launches.end() || m_trace.trackOf(*next) != m_trace.trackOf(call) ||
                   !m_firstLaunches.isFirst(*next);
        });
    }

    void add(const std::vector<SliceId>& slices, FirstUseKind kind) {
        for (const SliceId slice : slices) {
            if (m_loop.isBefore(slice)) {
                m_found.push_back({slice, m_slices.range(slice), kind});
            }
        }
    }

    void addAllocations() {
        std::vector<SliceId> all;
        std::vector<SliceId> frees;
        Time lastAllocation = Time::min();
        for (const auto& [name, calls] : m_byName) {
            if (m_names.apiCall(name) != ApiCall::Alloc) {
                continue;
            }
            all.insert(all.end(), calls.slices.begin(), calls.slices.end());
            if (m_trace.text(name).find("Free") != std::string_view::npos) {
                frees.insert(frees.end(), calls.slices.begin(), calls.slices.end());
                continue;
            }
            for (const SliceId slice : calls.slices) {
                lastAllocation = std::max(lastAllocation, m_slices.start(slice));
            }
        }
        // What is freed after the last allocation is the end of the program.
        const auto isAtEnd = [&](SliceId slice) { return m_slices.start(slice) > lastAllocation; };
        std::erase_if(frees, isAtEnd);
        std::erase_if(all, isAtEnd);
        const bool isCached = frees.size() * (kCachedDivisor + 1) <= all.size();
        if (m_loop.isSteady() ? !m_loop.recurs(all) : isCached) {
            add(all, FirstUseKind::Allocation);
        }
    }

    // Of each process, the first call that copies, with those that its thread makes before it goes
    // on to launch.
    void addFirstCopies(TimeRange range) {
        const auto isCopy = [&](StringId name) {
            const ApiCall call = m_names.apiCall(name);
            return (call == ApiCall::Copy || call == ApiCall::Blocking) &&
                   m_trace.text(name).find("Memcpy") != std::string_view::npos;
        };
        std::map<ProcessId, std::vector<SliceId>> ofProcess;
        for (const SliceId slice : scanSlices(m_trace, [&](SliceId one) {
                 return isApiCall(m_trace.kind(one)) && isCopy(m_slices.name(one)) &&
                        range.contains(m_slices.start(one));
             })) {
            ofProcess[m_trace.tracks()[m_trace.trackOf(slice).index()].process].push_back(slice);
        }
        for (auto& [process, calls] : ofProcess) {
            const SliceId first = *std::ranges::min_element(
                calls, {}, [&](SliceId call) { return m_slices.start(call); });
            std::vector<Duration> others;
            for (const SliceId call : calls) {
                if (call != first && m_slices.name(call) == m_slices.name(first)) {
                    others.push_back(m_slices.duration(call));
                }
            }
            if (!others.empty() && m_slices.duration(first) >= FirstUses::kMinSlowCall &&
                idleIn(first) >= std::max(FirstUses::kMinSlowCall,
                                          FirstUses::kSlowFactor * lowerMedian(others))) {
                const Time next = nextLaunch(first);
                std::erase_if(calls, [&](SliceId call) {
                    return m_trace.trackOf(call) != m_trace.trackOf(first) ||
                           m_slices.start(call) >= next;
                });
                add(calls, FirstUseKind::Upload);
            }
        }
    }

    // When the thread of a call launches a kernel next; if never, at once.
    Time nextLaunch(SliceId call) const {
        std::optional<Time> next;
        for (const auto& [name, calls] : m_byName) {
            if (m_names.apiCall(name) != ApiCall::Launch) {
                continue;
            }
            const auto after = std::ranges::upper_bound(calls.slices, call);  // by thread and start
            if (after != calls.slices.end() && m_trace.trackOf(*after) == m_trace.trackOf(call)) {
                next = std::min(next.value_or(Time::max()), m_slices.start(*after));
            }
        }
        return next.value_or(m_slices.end(call));
    }

    // How long no GPU of its source is busy in a call.
    Duration idleIn(SliceId call) const {
        const TimeRange range = m_slices.range(call);
        std::vector<TimeRange> busy;
        for (const GpuActivity& activity : m_trace.gpuActivities()) {
            const TimeRange inside = commonPart(m_slices.range(activity.slice), range);
            if (inside.length() > Duration::zero() &&
                activity.gpu.source == m_trace.sourceOf(call)) {
                busy.push_back(inside);
            }
        }
        std::ranges::sort(busy, {}, &TimeRange::begin);
        RunningUnion all;
        for (const TimeRange& part : busy) {
            all.add(part);
        }
        return range.length() - all.length();
    }

    const Trace& m_trace;
    const LaunchIndex& m_launches;
    FirstLaunches m_firstLaunches;
    const NameClasses& m_names;
    const SliceTable& m_slices;
    const SteadyLoop& m_loop;
    std::unordered_map<StringId, NamedCalls> m_byName;
    std::vector<FirstUseCall> m_found;
};

// The API calls that start in `range` and are first uses of the kinds Loading, Allocation and Setup
// (first_uses.h). In no order. An allocation can be listed twice: once because it is slow, once
// with all allocations. Reads all slices twice, on all cores, and then the API calls on one core.
std::vector<FirstUseCall> apiFirstUses(const Trace& trace, const LaunchIndex& launches,
                                       const NameClasses& names, const SteadyLoop& loop,
                                       TimeRange range) {
    return ApiCallSearch(trace, launches, names, loop).run(range);
}

// What is compiled again, or for the first time where that is not known: where the frame has no id,
// all that is long enough.
std::vector<Time> laterCompilations(std::span<const CompileSpan> spans) {
    std::vector<Time> later;
    for (const CompileSpan& span : spans) {
        const bool isFirst = span.isOther || span.id.version == 0;
        if (!isFirst && span.range.length() >= FirstUses::kMinSlowCall) {
            later.push_back(span.range.begin);
        }
    }
    return later;
}

// Those of `spans` of at least FirstUses::kMinSlowCall in `range` that compile something for the
// first time: before the first steady step, of version 0 of their frame where that is known. A
// frame that is compiled in another version is recompiled, and so is the program's own cost. What
// compilers other than PyTorch's do: all of it, unless they compile in two steady steps or more. By
// slice id.
std::vector<CompileSpan> firstCompilations(std::vector<CompileSpan> spans, const SteadyLoop& loop,
                                           const Steps& steps, TimeRange range) {
    const StepIndex index(steps);
    std::set<std::size_t> steadySteps;  // that other compilers work in
    for (const CompileSpan& span : spans) {
        if (span.isOther && index.isInSteadyStep(span.range.begin)) {
            steadySteps.insert(*index.stepAt(span.range.begin));
        }
    }
    std::erase_if(spans, [&](const CompileSpan& span) {
        const bool isFirst = span.id.isKnown() ? span.id.version == 0 && loop.isBefore(span.slice)
                             : span.isOther    ? steadySteps.size() < 2
                                               : loop.isBefore(span.slice);
        return !isFirst || !range.contains(span.range.begin) ||
               span.range.length() < FirstUses::kMinSlowCall;
    });
    return spans;
}

// A CUDA or HIP graph is captured: the calls of a thread are recorded into a graph, and nothing is
// meant to run.
struct GraphCapture {
    SliceId begin;  // the call that begins the capture
    // From there to the call that ends the capture or, if that follows, instantiates the graph;
    // with the frames of torch/cuda/graphs.py around these calls, and until the next capture of
    // the thread if that begins within kMaxCapturePause.
    TimeRange range;
};

struct GraphCaptures {
    std::vector<GraphCapture> captures;  // by slice
    bool isReplayed = false;             // the trace launches graphs, too
};

constexpr Duration kMaxCapturePause = std::chrono::milliseconds(10);

// From the end of a capture to the instantiation of its graph, at most.
constexpr Duration kInstantiationPause = std::chrono::milliseconds(1);

// The outermost frame of torch/cuda/graphs.py around a call, or the call itself.
TimeRange frameAround(const Trace& trace, SliceId slice) {
    const SliceTable& slices = trace.slices();
    SliceId found = slice;
    for (SliceId up = slices.parent(slice); up.isValid(); up = slices.parent(up)) {
        if (trace.name(up).find("torch/cuda/graphs.py") != std::string_view::npos) {
            found = up;
        }
    }
    return slices.range(found);
}

// Calls of graphs, by slice, and what each does.
std::vector<SliceId> graphCalls(const Trace& trace, std::vector<GraphCall>& callOfName) {
    callOfName.reserve(trace.strings().size());
    for (std::size_t at = 0; at < trace.strings().size(); ++at) {
        callOfName.push_back(graphCallOf(trace.text(StringId(at))));
    }
    const bool hasCaptures = std::find(callOfName.begin(), callOfName.end(),
                                       GraphCall::BeginCapture) != callOfName.end();
    return !hasCaptures ? std::vector<SliceId>() : scanSlices(trace, [&](SliceId slice) {
        return callOfName[trace.slices().name(slice).index()] != GraphCall::None &&
               isApiCall(trace.kind(slice));
    });
}

void extend(const Trace& trace, SliceId call, GraphCapture& capture) {
    capture.range.end = std::max(capture.range.end, frameAround(trace, call).end);
}

void joinPauses(const Trace& trace, std::vector<GraphCapture>& captures) {
    for (std::size_t at = 1; at < captures.size(); ++at) {
        GraphCapture& before = captures[at - 1];
        const Time next = captures[at].range.begin;
        if (trace.trackOf(before.begin) == trace.trackOf(captures[at].begin) &&
            next - before.range.end <= kMaxCapturePause) {
            before.range.end = std::max(before.range.end, next);
        }
    }
}

// Capture calls and graph launches are found by their names. One parallel pass over all slices.
GraphCaptures graphCaptures(const Trace& trace) {
    GraphCaptures found;
    std::vector<GraphCall> callOfName;
    bool isOpen = false;
    for (const SliceId slice : graphCalls(trace, callOfName)) {
        const GraphCall call = callOfName[trace.slices().name(slice).index()];
        std::vector<GraphCapture>& captures = found.captures;
        const bool isSameTrack =
            !captures.empty() && trace.trackOf(slice) == trace.trackOf(captures.back().begin);
        isOpen = isOpen && isSameTrack;
        found.isReplayed = found.isReplayed || call == GraphCall::Launch;
        if (call == GraphCall::BeginCapture && !isOpen) {
            captures.push_back({slice, frameAround(trace, slice)});
            isOpen = true;
        } else if (call == GraphCall::EndCapture && isOpen) {
            extend(trace, slice, captures.back());
            isOpen = false;
        } else if (call == GraphCall::Instantiate && isSameTrack && !isOpen &&
                   trace.slices().start(slice) <= captures.back().range.end + kInstantiationPause) {
            extend(trace, slice, captures.back());
        }
    }
    joinPauses(trace, found.captures);
    return found;
}

// Those of the calls that are in no other one of their thread, by thread and start.
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

// Those of `calls` that are in an operator of `outer`. Both by thread and start; the calls of
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
    std::vector<CompileSpan> spans = compileSpans(trace, names);
    const SteadyLoop loop(trace, steps, blockingCalls, laterCompilations(spans));
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
    for (const CompileSpan& span : firstCompilations(std::move(spans), loop, steps, range)) {
        calls.push_back({span.slice, span.range, FirstUseKind::Compiling});
    }
    for (const RecordedOverhead& one : recordedOverhead(trace)) {
        if (!one.isProfilers && range.contains(one.range.begin)) {
            calls.push_back({one.call, one.range, FirstUseKind::Loading});
        }
    }
    const std::vector<FirstUseCall> ofOperators =
        operatorFirstUses(trace, launches, names, loop, steps, blockingCalls, calls, range);
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
