// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/host/blocking_calls.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <unordered_map>

#include "core/analysis/slices/slice_scan.h"
#include "core/base/parallel.h"

namespace gaplight {
namespace {

bool isUnderProfilerFrame(const Trace& trace, const NameClasses& names, SliceId slice) {
    const SliceTable& slices = trace.slices();
    for (SliceId up = slices.parent(slice); up.isValid(); up = slices.parent(up)) {
        if (trace.kind(up) == SliceKind::PythonFunction &&
            names.hostWork(slices.name(up)) == HostWork::Profiler) {
            return true;
        }
    }
    return false;
}

bool isDeviceWide(std::string_view name) {
    return name.find("DeviceSynchronize") != std::string_view::npos ||
           name.find("CtxSynchronize") != std::string_view::npos;
}

// Kineto waits for the whole device when it stops a capture. `calls`: of its traces, or of a
// program that uses PyTorch in another format.
void markClosingWait(const Trace& trace, std::span<const SliceId> annotations,
                     std::vector<BlockingCall>& calls) {
    const SliceTable& slices = trace.slices();
    const auto last = std::max_element(calls.begin(), calls.end(),
                                       [&](const BlockingCall& a, const BlockingCall& b) {
                                           return slices.start(a.slice) < slices.start(b.slice);
                                       });
    if (last == calls.end() || !isDeviceWide(trace.name(last->slice))) {
        return;
    }
    const Time start = slices.start(last->slice);
    last->byProfiler |= std::all_of(annotations.begin(), annotations.end(),
                                    [&](SliceId slice) { return slices.end(slice) <= start; });
}

}  // namespace

std::vector<BlockingCall> blockingCalls(const Trace& trace, const NameClasses& names,
                                        std::span<const SliceId> annotations) {
    const std::vector<SliceId> found = scanSlices(trace, [&](SliceId slice) {
        return isApiCall(trace.kind(slice)) &&
               names.apiCall(trace.slices().name(slice)) == ApiCall::Blocking;
    });
    std::vector<BlockingCall> calls(found.size());
    parallelFor(std::size_t{0}, found.size(), [&](std::size_t i) {
        calls[i] = {found[i], trace.trackOf(found[i]),
                    isUnderProfilerFrame(trace, names, found[i])};
    });
    if (trace.facts().format == "kineto-json" || names.usesTorch()) {
        markClosingWait(trace, annotations, calls);
    }
    return calls;
}

std::vector<BlockingCallTotals> blockingCallTotals(const Trace& trace,
                                                   std::span<const BlockingCall> calls) {
    std::vector<BlockingCallTotals> totals;
    std::unordered_map<StringId, std::size_t> rowOfName;
    for (const BlockingCall& call : calls) {
        const StringId name = trace.slices().name(call.slice);
        const auto [at, isNew] = rowOfName.try_emplace(name, totals.size());
        if (isNew) {
            totals.push_back({name});
        }
        BlockingCallTotals& row = totals[at->second];
        ++row.count;
        row.total += trace.slices().duration(call.slice);
        row.byProfiler += call.byProfiler ? 1U : 0U;
    }
    std::sort(totals.begin(), totals.end(),
              [&](const BlockingCallTotals& a, const BlockingCallTotals& b) {
                  return a.total != b.total ? a.total > b.total
                                            : trace.text(a.name) < trace.text(b.name);
              });
    return totals;
}

RankWaits RankWaits::find(const Trace& trace, const NameClasses& names) {
    RankWaits waits;
    bool areThere = false;
    for (std::size_t at = 0; at < trace.strings().size() && !areThere; ++at) {
        areThere = names.hostWork(StringId(at)) == HostWork::RankWait;
    }
    if (!areThere) {
        return waits;
    }
    // Ascending, hence on each thread by start.
    for (const SliceId slice : scanSlices(trace, [&](SliceId one) {
             const SliceKind kind = trace.kind(one);
             return names.hostWork(trace.slices().name(one)) == HostWork::RankWait &&
                    kind != SliceKind::GpuUserAnnotation && !isGpuActivity(kind);
         })) {
        waits.m_ofThread[trace.trackOf(slice)].add(trace.slices().range(slice));
    }
    return waits;
}

Duration RankWaits::timeIn(TrackId thread, TimeRange range) const {
    const auto at = m_ofThread.find(thread);
    return at == m_ofThread.end() || range.length() <= Duration::zero()
               ? Duration::zero()
               : range.length() - at->second.uncovered(range);
}

std::vector<TimeRange> RankWaits::outside(TrackId thread, TimeRange range) const {
    const auto at = m_ofThread.find(thread);
    return at == m_ofThread.end() ? std::vector<TimeRange>{range}
                                  : rangesOutside({range}, at->second.ranges());
}

}  // namespace gaplight
