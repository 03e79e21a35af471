// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/startup/first_uploads.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string_view>
#include <utility>

#include "core/analysis/gpu/copy_kind.h"
#include "core/analysis/slices/slice_scan.h"
#include "core/analysis/startup/first_uses.h"
#include "core/analysis/steps/steps.h"

namespace gaplight {
namespace {

// The copies of one GPU, and when it first computes.
struct CopiesOfGpu {
    Time firstKernel = Time::max();
    Time firstCopyEnd = Time::max();
    std::vector<ActivityId> copies;
};

using CopiesByGpu = std::map<GpuId, CopiesOfGpu>;

CopiesByGpu copiesByGpu(const Trace& trace) {
    CopiesByGpu byGpu;
    const auto activities = trace.gpuActivities();
    CopiesOfGpu* ofGpu = nullptr;
    GpuId gpu;
    for (std::size_t at = 0; at < activities.size(); ++at) {
        if (ofGpu == nullptr || activities[at].gpu != gpu) {
            gpu = activities[at].gpu;
            ofGpu = &byGpu[gpu];
        }
        const SliceId slice = activities[at].slice;
        const SliceKind kind = trace.kind(slice);
        if (kind == SliceKind::Kernel) {
            ofGpu->firstKernel = std::min(ofGpu->firstKernel, trace.slices().start(slice));
        } else if (kind == SliceKind::Memcpy) {
            ofGpu->firstCopyEnd = std::min(ofGpu->firstCopyEnd, trace.slices().end(slice));
            ofGpu->copies.emplace_back(at);
        }
    }
    std::erase_if(byGpu, [](const auto& entry) {
        const CopiesOfGpu& copies = entry.second;
        return copies.firstKernel == Time::max() || copies.firstCopyEnd > copies.firstKernel;
    });
    return byGpu;
}

// The start of the first call of each source that allocates GPU memory.
std::vector<Time> firstAllocations(const Trace& trace, const NameClasses& names) {
    std::vector<Time> first(trace.sources().size(), Time::max());
    const std::vector<SliceId> calls = scanSlices(trace, [&](SliceId slice) {
        return isApiCall(trace.kind(slice)) &&
               names.apiCall(trace.slices().name(slice)) == ApiCall::Alloc &&
               trace.name(slice).find("Free") == std::string_view::npos;
    });
    for (const SliceId call : calls) {
        Time& start = first[trace.sourceOf(call).index()];
        start = std::min(start, trace.slices().start(call));
    }
    return first;
}

class UploadSearch {
public:
    UploadSearch(const Trace& trace, const LaunchIndex& launches, const NameClasses& names,
                 const SteadyLoop& loop, const Steps& steps, TimeRange range)
        : m_trace(trace),
          m_slices(trace.slices()),
          m_launches(launches),
          m_names(names),
          m_loop(loop),
          m_steps(steps),
          m_range(range) {}

    void run(std::span<const BlockingCall> blockingCalls) {
        const CopiesByGpu byGpu = copiesByGpu(m_trace);
        if (byGpu.empty()) {
            return;
        }
        const CopyKinds kinds(m_trace);
        const std::vector<Time> allocations = firstAllocations(m_trace, m_names);
        for (const auto& [gpu, copies] : byGpu) {
            addGpu(copies, kinds, allocations[gpu.source.index()], blockingCalls);
        }
        std::sort(m_found.copies.begin(), m_found.copies.end(),
                  [](const FirstUpload& a, const FirstUpload& b) { return a.call < b.call; });
        std::sort(m_found.waits.begin(), m_found.waits.end());
        m_found.waits.erase(std::unique(m_found.waits.begin(), m_found.waits.end()),
                            m_found.waits.end());
    }

    FirstUploads take() { return std::move(m_found); }

private:
    // Copies of graphs are none: those are launched again and again.
    bool isCopyCall(SliceId call) const {
        const ApiCall kind = call.isValid() ? m_names.apiCall(m_slices.name(call)) : ApiCall::Other;
        return (kind == ApiCall::Copy || kind == ApiCall::Blocking) &&
               m_range.contains(m_slices.start(call));
    }

    void addGpu(const CopiesOfGpu& ofGpu, const CopyKinds& kinds, Time allocated,
                std::span<const BlockingCall> blockingCalls) {
        std::vector<FirstUpload> uploads;
        std::vector<SliceId> calls;
        Duration before{};
        Duration later{};
        for (const ActivityId activity : ofGpu.copies) {
            const SliceId copy = m_trace.gpuActivities()[activity.index()].slice;
            const SliceId call = m_launches.launchOf(activity);
            if (!isCopyCall(call) || kinds.of(copy).direction != CopyDirection::HostToDevice) {
                continue;
            }
            // A copy from pinned memory takes the GPU's time alone.
            const Duration time = std::max(m_slices.duration(call), m_slices.duration(copy));
            const bool isInStep = m_steps.stepAt(m_slices.start(call)).has_value();
            const bool isFirst =
                std::max(m_slices.end(copy), m_slices.end(call)) <= ofGpu.firstKernel &&
                m_slices.start(call) >= allocated && !isInStep;
            calls.push_back(call);
            if (isFirst) {
                uploads.push_back({call, copy});
                before += time;
            } else if (!isInStep || !m_loop.isSteady()) {
                later += time;
            }
        }
        const bool isPrograms = later * FirstUploads::kLaterDivisor >= before ||
                                (m_loop.isSteady() && m_loop.recurs(calls));
        if (before < FirstUses::kMinSlowCall || isPrograms) {
            return;
        }
        addWaits(uploads, ofGpu.firstKernel, blockingCalls);
        m_found.copies.insert(m_found.copies.end(), uploads.begin(), uploads.end());
    }

    void addWaits(std::span<const FirstUpload> uploads, Time firstKernel,
                  std::span<const BlockingCall> blockingCalls) {
        std::map<TrackId, Time> begins;
        for (const FirstUpload& upload : uploads) {
            Time& begin =
                begins.try_emplace(m_trace.trackOf(upload.call), Time::max()).first->second;
            begin = std::min(begin, m_slices.start(upload.call));
        }
        for (const BlockingCall& call : blockingCalls) {
            const auto begin = begins.find(call.track);
            const bool isBetween = begin != begins.end() &&
                                   m_slices.start(call.slice) >= begin->second &&
                                   m_slices.end(call.slice) <= firstKernel &&
                                   m_range.contains(m_slices.start(call.slice));
            if (isBetween && m_launches.activitiesOf(call.slice).empty()) {
                m_found.waits.push_back(call.slice);
            }
        }
    }

    const Trace& m_trace;
    const SliceTable& m_slices;
    const LaunchIndex& m_launches;
    const NameClasses& m_names;
    const SteadyLoop& m_loop;
    StepIndex m_steps;
    TimeRange m_range;
    FirstUploads m_found;
};

}  // namespace

FirstUploads firstUploads(const Trace& trace, const LaunchIndex& launches, const NameClasses& names,
                          const SteadyLoop& loop, const Steps& steps,
                          std::span<const BlockingCall> blockingCalls, TimeRange range) {
    UploadSearch search(trace, launches, names, loop, steps, range);
    search.run(blockingCalls);
    return search.take();
}

}  // namespace gaplight
