// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/startup/first_uses.h"

#include <algorithm>
#include <map>
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
                   const SteadyLoop& loop, std::span<const BlockingCall> blockingCalls,
                   std::span<const FirstUseCall> known)
        : m_trace(trace),
          m_firstLaunches(trace, launches),
          m_names(names),
          m_slices(trace.slices()),
          m_loop(loop),
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
            const Duration limit = std::max(FirstUses::kMinSlowCall,
                                            lowerMedian(calls.durations) * FirstUses::kSlowFactor);
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
    std::span<const BlockingCall> m_blockingCalls;
    std::span<const FirstUseCall> m_known;
    std::vector<FirstUseCall> m_found;
};

}  // namespace

std::vector<FirstUseCall> operatorFirstUses(const Trace& trace, const LaunchIndex& launches,
                                            const NameClasses& names, const SteadyLoop& loop,
                                            std::span<const BlockingCall> blockingCalls,
                                            std::span<const FirstUseCall> known, TimeRange range) {
    return OperatorSearch(trace, launches, names, loop, blockingCalls, known).find(range);
}

}  // namespace gaplight
