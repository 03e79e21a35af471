// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/startup/first_uses.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/analysis/slices/slice_scan.h"
#include "core/analysis/startup/first_launches.h"
#include "core/base/statistics.h"

namespace gaplight {
namespace {

// All calls of one operator.
struct NamedOperators {
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

bool isLibraryConvolution(std::string_view name) {
    return name.find("cudnn_convolution") != std::string_view::npos ||
           name.find("miopen_convolution") != std::string_view::npos;
}

class OperatorSearch {
public:
    OperatorSearch(const Trace& trace, const LaunchIndex& launches, const NameClasses& names,
                   const SteadyLoop& loop, const Steps& steps,
                   std::span<const BlockingCall> blockingCalls, std::span<const FirstUseCall> known)
        : m_trace(trace),
          m_firstLaunches(trace, launches),
          m_names(names),
          m_slices(trace.slices()),
          m_loop(loop),
          m_steps(steps),
          m_blockingCalls(blockingCalls),
          m_known(known) {}

    std::vector<FirstUseCall> find(TimeRange range) {
        const std::vector<SliceId> outer = outerOperators(range);
        addTuning();
        addPlanning(outer);
        addFirstCalls(outer);
        return std::move(m_found);
    }

private:
    void add(const std::vector<SliceId>& slices, FirstUseKind kind) {
        for (const SliceId slice : slices) {
            if (m_loop.isBefore(slice)) {
                m_found.push_back({slice, m_slices.range(slice), kind});
            }
        }
    }

    std::vector<SliceId> outerOperators(TimeRange range) const {
        return scanSlices(m_trace, [&](SliceId slice) {
            const SliceId parent = m_slices.parent(slice);
            return m_trace.kind(slice) == SliceKind::CpuOp &&
                   (!parent.isValid() || m_trace.kind(parent) != SliceKind::CpuOp) &&
                   range.contains(m_slices.start(slice));
        });
    }

    // Host time of an operator without its waits, copies and the calls found inside it.
    Duration ownTime(SliceId slice) const {
        const TimeRange range = m_slices.range(slice);
        Duration own = range.length() - waitingInside(m_trace, m_names, slice, m_blockingCalls);
        for (const FirstUseCall& call : m_known) {
            if (range.contains(call.range.begin) &&
                m_trace.trackOf(call.slice) == m_trace.trackOf(slice)) {
                own -= call.range.length();
            }
        }
        return own;
    }

    // Waits for events under the outermost operator that is for convolutions.
    void addTuning() {
        std::map<SliceId, std::size_t> waits;
        for (const BlockingCall& call : m_blockingCalls) {
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
        if (!m_loop.recurs(tuning)) {
            add(tuning, FirstUseKind::Autotuning);
        }
    }

    // Convolutions that plan an algorithm: a library chooses one for each new shape.
    void addPlanning(std::span<const SliceId> outer) {
        std::vector<Duration> all;
        for (const SliceId slice : outer) {
            all.push_back(m_slices.duration(slice));
        }
        const Duration limit = all.empty() ? Duration::max()
                                           : std::max(FirstUses::kMinSlowCall,
                                                      lowerMedian(all) * FirstUses::kSlowFactor);
        std::vector<SliceId> planning;
        for (const SliceId slice : scanSlices(m_trace, [&](SliceId one) {
                 return m_trace.kind(one) == SliceKind::CpuOp && m_slices.duration(one) >= limit &&
                        isLibraryConvolution(m_trace.name(one));
             })) {
            const SliceId whole = convolutionAround(m_trace, slice);
            if (ownTime(slice) >= limit) {
                planning.push_back(whole.isValid() ? whole : slice);
            }
        }
        if (!m_loop.recurs(planning)) {
            add(planning, FirstUseKind::Planning);
        }
    }

    // Of the calls of one operator, those that are the first in their step to launch a kernel with
    // its grid. Of calls outside of steps, the first in the trace.
    std::vector<SliceId> firstsOfSizes(std::vector<SliceId> calls) const {
        std::ranges::sort(calls, {}, [&](SliceId call) { return m_slices.start(call); });
        std::set<std::pair<std::optional<std::size_t>, FirstLaunches::Size>> seen;
        std::vector<SliceId> firsts;
        for (const SliceId call : calls) {
            const FirstLaunches::Size size = m_firstLaunches.sizeIn(call);
            const auto step = m_steps.stepAt(m_slices.start(call));
            if (size.first.isValid() && seen.insert({step, size}).second) {
                firsts.push_back(call);
            }
        }
        std::ranges::sort(firsts);
        return firsts;
    }

    // Whether at least three quarters of the steps contain one of these calls.
    bool isInMostSteps(std::span<const SliceId> calls) const {
        std::set<std::size_t> steps;
        for (const SliceId call : calls) {
            if (const auto step = m_steps.stepAt(m_slices.start(call))) {
                steps.insert(*step);
            }
        }
        return !steps.empty() && steps.size() * 4 >= m_steps.count() * 3;
    }

    void addNewSizes(std::span<const SliceId> calls, SliceId first, Duration median) {
        constexpr std::size_t kMinCalls = 3;
        constexpr std::size_t kOthersDivisor = 3;
        const Duration limit = std::max(FirstUses::kMinNewSize, median * FirstUses::kNewSizeFactor);
        std::vector<SliceId> slow;
        std::ranges::copy_if(calls, std::back_inserter(slow), [&](SliceId call) {
            return call != first && m_slices.duration(call) >= limit && ownTime(call) >= limit;
        });
        if (slow.size() < kMinCalls) {
            return;
        }
        const std::vector<SliceId> firsts = firstsOfSizes({calls.begin(), calls.end()});
        std::vector<SliceId> ofNewSizes;
        std::ranges::copy_if(slow, std::back_inserter(ofNewSizes), [&](SliceId call) {
            return std::ranges::binary_search(firsts, call);
        });
        const std::size_t others = slow.size() - ofNewSizes.size();
        if (ofNewSizes.size() >= kMinCalls && others * kOthersDivisor <= ofNewSizes.size() &&
            !isInMostSteps(ofNewSizes)) {
            for (const SliceId call : ofNewSizes) {
                m_found.push_back({call, m_slices.range(call), FirstUseKind::Operator});
            }
        }
    }

    void addFirstCalls(std::span<const SliceId> outer) {
        std::unordered_map<StringId, NamedOperators> byName;
        for (const SliceId slice : outer) {
            NamedOperators& named = byName[m_slices.name(slice)];
            named.slices.push_back(slice);
            named.durations.push_back(m_slices.duration(slice));
        }
        std::vector<SliceId> slow;
        std::vector<SliceId> ofNewKernels;
        std::size_t others = 0;  // slow later calls without a new kernel
        for (auto& [name, calls] : byName) {
            const auto first = std::ranges::min_element(
                calls.slices, {}, [&](SliceId call) { return m_slices.start(call); });
            if (calls.slices.size() < 3) {
                continue;
            }
            calls.durations.erase(calls.durations.begin() + (first - calls.slices.begin()));
            const Duration median = lowerMedian(calls.durations);
            addNewSizes(calls.slices, *first, median);
            const Duration limit =
                std::max(FirstUses::kMinSlowCall, median * FirstUses::kSlowFactor);
            for (const SliceId call : calls.slices) {
                if (m_slices.duration(call) < limit || ownTime(call) < limit) {
                    continue;
                }
                if (call == *first) {
                    slow.push_back(call);
                } else if (m_firstLaunches.makesFirst(call)) {
                    ofNewKernels.push_back(call);
                } else {
                    ++others;
                }
            }
        }
        // Where as many calls are slow without a new kernel, the thread is interrupted.
        if (others < ofNewKernels.size()) {
            slow.insert(slow.end(), ofNewKernels.begin(), ofNewKernels.end());
        }
        add(slow, FirstUseKind::Operator);
    }

    const Trace& m_trace;
    FirstLaunches m_firstLaunches;
    const NameClasses& m_names;
    const SliceTable& m_slices;
    const SteadyLoop& m_loop;
    StepIndex m_steps;
    std::span<const BlockingCall> m_blockingCalls;
    std::span<const FirstUseCall> m_known;
    std::vector<FirstUseCall> m_found;
};

}  // namespace

std::vector<FirstUseCall> operatorFirstUses(const Trace& trace, const LaunchIndex& launches,
                                            const NameClasses& names, const SteadyLoop& loop,
                                            const Steps& steps,
                                            std::span<const BlockingCall> blockingCalls,
                                            std::span<const FirstUseCall> known, TimeRange range) {
    return OperatorSearch(trace, launches, names, loop, steps, blockingCalls, known).find(range);
}

}  // namespace gaplight
