// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/idle/gap_activity.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "core/analysis/host/profiler_overhead.h"
#include "core/analysis/idle/idle_call_tree.h"
#include "core/base/parallel.h"

namespace gaplight {
namespace {

Duration& at(IdleByActivity& idle, GapActivity activity) {
    return idle[static_cast<std::size_t>(activity)];
}

std::optional<GapActivity> activityOf(HostWork work) {
    switch (work) {
        case HostWork::Compile:
            return GapActivity::Compile;
        case HostWork::DataLoader:
            return GapActivity::DataLoader;
        case HostWork::Profiler:
            return GapActivity::Profiler;
        case HostWork::RankWait:
        case HostWork::Ordinary:
            break;
    }
    return std::nullopt;
}

bool isWork(GapActivity activity) {
    return activity == GapActivity::Compile || activity == GapActivity::DataLoader ||
           activity == GapActivity::Profiler;
}

std::optional<GapActivity> activityOf(ApiCall call) {
    switch (call) {
        case ApiCall::Blocking:
            return GapActivity::Sync;
        case ApiCall::Launch:
            return GapActivity::Launch;
        case ApiCall::Alloc:
            return GapActivity::Alloc;
        case ApiCall::Copy:
            return GapActivity::Copy;
        case ApiCall::Other:
            break;
    }
    return std::nullopt;
}

// The class of a call by its own name, or by that of the call around it.
GapActivity classOf(const Trace& trace, const NameClasses& names, SliceId slice,
                    GapActivity around) {
    const auto aroundOr = [&](GapActivity alone) {
        return around == GapActivity::Untraced ? alone : around;
    };
    const StringId name = trace.slices().name(slice);
    const SliceKind kind = trace.kind(slice);
    if (kind == SliceKind::Overhead) {
        return isProfilersWork(trace, slice) ? GapActivity::Profiler
                                             : aroundOr(GapActivity::Launch);
    }
    if (isApiCall(kind)) {
        return activityOf(names.apiCall(name)).value_or(aroundOr(GapActivity::Op));
    }
    if (const std::optional<GapActivity> work = activityOf(names.hostWork(name))) {
        return *work;
    }
    if (isWork(around)) {
        return around;
    }
    switch (kind) {
        case SliceKind::CpuOp:
            return GapActivity::Op;
        case SliceKind::PythonFunction:
            return GapActivity::Python;
        case SliceKind::UserAnnotation:
            return aroundOr(GapActivity::Annotation);
        default:
            return aroundOr(GapActivity::Op);
    }
}

// Adds the time of each class in the tree's next range to `idle`. The label of a call is its class.
void classify(const NameClasses& names, TimeRange range, SliceId launch, IdleCallTree& tree,
              IdleByActivity& idle) {
    const Trace& trace = tree.trace();
    tree.moveTo(range);
    for (IdleCall& call : tree.newCalls()) {
        const GapActivity around = call.parent == IdleCallTree::kNoCall
                                       ? GapActivity::Untraced
                                       : static_cast<GapActivity>(tree.calls()[call.parent].label);
        call.label = static_cast<std::uint32_t>(classOf(trace, names, call.slice, around));
    }
    for (const IdleCall& call : tree.innerCalls()) {
        if (call.exclusive > Duration::zero()) {
            const bool isNamelessLaunch =
                call.slice == launch &&
                names.apiCall(trace.slices().name(launch)) == ApiCall::Other;
            at(idle, isNamelessLaunch ? GapActivity::Launch
                                      : static_cast<GapActivity>(call.label)) += call.exclusive;
        }
    }
    at(idle, GapActivity::Untraced) += tree.untraced();
}

// Gaps whose launch is on one thread, in time order, as positions in the list of gaps.
struct ThreadGaps {
    TrackId track;  // invalid: gaps without a launch
    std::vector<std::uint32_t> gaps;
};

std::vector<ThreadGaps> gapsByThread(const Trace& trace, std::span<const Gap> gaps) {
    std::vector<ThreadGaps> threads;
    std::vector<std::size_t> threadOfTrack(trace.tracks().size() + 1, trace.tracks().size() + 1);
    for (std::size_t i = 0; i < gaps.size(); ++i) {
        const bool hasLaunch = gaps[i].launch.isValid();
        const TrackId track = hasLaunch ? trace.trackOf(gaps[i].launch) : TrackId{};
        std::size_t& thread = threadOfTrack[hasLaunch ? track.index() : trace.tracks().size()];
        if (thread > trace.tracks().size()) {
            thread = threads.size();
            threads.push_back({track, {}});
        }
        threads[thread].gaps.push_back(static_cast<std::uint32_t>(i));
    }
    return threads;
}

GapActivity largest(const IdleByActivity& idle) {
    return static_cast<GapActivity>(std::max_element(idle.begin(), idle.end()) - idle.begin());
}

// Calls take(position of the gap, what filled it) for every gap of a thread.
template <class Take>
void fillThread(const Trace& trace, const NameClasses& names, std::span<const Gap> gaps,
                const ThreadGaps& thread, const Take& take) {
    IdleCallTree tree(trace);
    if (thread.track.isValid()) {
        tree.begin(thread.track);
    }
    for (const std::uint32_t index : thread.gaps) {
        const Gap& gap = gaps[index];
        IdleByActivity idle{};
        Time hostEnd = gap.end;
        if (thread.track.isValid()) {
            hostEnd = std::clamp(trace.slices().end(gap.launch), gap.begin, gap.end);
            classify(names, {gap.begin, hostEnd}, gap.launch, tree, idle);
        } else {
            at(idle, GapActivity::Untraced) = gap.length();
        }
        at(idle, GapActivity::GpuSide) += gap.end - hostEnd;
        take(index, idle);
    }
}

void add(const IdleByActivity& idle, IdleByActivity& total) {
    std::transform(total.begin(), total.end(), idle.begin(), total.begin(), std::plus<>());
}

}  // namespace

std::string_view gapActivityName(GapActivity activity) {
    constexpr std::array<std::string_view, static_cast<std::size_t>(GapActivity::Count_)> kNames{
        "sync",     "launch", "alloc", "copy",       "compile",  "dataloader",
        "profiler", "python", "op",    "annotation", "untraced", "gpu_side"};
    return kNames[static_cast<std::size_t>(activity)];
}

GapActivities findGapActivities(const Trace& trace, const NameClasses& names,
                                std::span<const Gap> gaps) {
    GapActivities activities;
    activities.mainActivity.resize(gaps.size());
    const std::vector<ThreadGaps> threads = gapsByThread(trace, gaps);
    std::vector<IdleByActivity> totals(threads.size());
    parallelFor(std::size_t{0}, threads.size(), [&](std::size_t i) {
        fillThread(trace, names, gaps, threads[i],
                   [&](std::uint32_t gap, const IdleByActivity& idle) {
                       activities.mainActivity[gap] = largest(idle);
                       add(idle, totals[i]);
                   });
    });
    for (const IdleByActivity& total : totals) {
        add(total, activities.total);
    }
    return activities;
}

std::vector<IdleByActivity> activitiesOfGaps(const Trace& trace, const NameClasses& names,
                                             std::span<const Gap> gaps) {
    std::vector<IdleByActivity> activities(gaps.size());
    const std::vector<ThreadGaps> threads = gapsByThread(trace, gaps);
    parallelFor(std::size_t{0}, threads.size(), [&](std::size_t i) {
        fillThread(trace, names, gaps, threads[i],
                   [&](std::uint32_t gap, const IdleByActivity& idle) { activities[gap] = idle; });
    });
    return activities;
}

}  // namespace gaplight
