// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/idle_waits.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "core/analysis/torch/python_frame.h"
#include "core/base/share.h"
#include "core/index/range_slices.h"
#include "core/scene/layout/track_groups.h"

namespace gaplight {
namespace {

constexpr std::int64_t kWholePercent = 95;

// Calls of the operating system that return once something happens, or time is over.
constexpr std::array<std::string_view, 22> kSystemWaits{"accept",
                                                        "accept4",
                                                        "clock_nanosleep",
                                                        "epoll_pwait",
                                                        "epoll_wait",
                                                        "futex",
                                                        "nanosleep",
                                                        "poll",
                                                        "ppoll",
                                                        "pselect",
                                                        "pthread_cond_clockwait",
                                                        "pthread_cond_timedwait",
                                                        "pthread_join",
                                                        "pthread_cond_wait",
                                                        "select",
                                                        "sem_clockwait",
                                                        "sem_timedwait",
                                                        "sem_wait",
                                                        "sigtimedwait",
                                                        "sigwait",
                                                        "pthread_barrier_wait",
                                                        "usleep"};

// The same of Python: files of its standard library, and methods written in C.
constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kPythonWaits{
    {{"threading.py", "wait"},
     {"threading.py", "join"},
     {"threading.py", "_wait_for_tstate_lock"},
     {"queue.py", "get"},
     {"selectors.py", "select"},
     {"subprocess.py", "wait"},
     {"multiprocessing/connection.py", "wait"},
     {"multiprocessing/connection.py", "_poll"},
     {"multiprocessing/connection.py", "_recv"},
     {"socket.py", "accept"}}};
// The same by their modules, as VizTracer names them.
constexpr std::array<std::string_view, 10> kModuleWaits{"_multiprocessing.SemLock.__enter__",
                                                        "_multiprocessing.SemLock.acquire",
                                                        "_queue.SimpleQueue.get",
                                                        "_thread.lock.acquire",
                                                        "_thread.lock.__enter__",
                                                        "posix.waitpid",
                                                        "select.epoll.poll",
                                                        "select.poll.poll",
                                                        "select.select",
                                                        "time.sleep"};
constexpr std::array<std::string_view, 8> kBuiltInWaits{
    "<built-in method acquire of ", "<built-in method poll of ",  "<built-in method select of ",
    "<built-in method recv of ",    "<built-in method accept of", "<built-in function sleep>",
    "<built-in method wait of ",    "<built-in function select>"};

// Where call stacks are recorded, a function of Python that runs calls something in all that time;
// what is built in has no calls that are recorded.
bool isOneEmptyCall(const Trace& trace, const RangeRow& row, TimeRange range) {
    return trace.kind(row.longestSlice) == SliceKind::PythonFunction && row.self == row.lengths &&
           !trace.name(row.longestSlice).starts_with("<built-in ") &&
           reachesPercent(row.longest, range.length(), kWholePercent);
}

}  // namespace

bool isNamedAsWait(std::string_view name) {
    if (std::ranges::find(kSystemWaits, name) != kSystemWaits.end() ||
        std::ranges::find(kModuleWaits, name) != kModuleWaits.end()) {
        return true;
    }
    const auto begins = [&](std::string_view text) { return name.starts_with(text); };
    if (std::ranges::any_of(kBuiltInWaits, begins)) {
        return true;
    }
    const std::string_view function = functionOfFrame(name);
    const std::string_view path = name.substr(0, name.find('('));
    return std::ranges::any_of(kPythonWaits, [&](const auto& wait) {
        return function == wait.second && path.ends_with(wait.first);
    });
}

std::vector<RangeNameUse> usesOfNames(const Trace& trace, const RowIndex& rows,
                                      std::span<const TrackId> tracks, const RangeTables& tables,
                                      const std::stop_token& stop) {
    std::vector<RangeNameUse> uses(tables.names.size());
    if (trace.gpuActivities().empty()) {
        return uses;
    }
    std::vector<bool> isWait(trace.strings().size());
    for (std::size_t at = 0; at < uses.size(); ++at) {
        const RangeName& name = tables.names[at];
        if (trace.kind(name.row.longestSlice) == SliceKind::TraceSpan) {
            uses[at] = RangeNameUse::Recording;
        } else if (isNamedAsWait(trace.text(name.name)) ||
                   isOneEmptyCall(trace, name.row, tables.range)) {
            isWait[name.name.index()] = true;
        }
    }
    for (const TrackId id : tracks) {
        const Track& track = trace.tracks()[id.index()];
        if (stop.stop_requested() ||
            (track.kind == TrackKind::Thread && isIdleThread(trace, track))) {
            continue;
        }
        forEachSliceWithin(trace, rows, id, tables.range, [&](SliceId slice) {
            isWait[trace.slices().name(slice).index()] = false;
        });
    }
    for (std::size_t at = 0; at < uses.size(); ++at) {
        if (isWait[tables.names[at].name.index()]) {
            uses[at] = RangeNameUse::IdleWait;
        }
    }
    return uses;
}

}  // namespace gaplight
