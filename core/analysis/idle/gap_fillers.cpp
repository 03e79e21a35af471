// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/idle/gap_fillers.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include <tbb/parallel_for.h>

#include "core/analysis/idle/idle_call_tree.h"

namespace gaplight {
namespace {

Duration& at(IdleByFiller& idle, Filler filler) {
    return idle[static_cast<std::size_t>(filler)];
}

std::optional<Filler> fillerOf(HostWork work) {
    switch (work) {
        case HostWork::Compile:
            return Filler::Compile;
        case HostWork::DataLoader:
            return Filler::DataLoader;
        case HostWork::Profiler:
            return Filler::Profiler;
        case HostWork::RankWait:
        case HostWork::Ordinary:
            break;
    }
    return std::nullopt;
}

bool isWork(Filler filler) {
    return filler == Filler::Compile || filler == Filler::DataLoader || filler == Filler::Profiler;
}

std::optional<Filler> fillerOf(ApiCall call) {
    switch (call) {
        case ApiCall::Blocking:
            return Filler::Sync;
        case ApiCall::Launch:
            return Filler::Launch;
        case ApiCall::Alloc:
            return Filler::Alloc;
        case ApiCall::Copy:
            return Filler::Copy;
        case ApiCall::Other:
            break;
    }
    return std::nullopt;
}

// The class of a call by its own name, or by that of the call around it.
Filler classOf(const Trace& trace, const NameClasses& names, SliceId slice, Filler around) {
    const auto aroundOr = [&](Filler alone) { return around == Filler::Untraced ? alone : around; };
    const StringId name = trace.slices().name(slice);
    const SliceKind kind = trace.kind(slice);
    if (kind == SliceKind::Overhead) {
        return Filler::Profiler;
    }
    if (isApiCall(kind)) {
        return fillerOf(names.apiCall(name)).value_or(aroundOr(Filler::Op));
    }
    if (const std::optional<Filler> work = fillerOf(names.hostWork(name))) {
        return *work;
    }
    if (isWork(around)) {
        return around;
    }
    switch (kind) {
        case SliceKind::CpuOp:
            return Filler::Op;
        case SliceKind::PythonFunction:
            return Filler::Python;
        case SliceKind::UserAnnotation:
            return aroundOr(Filler::Annotation);
        default:
            return aroundOr(Filler::Op);
    }
}

// Adds the time of each class in the tree's next range to `idle`. The label of a call is its class.
void classify(const NameClasses& names, TimeRange range, SliceId launch, IdleCallTree& tree,
              IdleByFiller& idle) {
    const Trace& trace = tree.trace();
    tree.moveTo(range);
    for (IdleCall& call : tree.newCalls()) {
        const Filler around = call.parent == IdleCallTree::kNoCall
                                  ? Filler::Untraced
                                  : static_cast<Filler>(tree.calls()[call.parent].label);
        call.label = static_cast<std::uint32_t>(classOf(trace, names, call.slice, around));
    }
    for (const IdleCall& call : tree.innerCalls()) {
        if (call.exclusive > Duration::zero()) {
            const bool isNamelessLaunch =
                call.slice == launch &&
                names.apiCall(trace.slices().name(launch)) == ApiCall::Other;
            at(idle, isNamelessLaunch ? Filler::Launch : static_cast<Filler>(call.label)) +=
                call.exclusive;
        }
    }
    at(idle, Filler::Untraced) += tree.untraced();
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

Filler largest(const IdleByFiller& idle) {
    return static_cast<Filler>(std::max_element(idle.begin(), idle.end()) - idle.begin());
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
        IdleByFiller idle{};
        Time hostEnd = gap.end;
        if (thread.track.isValid()) {
            hostEnd = std::clamp(trace.slices().end(gap.launch), gap.begin, gap.end);
            classify(names, {gap.begin, hostEnd}, gap.launch, tree, idle);
        } else {
            at(idle, Filler::Untraced) = gap.length();
        }
        at(idle, Filler::GpuSide) += gap.end - hostEnd;
        take(index, idle);
    }
}

void add(const IdleByFiller& idle, IdleByFiller& total) {
    std::transform(total.begin(), total.end(), idle.begin(), total.begin(), std::plus<>());
}

}  // namespace

std::string_view fillerName(Filler filler) {
    constexpr std::array<std::string_view, static_cast<std::size_t>(Filler::Count_)> kNames{
        "sync",     "launch", "alloc", "copy",       "compile",  "dataloader",
        "profiler", "python", "op",    "annotation", "untraced", "gpu_side"};
    return kNames[static_cast<std::size_t>(filler)];
}

GapFillers gapFillers(const Trace& trace, const NameClasses& names, std::span<const Gap> gaps) {
    GapFillers fillers;
    fillers.mainFiller.resize(gaps.size());
    const std::vector<ThreadGaps> threads = gapsByThread(trace, gaps);
    std::vector<IdleByFiller> totals(threads.size());
    tbb::parallel_for(std::size_t{0}, threads.size(), [&](std::size_t i) {
        fillThread(trace, names, gaps, threads[i],
                   [&](std::uint32_t gap, const IdleByFiller& idle) {
                       fillers.mainFiller[gap] = largest(idle);
                       add(idle, totals[i]);
                   });
    });
    for (const IdleByFiller& total : totals) {
        add(total, fillers.total);
    }
    return fillers;
}

std::vector<IdleByFiller> fillersOfGaps(const Trace& trace, const NameClasses& names,
                                        std::span<const Gap> gaps) {
    std::vector<IdleByFiller> fillers(gaps.size());
    const std::vector<ThreadGaps> threads = gapsByThread(trace, gaps);
    tbb::parallel_for(std::size_t{0}, threads.size(), [&](std::size_t i) {
        fillThread(trace, names, gaps, threads[i],
                   [&](std::uint32_t gap, const IdleByFiller& idle) { fillers[gap] = idle; });
    });
    return fillers;
}

}  // namespace gaplight
