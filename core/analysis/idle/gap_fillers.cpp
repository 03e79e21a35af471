// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/idle/gap_fillers.h"

#include "core/analysis/idle/gap_fillers.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include <tbb/parallel_for.h>

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

// What one host thread is in, going forward in time: the slices that cover the present, the
// innermost last, each with its class.
class ThreadWalk {
public:
    ThreadWalk(const Trace& trace, const NameClasses& names, const Track& track)
        : m_trace(trace),
          m_names(names),
          m_next(track.firstSlice.index()),
          m_end(track.firstSlice.index() + track.sliceCount) {}

    // Adds the time of each class in `range` to `idle`. Ranges come in time order.
    void classify(TimeRange range, SliceId launch, IdleByFiller& idle) {
        enterAt(range.begin);
        for (Time now = range.begin; now < range.end;) {
            const Time until = std::min(range.end, nextChange());
            at(idle, present(launch)) += until - now;
            now = until;
            enterAt(now);
        }
    }

private:
    struct Covering {
        Time end;
        SliceId slice;
        Filler filler;
        std::uint32_t encloser;  // the innermost below that ends no earlier, or kNothing
    };
    static constexpr std::uint32_t kNothing = 0xFFFFFFFFU;

    // Leaves what has ended by `now` and enters what has begun. What began and ended since the
    // last call is never entered, so the stretches between gaps cost a look at two columns.
    void enterAt(Time now) {
        const SliceTable& slices = m_trace.slices();
        leaveAt(now);
        for (; m_next < m_end && slices.start(SliceId(m_next)) <= now; ++m_next) {
            const SliceId slice(m_next);
            if (slices.end(slice) > now) {
                const std::uint32_t encloser = encloserOf(slices.end(slice));
                m_covering.push_back(
                    {slices.end(slice), slice, classOf(slice, encloser), encloser});
            }
        }
    }

    void leaveAt(Time now) {
        while (!m_covering.empty() && m_covering.back().end <= now) {
            m_covering.pop_back();
        }
    }

    // Of what covers the present, the innermost that lasts until `end`. A slice that began inside
    // another and outlives it (ProfilerStep begins in the profiler's step()) is not a part of it.
    [[nodiscard]] std::uint32_t encloserOf(Time end) const {
        auto at = m_covering.empty() ? kNothing : static_cast<std::uint32_t>(m_covering.size() - 1);
        while (at != kNothing && m_covering[at].end < end) {
            at = m_covering[at].encloser;
        }
        return at;
    }

    [[nodiscard]] Time nextChange() const {
        const Time begins = m_next < m_end ? m_trace.slices().start(SliceId(m_next)) : Time::max();
        return m_covering.empty() ? begins : std::min(begins, m_covering.back().end);
    }

    [[nodiscard]] Filler present(SliceId launch) const {
        if (m_covering.empty()) {
            return Filler::Untraced;
        }
        const Covering& innermost = m_covering.back();
        const bool isNamelessLaunch =
            innermost.slice == launch &&
            m_names.apiCall(m_trace.slices().name(launch)) == ApiCall::Other;
        return isNamelessLaunch ? Filler::Launch : innermost.filler;
    }

    [[nodiscard]] Filler classOf(SliceId slice, std::uint32_t encloser) const {
        const Filler around = encloser == kNothing ? Filler::Untraced : m_covering[encloser].filler;
        const auto aroundOr = [&](Filler alone) {
            return around == Filler::Untraced ? alone : around;
        };
        const StringId name = m_trace.slices().name(slice);
        const SliceKind kind = m_trace.kind(slice);
        if (kind == SliceKind::Overhead) {
            return Filler::Profiler;
        }
        if (isApiCall(kind)) {
            return fillerOf(m_names.apiCall(name)).value_or(aroundOr(Filler::Op));
        }
        if (const std::optional<Filler> work = fillerOf(m_names.hostWork(name))) {
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

    const Trace& m_trace;
    const NameClasses& m_names;
    std::size_t m_next;
    std::size_t m_end;
    std::vector<Covering> m_covering;
};

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
    std::optional<ThreadWalk> walk;
    if (thread.track.isValid()) {
        walk.emplace(trace, names, trace.tracks()[thread.track.index()]);
    }
    for (const std::uint32_t index : thread.gaps) {
        const Gap& gap = gaps[index];
        IdleByFiller idle{};
        Time hostEnd = gap.end;
        if (walk) {
            hostEnd = std::clamp(trace.slices().end(gap.launch), gap.begin, gap.end);
            walk->classify({gap.begin, hostEnd}, gap.launch, idle);
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
